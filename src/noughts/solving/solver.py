"""The protocol of solvers; and exact values of one game's positions, remembered."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple, Protocol

from noughts.errors import GameOver
from noughts.game import Game, P, keeps_turn, legal_moves, value_before
from noughts.games.given import takes_names, takes_position
from noughts.laws.required import require
from noughts.search.context import ScoreBounds
from noughts.search.depth import refuse_repeating
from noughts.search.memory import Recent
from noughts.solving.book import Book
from noughts.solving.driver import MEMORY, Limits, Progress
from noughts.solving.engine import UNKNOWN, Engine
from noughts.value import BASE, DRAW, INFINITY, OPEN, Certainty, Value, flip_bounds, to_child


class MoveValue(NamedTuple):
    """A move and its value for the player who makes it."""

    move: int
    value: Value
    certainty: Certainty


class ExactSolver(Protocol[P]):
    """Answers questions about any position of a game, exactly.

    Args:
        game: the rules.
        budget: the amount of work for one question; None for no limit.
        seconds: the time limit of one question; None for no limit.
        nodes: the number of positions visited so far.
    """

    game: Game[P]
    budget: int | None
    seconds: float | None = None
    nodes: int

    @abstractmethod
    def value(self, position: P) -> Value:
        """The position's value for the player to move.

        Raises:
            SearchStopped: the budget is used up.
        """

    @takes_position
    def best_play(self, position: P) -> Iterator[int]:
        """The first best move, the first best answer, and so on, until a position repeats.

        The line ends with the game, or with the move that repeats one of its positions. In a draw
        it takes the first move that keeps the draw and ends the game the soonest.

        Raises:
            SearchStopped: the budget is used up.
        """
        met: set[P] = set()
        while position not in met and legal_moves(self.game, position):
            met.add(position)
            move = self._straightest(position)
            yield move
            position = self.game.play(position, move)

    def _straightest(self, position: P) -> int:
        value, moves = self.value(position), self.values(position)
        exact = (move for move, after, _ in moves if tuple(after) == tuple(value))
        return next(exact, max(moves, key=lambda move: move.value).move)

    @takes_position
    def principal_variation(self, position: P) -> list[int]:
        return list(self.best_play(position))

    def shared_limit(self, part: float = 1) -> AbstractContextManager[None]:
        """Context: questions inside share the time limit of one question, or this part of it."""
        return nullcontext()

    def within(self, nodes: int) -> AbstractContextManager[None]:
        """Context: questions inside visit at most that many positions, if the solver can stop."""
        return nullcontext()

    @takes_position
    def bounds(self, position: P) -> tuple[int, int]:
        """Bounds of the score, without a search."""
        return -INFINITY, INFINITY

    @takes_position
    def move_bounds(self, position: P, move: int) -> tuple[int, int]:
        """Bounds of the score after a move, for the player who makes it, without a search."""
        after = self.game.play(position, move)
        return flip_bounds(*self.bounds(after), turns=not keeps_turn(self.game, position, after))

    @takes_position
    def values(self, position: P) -> list[MoveValue]:
        """Every legal move with its value, in the game's order; none when the game is over.

        Raises:
            SearchStopped: the budget is used up.
        """
        return [
            MoveValue(move, self.move_value(position, move), Certainty.PROVED)
            for move in legal_moves(self.game, position)
        ]

    @takes_position
    def move_value(self, position: P, move: int) -> Value:
        """The value of a legal move to the player who makes it.

        Raises:
            SearchStopped: the budget is used up.
        """
        after = self.game.play(position, move)
        return value_before(self.game, position, after, self.value(after))

    @takes_position
    def best_moves(self, position: P) -> list[int]:
        """The moves of the best value: the fastest win, a draw, the longest defence.

        Raises:
            GameOver: there is no move.
            SearchStopped: the budget is used up.
        """
        if self.game.outcome(position) != OPEN:
            raise GameOver("The game is over: there is no best move.")
        return list(self.best_ones(position))

    @takes_position
    def best_ones(self, position: P) -> Iterator[int]:
        """The best moves, as they are found; none when the game is over.

        Raises:
            SearchStopped: the budget is used up.
        """
        values = self.values(position)
        best = max((value for _, value, _ in values), default=None)
        yield from (move for move, value, _ in values if value == best)


# The most positions whose bounds, or lengths of draws, are remembered.
REMEMBERED = 100_000


class Solver(ExactSolver[P]):
    """Answers questions about any position of a game, exactly.

    It starts interpreted, so that small games are answered immediately, and compiles the search
    when a question turns out to be large.

    Args:
        game: the rules.
        budget: the most nodes to visit for one position; None for no limit.
        seconds: the time limit of one question; None for no limit.
        memory: the size of its transposition table in MiB.
        threads: the number of searching threads; one if the game's positions have no key.
        book: the opening book to probe first.
        progress: called with a report now and then.
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        RepeatingGame: positions can repeat; use `RetrogradeSolver` instead.
        OutOfMemory: not enough memory for the table, which a question makes.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> solver = Solver(TicTacToe())
    >>> position, _ = solver.game.parse("xxo/ox1/o2 x")
    >>> print(solver.value(position))
    win in 1
    >>> [solver.game.name(move) for move in solver.best_moves(position)]
    ['b1', 'c1']
    """

    @takes_names
    def __init__(  # noqa: PLR0913  # settings, each given by its name
        self,
        game: Game[P],
        budget: int | None = None,
        *,
        seconds: float | None = None,
        memory: int = MEMORY,
        threads: int = 1,
        book: Book[P] | None = None,
        progress: Progress | None = None,
        unchecked: bool = False,
    ) -> None:
        require(game, unchecked)
        refuse_repeating(game)
        self.engine = Engine(game, memory, threads)
        self.game = game
        self.budget = budget
        self.seconds = seconds
        self.book = book
        self.progress = progress
        self._draw_plies: Recent[P, int] = Recent(REMEMBERED)
        # All bounds found, also by stopped searches: the table keeps only positions that were hard.
        self._found: Recent[P, ScoreBounds] = Recent(REMEMBERED)
        self._shared: Limits | None = None
        self._latest = Limits()  # the latest question's
        self._last_node: int | None = None

    @property
    def nodes(self) -> int:  # type: ignore[override]
        """The positions visited so far."""
        return self.engine.nodes

    @contextmanager
    def shared_limit(self, part: float = 1) -> Iterator[None]:
        outer, self._shared = self._shared, self.limits(part)
        try:
            yield
        finally:
            self._shared = outer

    @contextmanager
    def within(self, nodes: int) -> Iterator[None]:
        outer, self._last_node = self._last_node, self.nodes + nodes
        try:
            yield
        finally:
            self._last_node = outer

    def stop(self) -> None:
        """End the question of another thread, which then raises SearchStopped."""
        self._latest.stop()

    @takes_position
    def value(self, position: P) -> Value:
        value = Value.from_score(self._score(position))
        return value._replace(plies=self._length(position)) if value.outcome == DRAW else value

    def scores(self, positions: Sequence[P], *, plies: bool = True) -> list[int | None]:
        """The scores of many positions; None if the budget is used up.

        This is faster than one by one if each takes microseconds. Without `plies` it returns only
        outcomes, which takes a third of the nodes in Connect Four.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> game = TicTacToe()
        >>> texts = ("xxo/ox1/o2 x", "3/3/3 x", "xxx/oo1/3 o")
        >>> Solver(game).scores([game.parse(text)[0] for text in texts])
        [9999999, 0, -10000000]
        >>> Solver(game).scores([game.parse(text)[0] for text in texts], plies=False)
        [1, 0, -1]
        """
        if not positions:
            return []
        known = [self._in_book(position) for position in positions]
        asked = [positions[i] for i, score in enumerate(known) if score is None]
        most = INFINITY if plies else 1
        found = iter(self.engine.close_in_all(asked, self.limits, most) if asked else [])
        scores = [next(found) if score is None else score for score in known]
        told = [None if score == UNKNOWN else score for score in scores]
        if plies:
            return told
        return [None if score is None else Value.from_score(score).outcome for score in told]

    @takes_position
    def bounds(self, position: P) -> tuple[int, int]:
        lower, upper = self._bounds(position)
        if lower == upper:
            return lower, upper
        at_sight = self.engine.game.slow_bounds(position)
        return max(lower, at_sight[0]), min(upper, at_sight[1])

    def _bounds(self, position: P) -> tuple[int, int]:
        """Bounds of the score from the book, remembered results, the rules and the table."""
        if self.game.outcome(position) != OPEN:
            score = self.game.outcome(position) * BASE
            return score, score
        score_in_book = self._in_book(position)
        if score_in_book is not None:
            return score_in_book, score_in_book
        aim = self._found.get(position, ScoreBounds()).copy()
        aim.close_in(*self.engine.known_bounds(position))
        return aim.lower(), aim.upper()

    @takes_position
    def best_play(self, position: P) -> Iterator[int]:
        while self.game.outcome(position) == OPEN:
            move = next(self.best_ones(position))
            yield move
            position = self.game.play(position, move)

    @takes_position
    def best_ones(self, position: P) -> Iterator[int]:
        best = to_child(self._score(position))
        for move in legal_moves(self.game, position):
            after = self.game.play(position, move)
            if keeps_turn(self.game, position, after):  # no later move can be better
                reached = self.exceeds(after, best - 1)
            else:  # or smaller, for the opponent
                reached = not self.exceeds(after, -best)
            if reached:
                yield move

    @takes_position
    def exceeds(self, position: P, score: int) -> bool:
        """Whether a position's score is above this one, which is cheaper than the score.

        Raises:
            SearchStopped: the budget is used up.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> solver = Solver(TicTacToe())
        >>> solver.exceeds(solver.game.start(), 0), solver.exceeds(solver.game.start(), -1)
        (False, True)
        """
        lower, upper = self._bounds(position)
        if lower > score or upper <= score:
            return lower > score
        aim = ScoreBounds(score, score + 1)
        self.engine.close_in(position, aim, self.limits())
        return aim.upper() > score

    def _length(self, position: P) -> int:
        plies = self.engine.game.draw_plies(position)
        if plies >= 0:
            return plies
        if position not in self._draw_plies:
            self._draw_plies[position] = len(self.principal_variation(position))
        return self._draw_plies[position]

    def _score(self, position: P) -> int:
        lower, upper = self._bounds(position)
        aim = self._found.get(position) or ScoreBounds()
        aim.close_in(lower, upper)
        if not aim.settled():
            self._found[position] = aim
            self.engine.close_in(position, aim, self.limits())
        return aim.lower()

    def _in_book(self, position: P) -> int | None:
        return self.book.probe(position) if self.book else None

    def limits(self, part: float = 1) -> Limits:
        """The limits of a question that starts now; inside `shared_limit`, the shared ones."""
        seconds = None if self.seconds is None else self.seconds * part
        self._latest = limits = self._shared or Limits(self.budget, seconds, self.progress)
        if self._last_node is None:
            return limits
        return limits.with_nodes(max(self._last_node - self.nodes, 0))
