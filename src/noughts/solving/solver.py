"""Exact values of one game's positions, remembered from one question to the next."""

from noughts.errors import GameOver
from noughts.game import Game, P
from noughts.search.aim import Aim
from noughts.search.root import refuse_repeating
from noughts.solving.engine import MEMORY, Engine
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.limits import Limits
from noughts.value import BASE, DRAW, OPEN, Value


class Solver(ExactSolver[P]):
    """Answers questions about any position of a game, exactly.

    It begins interpreted, so that a small game is answered at once, and compiles the
    search when a question turns out to be large.

    Args:
        game: the rules.
        budget: how many nodes may be visited for one position; None for any number.
        memory: how many mebibytes its table may take.
        threads: how many threads search, where the game's positions have a key.

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

    def __init__(
        self,
        game: Game[P],
        budget: int | None = None,
        *,
        memory: int = MEMORY,
        threads: int = 1,
    ) -> None:
        """Know nothing yet."""
        refuse_repeating(game)
        self.game = game
        self.budget = budget
        self.engine = Engine(game, memory, threads)
        self._draw_plies: dict[P, int] = {}

    @property
    def nodes(self) -> int:  # type: ignore[override]
        """How many positions have been visited so far."""
        return self.engine.nodes

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
        """The exact score."""
        if self.game.outcome(position) != OPEN:
            return self.game.outcome(position) * BASE
        aim = Aim()
        self.engine.close_in(position, aim, Limits(self.budget))
        return aim.lower()
