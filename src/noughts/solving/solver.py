"""Exact values of one game's positions, remembered between questions."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from noughts.game import Game, P, keeps_turn, legal_moves
from noughts.laws.required import require
from noughts.recent import Recent
from noughts.search.depth import refuse_repeating
from noughts.search.score_bounds import ScoreBounds
from noughts.solving.book import Book
from noughts.solving.engine import UNKNOWN, Engine
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.limits import MEMORY, Limits, Progress
from noughts.value import BASE, DRAW, OPEN, Value, to_child

# The most positions remembered with bounds of their scores, or with the length of a draw.
REMEMBERED = 100_000


class Solver(ExactSolver[P]):
    """Answers questions about any position of a game, exactly.

    It begins interpreted, so that a small game is answered at once, and compiles the
    search when a question turns out to be large.

    Args:
        game: the rules.
        budget: how many nodes may be visited for one position; None for any number.
        seconds: the most seconds for one question; None for no limit.
        memory: the size of its transposition table in MiB.
        threads: how many threads search, where the game's positions have a key.
        book: the opening book to probe first.
        progress: called with a report now and then.
        unchecked: search a game of one's own without looking first whether it keeps the laws.

    Raises:
        BrokenLaw: a game of one's own breaks a law; the message says which and what to write.
        RepeatingGame: positions can repeat; `RetrogradeSolver` takes such games.
        OutOfMemory: by a question, when the table cannot be had.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> solver = Solver(TicTacToe())
    >>> position, _ = solver.game.parse("xxo/ox1/o2 x")
    >>> print(solver.value(position))
    win in 1
    >>> [solver.game.name(move) for move in solver.best_moves(position)]
    ['b1', 'c1']
    """

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
        """Know nothing yet."""
        require(game, unchecked)
        refuse_repeating(game)
        self.game = game
        self.budget = budget
        self.seconds = seconds
        self.book = book
        self.progress = progress
        self.engine = Engine(game, memory, threads)
        self._draw_plies: Recent[P, int] = Recent(REMEMBERED)
        # What was found out, also where it took too long: the table keeps only what was hard.
        self._found: Recent[P, ScoreBounds] = Recent(REMEMBERED)
        self._sitting: Limits | None = None
        self._latest = Limits()  # those of the latest question
        self._last_node: int | None = None

    @property
    def nodes(self) -> int:  # type: ignore[override]
        """How many positions have been visited so far."""
        return self.engine.nodes

    @contextmanager
    def sitting(self, part: float = 1) -> Iterator[None]:
        """Context: questions inside share the time limit of one, or this part of it."""
        outer, self._sitting = self._sitting, self.limits(part)
        try:
            yield
        finally:
            self._sitting = outer

    @contextmanager
    def within(self, nodes: int) -> Iterator[None]:
        """Context: questions inside visit that many positions at most, all together."""
        outer, self._last_node = self._last_node, self.nodes + nodes
        try:
            yield
        finally:
            self._last_node = outer

    def stop(self) -> None:
        """End the question that another thread is asking: it raises SearchStopped."""
        self._latest.stop()

    def value(self, position: P) -> Value:
        """What the position is worth to the player to move.

        Raises:
            SearchStopped: the budget is used up.
        """
        return self._value(position, self._score(position))

    def scores(self, positions: Sequence[P]) -> list[int | None]:
        """The scores of many positions, asked together; None if the budget is used up.

        This is faster than one by one if each takes microseconds.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> game = TicTacToe()
        >>> texts = ("xxo/ox1/o2 x", "3/3/3 x", "xxx/oo1/3 o")
        >>> Solver(game).scores([game.parse(text)[0] for text in texts])
        [9999999, 0, -10000000]
        """
        if not positions:
            return []
        known = [self._in_book(position) for position in positions]
        asked = [positions[i] for i, score in enumerate(known) if score is None]
        found = iter(self.engine.close_in_all(asked, self.limits) if asked else [])
        scores = [next(found) if score is None else score for score in known]
        return [None if score == UNKNOWN else score for score in scores]

    def bounds(self, position: P) -> tuple[int, int]:
        """Bounds of the score, without a search."""
        lower, upper = self._bounds(position)
        if lower == upper:
            return lower, upper
        at_sight = self.engine.game.slow_bounds(position)
        return max(lower, at_sight[0]), min(upper, at_sight[1])

    def _bounds(self, position: P) -> tuple[int, int]:
        """The same, as far as a search knows them."""
        if self.game.outcome(position) != OPEN:
            score = self.game.outcome(position) * BASE
            return score, score
        score_in_book = self._in_book(position)
        if score_in_book is not None:
            return score_in_book, score_in_book
        aim = self._found.get(position, ScoreBounds()).copy()
        aim.close_in(*self.engine.known(position))
        return aim.lower(), aim.upper()

    def best_play(self, position: P) -> Iterator[int]:
        """The first best move, the first best answer, and so on to the end of the game.

        Raises:
            SearchStopped: the budget for one of the moves is used up.
        """
        while self.game.outcome(position) == OPEN:
            move = next(self.best_ones(position))
            yield move
            position = self.game.play(position, move)

    def best_ones(self, position: P) -> Iterator[int]:
        """The best moves, as they are found; none when the game is over.

        Raises:
            SearchStopped: the budget for one of the moves is used up.
        """
        best = to_child(self._score(position))
        for move in legal_moves(self.game, position):
            after = self.game.play(position, move)
            if keeps_turn(self.game, position, after):  # no position after it can be worth more
                reached = self.exceeds(after, best - 1)
            else:  # or less, to the other player
                reached = not self.exceeds(after, -best)
            if reached:
                yield move

    def exceeds(self, position: P, score: int) -> bool:
        """Whether a position's score is above this one: sooner answered than what it is.

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

    def _value(self, position: P, score: int) -> Value:
        """The value of a score; a draw asks for its length."""
        value = Value.from_score(score)
        return value._replace(plies=self._length(position)) if value.outcome == DRAW else value

    def _length(self, position: P) -> int:
        """The plies to the end of a drawn position, along the principal variation."""
        plies = self.engine.game.draw_plies(position)
        if plies >= 0:
            return plies
        if position not in self._draw_plies:
            self._draw_plies[position] = len(self.principal_variation(position))
        return self._draw_plies[position]

    def _score(self, position: P) -> int:
        """The exact score."""
        lower, upper = self._bounds(position)
        aim = self._found.get(position) or ScoreBounds()
        aim.close_in(lower, upper)
        if not aim.settled():
            self._found[position] = aim
            self.engine.close_in(position, aim, self.limits())
        return aim.lower()

    def _in_book(self, position: P) -> int | None:
        """The score that the book has for the position."""
        return self.book.probe(position) if self.book else None

    def limits(self, part: float = 1) -> Limits:
        """The limits of a question that begins now; inside a sitting, those of the sitting."""
        seconds = None if self.seconds is None else self.seconds * part
        self._latest = limits = self._sitting or Limits(self.budget, seconds, self.progress)
        if self._last_node is None:
            return limits
        return limits.with_nodes(max(self._last_node - self.nodes, 0))
