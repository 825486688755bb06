"""Game review: each move's value, the mistakes, and the better moves."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from noughts import notebook_repr
from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.model import Explanation, MoveExplanation
from noughts.errors import GameOver
from noughts.game import FIRST, SECOND, Game, turns_of
from noughts.solving.exact_solver import ExactSolver
from noughts.value import LOSS, OPEN, WIN, Value


class Played(Protocol):
    """A played game: a `Match`, or anything with these attributes."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves."""

    @property
    def positions(self) -> tuple[Any, ...]:
        """The position before every move, and the last one."""

    @property
    def first_turn(self) -> int:
        """Whose turn it was in the first position."""


class Grade(StrEnum):
    """How good a move was."""

    BEST = "best"  # nothing was better
    SLOW_WIN = "slow_win"  # still a win, but later than necessary
    EARLY_LOSS = "early_loss"  # already a loss, but sooner than necessary
    WIN_TO_DRAW = "win_to_draw"
    WIN_TO_LOSS = "win_to_loss"
    DRAW_TO_LOSS = "draw_to_loss"
    UNKNOWN = "unknown"  # nothing is proved

    @property
    def mistake(self) -> bool:
        """Whether the outcome got worse."""
        return self in (Grade.WIN_TO_DRAW, Grade.WIN_TO_LOSS, Grade.DRAW_TO_LOSS)

    @property
    def slip(self) -> bool:
        """Whether only time was lost."""
        return self in (Grade.SLOW_WIN, Grade.EARLY_LOSS)


class ReviewedMove(NamedTuple):
    """One move of the game.

    Args:
        ply: its number, 1 for the first move.
        grade: how good it was.
        explained: the move itself, with its value and the facts about it.
        explanation: the position before it, with all moves.
    """

    ply: int
    grade: Grade
    explained: MoveExplanation
    explanation: Explanation

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.explanation.game

    @property
    def position(self) -> Any:
        """The position before it."""
        return self.explanation.position

    @property
    def turn(self) -> int:
        """Who played it."""
        return self.explained.turn

    @property
    def played(self) -> int:
        """The move."""
        return self.explained.move

    @property
    def bad(self) -> bool:
        """Whether it lost value, even if only time."""
        return self.grade.mistake or self.grade.slip

    @property
    def better(self) -> tuple[MoveExplanation, ...]:
        """The moves that would have kept the value; empty when it was kept."""
        return self.explanation.best if self.bad else ()

    @property
    def plies_lost(self) -> int:
        """By how many plies a win came later, or a loss sooner; 0 for all other moves."""
        before, value = self.explanation.value, self.explained.value
        return abs(value.plies - before.plies) if self.grade.slip and value and before else 0


class Accuracy(NamedTuple):
    """How well a player played.

    Args:
        turn: FIRST or SECOND.
        moves: the moves with a proved value.
        best: how many of them were best.
        slips: how many lost nothing but time.
        mistakes: how many made the outcome worse.
    """

    turn: int
    moves: int
    best: int
    slips: int
    mistakes: int

    @property
    def share(self) -> float | None:
        """The share of best moves; None without moves.

        >>> Accuracy(FIRST, moves=4, best=3, slips=1, mistakes=0).share
        0.75
        """
        return self.best / self.moves if self.moves else None


@notebook_repr.in_notebooks
class Review(NamedTuple):
    """A whole game reviewed.

    Args:
        game: the rules.
        moves: every move of the game.
        last: the last position, explained; over, or not.
    """

    game: Game[Any]
    moves: tuple[ReviewedMove, ...]
    last: Explanation

    @property
    def values(self) -> tuple[Value | None, ...]:
        """The value at each ply, to the player to move, the last position included."""
        return (*(move.explanation.value for move in self.moves), self.last.value)

    @property
    def bad_moves(self) -> tuple[ReviewedMove, ...]:
        """The moves that lost value."""
        return tuple(move for move in self.moves if move.bad)

    def accuracy(self, turn: int) -> Accuracy:
        """How well one side played."""
        grades = [move.grade for move in self.moves if move.turn == turn]
        return Accuracy(
            turn,
            sum(grade != Grade.UNKNOWN for grade in grades),
            sum(grade == Grade.BEST for grade in grades),
            sum(grade.slip for grade in grades),
            sum(grade.mistake for grade in grades),
        )

    @property
    def accuracies(self) -> tuple[Accuracy, Accuracy]:
        """How well both sides played, the first player first."""
        return self.accuracy(FIRST), self.accuracy(SECOND)


def review(match: Played, solver: ExactSolver[Any] | None = None) -> Review:
    """Review every move of a game: its value, and what was better.

    Args:
        match: the game played so far; it need not be over.
        solver: the solver; by default one with a budget.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.analysis.game_record import Record
    >>> game = TicTacToe()
    >>> reviewed = review(Record.of(game, map(game.read, "a1 b1 b2 c3".split())))
    >>> [(move.ply, str(move.grade)) for move in reviewed.bad_moves]
    [(2, 'draw_to_loss')]
    """
    *_, whole = reviews(match, solver)
    return whole


def reviews(match: Played, solver: ExactSolver[Any] | None = None) -> Iterator[Review]:
    """The review as far as it has come, move by move; the last is that of the whole game.

    Each ends with the position before the next move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.analysis.game_record import Record
    >>> game = TicTacToe()
    >>> played = Record.of(game, map(game.read, "a1 b1 b2".split()))
    >>> [len(reviewed.moves) for reviewed in reviews(played)]
    [0, 1, 2, 3]
    """
    explainer = Explainer(match.game, solver)
    moves: list[ReviewedMove] = []
    turns = turns_of(match.game, match.first_turn, match.positions)
    for ply, (position, turn) in enumerate(zip(match.positions, turns, strict=True)):
        explanation = explainer.explain(position, turn)
        yield Review(match.game, tuple(moves), explanation)
        if ply < len(match.moves):
            if match.game.outcome(position) != OPEN:
                raise _after_the_end(ply + 1)
            moves.append(judged(explanation, match.moves[ply], ply + 1))


def reviewed_move(
    explainer: Explainer[Any], position: Any, turn: int, move: int, ply: int
) -> ReviewedMove:
    """One move, compared with the best one."""
    if explainer.game.outcome(position) != OPEN:
        raise _after_the_end(ply)
    return judged(explainer.explain(position, turn), move, ply)


def _after_the_end(ply: int) -> GameOver:
    return GameOver(f"Move {ply} was played after the end of the game.")


def judged(explanation: Explanation, move: int, ply: int) -> ReviewedMove:
    """One move of a position that is explained already."""
    explained = explanation.of(move)
    return ReviewedMove(ply, grade(explanation.value, explained.value), explained, explanation)


def grade(before: Value | None, value: Value | None) -> Grade:
    """The grade of a move that leads to `value` from a position worth `before`.

    >>> str(grade(Value(WIN, 3), Value(WIN, 5)))
    'slow_win'
    """
    if before is None or value is None:
        return Grade.UNKNOWN
    if value == before:
        return Grade.BEST
    if value.outcome == before.outcome:
        return Grade.SLOW_WIN if value.outcome == WIN else Grade.EARLY_LOSS
    if before.outcome == WIN:
        return Grade.WIN_TO_LOSS if value.outcome == LOSS else Grade.WIN_TO_DRAW
    return Grade.DRAW_TO_LOSS
