"""The result of a question about a position: a proved value, or bounds and a guess."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, NamedTuple, Protocol

from noughts.errors import GameOver
from noughts.game import Game, P, keeps_turn, legal_moves, value_before
from noughts.knowledge import knowledge_of
from noughts.value import (
    DRAW,
    INFINITY,
    LOSS,
    OPEN,
    SOONEST,
    WIN,
    Certainty,
    Value,
    flip_bounds,
    soon,
    to_parent,
)


class MoveValue(NamedTuple):
    """A move and its value for the player who makes it."""

    move: int
    value: Value
    certainty: Certainty


class ExactSolver(Protocol[P]):
    """Answers questions about any position of a game, exactly.

    Every question raises SearchStopped when its budget is used up.

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
        """The position's value for the player to move."""

    def best_play(self, position: P) -> Iterator[int]:
        """The first best move, the first best answer, and so on, until a position repeats.

        The line ends with the game, or with the move that repeats one of its positions. In a draw
        it takes the first move that keeps the draw and ends the game the soonest.
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

    def principal_variation(self, position: P) -> list[int]:
        return list(self.best_play(position))

    def shared_limit(self, part: float = 1) -> AbstractContextManager[None]:
        """Context: questions inside share the time limit of one question, or this part of it."""
        return nullcontext()

    def within(self, nodes: int) -> AbstractContextManager[None]:
        """Context: questions inside visit at most that many positions, if the solver can stop."""
        return nullcontext()

    def bounds(self, position: P) -> tuple[int, int]:
        """Bounds of the score, without a search."""
        return -INFINITY, INFINITY

    def move_bounds(self, position: P, move: int) -> tuple[int, int]:
        """Bounds of the score after a move, for the player who makes it, without a search."""
        after = self.game.play(position, move)
        return flip_bounds(*self.bounds(after), turns=not keeps_turn(self.game, position, after))

    def values(self, position: P) -> list[MoveValue]:
        """Every legal move with its value, in the game's order; none when the game is over."""
        return [
            MoveValue(move, self.move_value(position, move), Certainty.PROVED)
            for move in legal_moves(self.game, position)
        ]

    def move_value(self, position: P, move: int) -> Value:
        """The value of a legal move to the player who makes it."""
        after = self.game.play(position, move)
        return value_before(self.game, position, after, self.value(after))

    def best_moves(self, position: P) -> list[int]:
        """The moves of the best value: the fastest win, a draw, the longest defence."""
        if self.game.outcome(position) != OPEN:
            raise GameOver("The game is over: there is no best move.")
        return list(self.best_ones(position))

    def best_ones(self, position: P) -> Iterator[int]:
        """The best moves, as they are found; none when the game is over."""
        values = self.values(position)
        best = max((value for _, value, _ in values), default=None)
        yield from (move for move, value, _ in values if value == best)


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
        """PROVED; BOUND if something is ruled out; UNKNOWN if anything is possible."""
        if self.lower == self.upper:
            return Certainty.PROVED
        # For a move that does not end the game, bounds one ply ahead exclude only a loss or win
        # in 1.
        anything = self.lower.score <= 1 - SOONEST and self.upper.score >= SOONEST - 1
        return Certainty.UNKNOWN if anything else Certainty.BOUND

    def sentence(self, who: str) -> str:
        """The bounds of the outcome of the player to move; it promises no more."""
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
    """The bounds of an open position's score as bounds of its value."""
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
