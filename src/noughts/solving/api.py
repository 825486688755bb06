"""The value of a position, proved or in bounds, with the right solver for any game."""

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, Generic, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import Game, P, fits_words, legal_moves
from noughts.games.given import takes_names
from noughts.knowledge import knowledge_of
from noughts.search.memory import Recent
from noughts.solving.book import Book, shipped_book
from noughts.solving.driver import MEMORY, Progress
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import ExactSolver, Solver
from noughts.value import DRAW, LOSS, SOONEST, WIN, Certainty, Value, soon, to_parent

UNSOLVED = "Who wins is unknown: the search ended before the position was solved."
UNFINISHED = "not every move is worked out."
# The sentences on bounds, by the lower and the upper outcome.
BOUNDED = {
    (LOSS, LOSS): "{who} loses; how soon is unknown.",
    (LOSS, DRAW): "{who} has at most a draw; whether {who} loses is unknown.",
    (DRAW, WIN): "{who} has at least a draw; whether {who} wins is unknown.",
    (WIN, WIN): "{who} wins; how soon is unknown.",
}
# The plies of the slowest win, as a bound where it is only known that there is one.
NO_LENGTH = Value.from_score(1).plies
VERBS = {LOSS: "loses", DRAW: "draws", WIN: "wins"}


class Bounds(NamedTuple):
    """Lower and upper bound of a value.

    >>> print(Bounds(Value(0, 9), Value(0, 9)), Bounds(Value(-1, 12), Value(1, 13)), sep="; ")
    draw; from loss in 12 to win in 13
    """

    lower: Value
    upper: Value

    def __str__(self) -> str:
        if self.lower == self.upper:
            return str(self.lower)
        if max(self.lower.plies, self.upper.plies) >= NO_LENGTH:
            return str(self.lower).partition(" ")[0]
        return f"from {self.lower} to {self.upper}"

    @property
    def certainty(self) -> Certainty:
        """PROVED; BOUND if something is ruled out; UNKNOWN if anything is possible.

        >>> [str(Bounds(Value(who, 2), Value(1, 1)).certainty) for who in (-1, 0)]
        ['unknown', 'bound']
        """
        if self.lower == self.upper:
            return Certainty.PROVED
        # For a move that does not end the game, bounds one ply ahead exclude only a loss or win
        # in 1.
        anything = self.lower.score <= 1 - SOONEST and self.upper.score >= SOONEST - 1
        return Certainty.UNKNOWN if anything else Certainty.BOUND

    def sentence(self, who: str) -> str:
        """The bounds of the outcome of the player to move; it promises no more.

        >>> Bounds(Value(DRAW, 0), Value(1, 1)).sentence("X")
        'X has at least a draw; whether X wins is unknown.'
        >>> Bounds(Value(DRAW, 9), Value(DRAW, 9)).sentence("X")
        'X draws; not every move is worked out.'
        """
        lower, upper = self
        if lower == upper:
            how = "" if lower.outcome == DRAW else f" {soon(lower.plies)}"
            return f"{who} {VERBS[lower.outcome]}{how}; {UNFINISHED}"
        return BOUNDED.get((lower.outcome, upper.outcome), UNSOLVED).format(who=who)


def bounds_of_scores(lower: int = -SOONEST, upper: int = SOONEST) -> Bounds:
    """The bounds of an open position's score as bounds of its value.

    >>> print(bounds_of_scores(-1_000_000_000, 0))
    from loss in 1 to draw
    """
    lower, upper = max(lower, -SOONEST), min(upper, SOONEST)
    return Bounds(Value.from_score(lower), Value.from_score(upper))


class Answer(NamedTuple):
    """The result of a search for a position's value.

    Args:
        game: the rules.
        position: the position.
        lower: the lower bound of its value for the player to move.
        upper: the upper bound.
        moves: the best moves found so far, or a likely good one; none when the game is over.
        moves_certainty: PROVED when `moves` are all the best moves, BOUND when they are best but
            there may be more, UNKNOWN when they are a guess.
        nodes: the number of visited positions.
        seconds: the duration of the search.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> win, draw = Value(1, 3), Value(0, 9)
    >>> answer = Answer(TicTacToe(), None, draw, win, (4,), Certainty.UNKNOWN, 100, 0.1)
    >>> print(answer, answer.value, answer.certainty, answer.guess, sep="; ")
    from draw to win in 3; None; bound; draw
    """

    game: Game[Any]
    position: Any
    lower: Value
    upper: Value
    moves: tuple[int, ...]
    moves_certainty: Certainty
    nodes: int
    seconds: float

    @property
    def bounds(self) -> Bounds:
        """The bounds of the value, equal if it is proved."""
        return Bounds(self.lower, self.upper)

    @property
    def value(self) -> Value | None:
        """The value, if it is proved."""
        return self.lower if self.lower == self.upper else None

    @property
    def certainty(self) -> Certainty:
        """PROVED; BOUND if something is ruled out; UNKNOWN if anything is possible."""
        return self.bounds.certainty

    @property
    def guess(self) -> Value:
        """The value if proved, otherwise a guess: as near to a draw as the bounds allow."""
        return min(max(self.lower, Value(DRAW, self.lower.plies)), self.upper)

    def __str__(self) -> str:
        return str(self.bounds)


class PositionInquiry(Generic[P]):
    """A question about a position in progress; after an interruption it keeps its results."""

    def __init__(self, game: Game[P], position: P, solver: ExactSolver[P]) -> None:
        self.game = game
        self.position = position
        self.solver = solver
        self.value: Value | None = None
        self.best: list[int] = []
        self._has_all_best = False

    def finding_best(self) -> Iterator[None]:
        """Find the value and the best moves, and yield after each."""
        self.value, self.best = self.solver.value(self.position), []
        yield
        for move in self.solver.best_ones(self.position):
            self.best.append(move)
            yield
        self._has_all_best = True

    def answer(self, seconds: float) -> Answer:
        """The results so far, with a guess for the rest."""
        if self.value is None:
            bounds = bounds_of_scores(*self.solver.bounds(self.position))
        else:
            bounds = Bounds(self.value, self.value)
        certainty = Certainty.BOUND if self.best else Certainty.UNKNOWN
        return Answer(
            self.game,
            self.position,
            *bounds,
            tuple(self.best or self._likely()),
            Certainty.PROVED if self._has_all_best else certainty,
            self.solver.nodes,
            seconds,
        )

    def _likely(self) -> list[int]:
        """The move with the best known bounds, and then the best estimate, if there is any."""
        game = knowledge_of(self.game)

        def rank(move: int) -> tuple[int, int, int]:
            lower, upper = map(to_parent, self.solver.move_bounds(self.position, move))
            return lower, upper, game.move_score(game.state(self.position), move)

        moves = legal_moves(self.game, self.position)
        return [max(moves, key=rank)] if moves else []


# The books that come with noughts, by the class of the game, with its default parameters.
SHIPPED = {"noughts.games.connectfour.ConnectFour": "connectfour.book"}
# These budgets suit boards with quick nodes; WIDE_SECONDS keeps questions on larger boards as
# short.
WIDE_SECONDS = 2.0
# The most games whose solvers are kept.
GAMES = 8
# The part of the time for a question that finding the margin may take.
MARGIN_PART = 0.5


@takes_names
def solver_for(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    budget: int | None = None,
    *,
    seconds: float | None = None,
    memory: int = MEMORY,
    threads: int = 1,
    progress: Progress | None = None,
    with_book: bool = True,
    unchecked: bool = False,
) -> ExactSolver[P]:
    """A solver for the game: retrograde analysis if positions can repeat.

    Args:
        game: the rules.
        budget: the most positions to visit for one question; None for no limit.
        seconds: the time limit of one question; None for no limit.
        memory: the size of its transposition table in MiB.
        threads: the number of searching threads.
        progress: called with a report now and then.
        with_book: whether to use the opening book that comes with noughts, if the game has one.
        unchecked: do not check your own game's rules for mistakes before the search.

    Retrograde analysis is limited only by the number of positions. If a budget is the only limit
    and a set of cells takes more than a machine word, a question also ends after `WIDE_SECONDS`.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.

    >>> from noughts.games.registry import find_game
    >>> type(solver_for(find_game("tictactoe"))).__name__
    'Solver'
    >>> type(solver_for(find_game("morris"))).__name__
    'RetrogradeSolver'
    """
    if game.repeats:
        from noughts.solving.retrograde import RetrogradeSolver

        return RetrogradeSolver(game, budget, unchecked=unchecked)
    if seconds is None and budget is not None and not fits_words(game):
        seconds = WIDE_SECONDS
    return Solver(
        game,
        budget,
        seconds=seconds,
        memory=memory,
        threads=threads,
        book=book_for(game) if with_book else None,
        progress=progress,
        unchecked=unchecked,
    )


def book_for(game: Game[Any]) -> Book[Any] | None:
    """The book that comes with noughts; None if there is none for this game."""
    cls: Any = type(game)
    name = SHIPPED.get(f"{cls.__module__}.{cls.__qualname__}")
    return shipped_book(cls, name) if name and game == cls() else None


class Solvers:
    """The solver of each game, made on first use and shared by players and analyses.

    Args:
        budget: the node budget of a question.
        seconds: the time limit of a question; None for no limit.
        progress: called with a report now and then.

    >>> from noughts.games.nim import Nim
    >>> solvers = Solvers(budget=1_000)
    >>> solvers.of(Nim()) is solvers.of(Nim())
    True
    """

    def __init__(
        self, budget: int, seconds: float | None = None, progress: Progress | None = None
    ) -> None:
        self.budget = budget
        self.seconds = seconds
        self.progress = progress
        self._kept: Recent[Any, ExactSolver[Any]] = Recent(GAMES)
        self._margins: Recent[Any, MarginSolver[Any]] = Recent(GAMES)

    def of(self, game: Game[P]) -> ExactSolver[P]:
        if game not in self._kept:
            self._kept[game] = solver_for(
                game, self.budget, seconds=self.seconds, progress=self.progress
            )
        return self._kept[game]

    def margins_of(self, game: Game[P]) -> MarginSolver[P]:
        """The solver of a game for points, which takes MARGIN_PART of the time."""
        if game not in self._margins:
            seconds = None if self.seconds is None else self.seconds * MARGIN_PART
            self._margins[game] = MarginSolver(game, self.budget, seconds)
        return self._margins[game]

    def stop(self) -> None:
        """End the question of another thread; retrograde analysis goes on."""
        for solver in (*self._kept.values(), *self._margins.values()):
            if isinstance(solver, Solver | MarginSolver):
                solver.stop()


@takes_names
def solve(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    position: P | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = MEMORY,
    progress: Progress | None = None,
    unchecked: bool = False,
) -> Answer:
    """The exact value of a position and its best moves, within the limits.

    Ctrl-C raises KeyboardInterrupt. To keep partial results, use a solver of your own
    (`solver_for`) and its `bounds`.

    Args:
        game: the rules.
        position: any position; by default the start.
        seconds: the time limit; None for no limit. Retrograde analysis, for games that repeat
            positions, is not interrupted.
        nodes: the most positions to visit for the value, and again for each move that may be best;
            None for no limit.
        threads: the number of searching threads; the answer does not depend on it.
        memory: the size of the transposition table in MiB.
        progress: called now and then with a `Report`: nodes, seconds, depth and bounds so far.
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        OutOfMemory: not enough memory for the table.

    >>> from noughts.games.mnk import MNK
    >>> answer = solve(MNK(4, 3, 3))
    >>> print(answer, answer.certainty, [answer.game.name(move) for move in answer.moves])
    win in 7 proved ['b3', 'c3', 'b2', 'c2', 'b1', 'c1']
    >>> answer = solve(MNK(7, 7, 5), nodes=1_000)
    >>> print(answer.value, answer.moves_certainty)
    None unknown
    """
    position = game.start() if position is None else position
    solver = solver_for(
        game,
        nodes,
        seconds=seconds,
        memory=memory,
        threads=threads,
        progress=progress,
        unchecked=unchecked,
    )
    begun, inquiry = perf_counter(), PositionInquiry(game, position, solver)
    with suppress(SearchStopped), solver.shared_limit():
        for _ in inquiry.finding_best():
            pass
    return inquiry.answer(perf_counter() - begun)


@takes_names
def best_moves(game: Game[P], position: P) -> list[int]:
    """The moves of the best value: the fastest win, a draw, the longest defence.

    Raises:
        GameOver: there is no move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.name(move) for move in best_moves(game, game.parse("3/3/2x o")[0])]
    ['b2']
    """
    return solver_for(game).best_moves(position)
