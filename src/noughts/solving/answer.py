"""The result of a question about a position: a proved value, or bounds and a guess."""

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple

from noughts.game import Game, P, legal_moves
from noughts.knowledge import knowledge_of
from noughts.solving.exact_solver import ExactSolver
from noughts.value import DRAW, LOSS, SOONEST, WIN, Certainty, Value, soon, to_parent

UNSOLVED = "Who wins is unknown: the search ended before the position was solved."
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
            return f"{who} {VERBS[lower.outcome]}{how}; not every move is worked out."
        return {
            (LOSS, LOSS): f"{who} loses; how soon is unknown.",
            (LOSS, DRAW): f"{who} has at most a draw; whether {who} loses is unknown.",
            (DRAW, WIN): f"{who} has at least a draw; whether {who} wins is unknown.",
            (WIN, WIN): f"{who} wins; how soon is unknown.",
        }.get((lower.outcome, upper.outcome), UNSOLVED)


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
