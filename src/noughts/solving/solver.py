"""Exact values of one game's positions, remembered from one question to the next."""

from time import perf_counter
from typing import Any

from noughts.errors import GameOver, NotCompilable, SearchStopped
from noughts.game import Game, P
from noughts.native import compiled
from noughts.search.exact import exact
from noughts.search.root import refuse_repeating
from noughts.search.run import NO_LIMIT, Run
from noughts.search.table import DictTable, Table, table_for
from noughts.solving.exact_solver import ExactSolver
from noughts.value import DRAW, INFINITY, OPEN, Value

# So many nodes are searched interpreted, some tenths of a second, before Numba is loaded; fewer
# in a game whose first nodes take long, for the symmetries of a cube, say.
PATIENCE = 60_000
FIRST_NODES, FIRST_SECONDS = 2_000, 0.1
# The compiled search's table has 2 to the power of this many slots.
TABLE_BITS = 21


class Solver(ExactSolver[P]):
    """Answers questions about any position of a game, exactly.

    It begins interpreted, so that a small game is answered at once, and compiles the
    search when a question turns out to be large.

    Args:
        game: the rules.
        budget: how many nodes may be visited for one position; None for any number.

    Raises:
        RepeatingGame: play can come back to a position; `RetrogradeSolver` takes such games.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> solver = Solver(TicTacToe())
    >>> position, _ = solver.game.parse("xxo/ox1/o2 x")
    >>> print(solver.value(position))
    win in 1
    >>> [solver.game.name(move) for move in solver.best_moves(position)]
    ['b1', 'c1']
    """

    def __init__(self, game: Game[P], budget: int | None = None) -> None:
        """Know nothing yet."""
        refuse_repeating(game)
        self.game = game
        self.budget = budget
        self.nodes = 0
        self._search: Any = exact
        self._table: Table[Any] = DictTable()
        self._patience = PATIENCE
        self._settled = False  # whether to compile has been decided
        self._draw_plies: dict[P, int] = {}

    def value(self, position: P) -> Value:
        """What the position is worth to the player to move.

        Raises:
            SearchStopped: the budget is used up.
        """
        return self._value(position, self._score(position))

    def best_moves(self, position: P) -> list[int]:
        """The moves of the best value: the fastest win, a draw, the longest defence.

        Raises:
            GameOver: there is no move.
            SearchStopped: the budget is used up.
        """
        if self.game.outcome(position) != OPEN:
            raise GameOver("The game is over, so there is no best move.")
        scores = [
            (-self._score(self.game.play(position, move)), move)
            for move in self.game.moves(position)
        ]
        best, _ = max(scores)
        return [move for score, move in scores if score == best]

    def principal_variation(self, position: P) -> list[int]:
        """The first best move, the first best answer, and so on to the end of the game."""
        line: list[int] = []
        while self.game.outcome(position) == OPEN:
            line.append(self.best_moves(position)[0])
            position = self.game.play(position, line[-1])
        return line

    def _value(self, position: P, score: int) -> Value:
        """The value of a score; a draw asks for its length."""
        value = Value.from_score(score)
        return value._replace(plies=self._length(position)) if value.outcome == DRAW else value

    def _length(self, position: P) -> int:
        """The plies to the end of a drawn position, along the principal variation."""
        plies = self.game.draw_plies(position)
        if plies >= 0:
            return plies
        if position not in self._draw_plies:
            self._draw_plies[position] = len(self.principal_variation(position))
        return self._draw_plies[position]

    def _score(self, position: P) -> int:
        """The exact score, searched interpreted first and compiled if that takes long."""
        if not self._settled and (self.budget is None or self.budget > self._patience):
            try:
                return self._interpreted(position)
            except SearchStopped:
                self._compile(position)
        try:
            return self._ask(position, NO_LIMIT if self.budget is None else self.budget)
        except SearchStopped:
            raise SearchStopped(
                f"{self.budget:,} nodes were not enough to solve this position."
            ) from None

    def _ask(self, position: P, budget: int) -> int:
        """One search; while interpreted, it uses up some of the patience."""
        run = Run(budget=budget)
        try:
            return int(self._search(self.game, position, -INFINITY, INFINITY, run, self._table))
        finally:
            self.nodes += run.nodes
            self._patience -= run.nodes

    def _interpreted(self, position: P) -> int:
        """A search as far as patience goes, and not far if the first nodes take long."""
        begin = perf_counter()
        try:
            return self._ask(position, min(FIRST_NODES, self._patience))
        except SearchStopped:
            if perf_counter() - begin > FIRST_SECONDS:
                raise
        return self._ask(position, self._patience)

    def _compile(self, position: P) -> None:
        """Go on compiled, if the game can be; else go on as before, for as long as it takes."""
        self._settled = True
        try:
            search, table = compiled(exact, self.game), table_for(position, TABLE_BITS)
            search(self.game, position, -INFINITY, INFINITY, Run(budget=0), table)
        except SearchStopped:  # at once, for want of budget: so it was compiled
            self._search, self._table = search, table
        except NotCompilable:
            pass
