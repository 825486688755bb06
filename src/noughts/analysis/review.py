"""Review a game: the value of each move, the mistakes, and a lesson to retry them."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from noughts import notebook_repr
from noughts.analysis.explain.explainer import explainer_for
from noughts.analysis.explain.text import Explanation, MoveExplanation
from noughts.analysis.state import State
from noughts.errors import GameOver, MatchError, NotAGame
from noughts.game import FIRST, SECOND, Game, turns_of
from noughts.games.given import checks_numbers
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import ExactSolver
from noughts.value import LOSS, OPEN, WIN, AnyValue, Margin, Value

HINTS = 3


class PlayedGame(Protocol):
    """A played game: a `Match`, or anything with these attributes."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def moves(self) -> tuple[int, ...]: ...

    @property
    def positions(self) -> tuple[Any, ...]: ...

    @property
    def first_turn(self) -> int: ...


class Grade(StrEnum):
    BEST = "best"
    SLOW_WIN = "slow_win"  # wins, but later than necessary, or by fewer points
    EARLY_LOSS = "early_loss"  # loses anyway, but faster than necessary, or by more points
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
        """Whether only time or points were lost."""
        return self in (Grade.SLOW_WIN, Grade.EARLY_LOSS)


class ReviewedMove(NamedTuple):
    ply: int  # its number, 1 for the first move
    grade: Grade
    explained: MoveExplanation  # the move, with its value and facts
    explanation: Explanation  # the position before it, with all moves

    @property
    def game(self) -> Game[Any]:
        return self.explanation.game

    @property
    def position(self) -> Any:
        return self.explanation.position

    @property
    def turn(self) -> int:
        return self.explained.turn

    @property
    def played(self) -> int:
        return self.explained.move

    @property
    def bad(self) -> bool:
        return self.grade.mistake or self.grade.slip

    @property
    def better(self) -> tuple[MoveExplanation, ...]:
        """The moves that would have kept the value; empty if it was kept."""
        return self.explanation.best if self.bad else ()

    @property
    def plies_lost(self) -> int:
        """The plies by which a win came later or a loss earlier; 0 for other moves."""
        before, value = self.explanation.value, self.explained.value
        if self.grade.slip and isinstance(before, Value) and isinstance(value, Value):
            return abs(value.plies - before.plies)
        return 0

    @property
    def points_lost(self) -> int:
        """The points that the move lost, in a review by points; otherwise 0."""
        before, value = self.explanation.value, self.explained.value
        if isinstance(before, Margin) and isinstance(value, Margin):
            return before.points - value.points
        return 0


class Accuracy(NamedTuple):
    turn: int  # FIRST or SECOND
    moves: int  # the number of moves with a proved value
    best: int  # the number of best moves
    slips: int  # the number of moves that lost only time
    mistakes: int  # the number of moves that made the outcome worse

    @property
    def share(self) -> float | None:
        return self.best / self.moves if self.moves else None


@notebook_repr.in_notebooks
class Review(NamedTuple):
    """The review of a game, with the last position explained; the game need not be over."""

    game: Game[Any]
    moves: tuple[ReviewedMove, ...]
    last: Explanation

    @property
    def values(self) -> tuple[AnyValue | None, ...]:
        """The value of each position for the player to move, the last one included."""
        return (*(move.explanation.value for move in self.moves), self.last.value)

    @property
    def bad_moves(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.bad)

    def accuracy(self, turn: int) -> Accuracy:
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
        return self.accuracy(FIRST), self.accuracy(SECOND)


@checks_numbers
def review(
    match: PlayedGame | State, solver: ExactSolver[Any] | MarginSolver[Any] | None = None
) -> Review:
    """Review every move of a game.

    Args:
        match: the game played so far, a Match, a Record or a State; it need not be over.
        solver: the solver; by default one with a budget. A MarginSolver reviews by points.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.analysis.game_record import Record
    >>> game = TicTacToe()
    >>> reviewed = review(Record.of(game, map(game.read, "a1 b1 b2 c3".split())))
    >>> [(move.ply, str(move.grade)) for move in reviewed.bad_moves]
    [(2, 'draw_to_loss')]
    """
    *_, whole = reviews(match, solver)
    return whole


def reviews(
    match: PlayedGame | State, solver: ExactSolver[Any] | MarginSolver[Any] | None = None
) -> Iterator[Review]:
    """Yield the review after each move, with the position before the next; the last is complete."""
    if isinstance(match, State):
        match = match.record
    if not all(hasattr(match, name) for name in ("game", "positions", "moves")):
        raise NotAGame(
            f"{match!r} has no moves to review: give a Match, a Record or a State, such as "
            f"State('tictactoe', moves='b2 a1 c3')."
        )
    explainer = explainer_for(match.game, solver)
    moves: list[ReviewedMove] = []
    turns = turns_of(match.game, match.first_turn, match.positions)
    for ply, (position, turn) in enumerate(zip(match.positions, turns, strict=True)):
        explanation = explainer.explain(position, turn)
        yield Review(match.game, tuple(moves), explanation)
        if ply < len(match.moves):
            if match.game.outcome(position) != OPEN:
                raise GameOver(f"Move {ply + 1} was played after the end of the game.")
            moves.append(judged(explanation, match.moves[ply], ply + 1))


def judged(explanation: Explanation, move: int, ply: int) -> ReviewedMove:
    explained = explanation.of(move)
    return ReviewedMove(ply, grade_of(explanation.value, explained.value), explained, explanation)


def grade_of(before: AnyValue | None, value: AnyValue | None) -> Grade:
    """The grade of a move that leads to `value` from a position worth `before`."""
    if before is None or value is None:
        return Grade.UNKNOWN
    if value == before:
        return Grade.BEST
    if value.outcome == before.outcome:
        return Grade.SLOW_WIN if value.outcome == WIN else Grade.EARLY_LOSS
    if before.outcome == WIN:
        return Grade.WIN_TO_LOSS if value.outcome == LOSS else Grade.WIN_TO_DRAW
    return Grade.DRAW_TO_LOSS


class QuizQuestion(Protocol):
    """A position with a move to find."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def position(self) -> Any: ...

    @property
    def turn(self) -> int: ...

    @property
    def explanation(self) -> Explanation: ...

    @property
    def better(self) -> tuple[MoveExplanation, ...]:
        """The right moves."""

    @property
    def played(self) -> int | None:
        """The move played in the game; None if the position is from no game."""


Q = TypeVar("Q", bound=QuizQuestion)


class GradedAnswer(NamedTuple):
    right: bool  # whether it is a right move
    grade: Grade
    again: bool  # whether it is the move played in the game
    explained: MoveExplanation  # the move, with its value and the facts about it


class Hint(NamedTuple):
    level: int  # 1 describes the right move, 2 names some candidates, 3 is the solution
    best: MoveExplanation  # a right move
    candidates: tuple[int, ...]  # one right move and some wrong ones; on level 3 all right moves


class Quiz(Generic[Q]):
    """A series of questions; each lasts until it is solved or given up.

    An interface shows `question`, calls `answer`, `hint` or `give_up`, and shows the result.
    """

    def __init__(self, questions: Sequence[Q]) -> None:
        self.questions = tuple(questions)
        self.right_at_once = 0
        self.solved = 0
        self._number = 0
        self._begin()

    def _begin(self) -> None:
        self.tried: list[int] = []
        self.hints = 0

    @property
    def over(self) -> bool:
        return self._number == len(self.questions)

    @property
    def question(self) -> Q:
        """The current question; MatchError if the lesson is over."""
        if self.over:
            raise MatchError("It is over: there is no question left.")
        return self.questions[self._number]

    @property
    def number(self) -> int:
        """The number of the current question, from 1; at the end, the number of the last."""
        return min(self._number + 1, len(self.questions))

    def answer(self, move: int) -> GradedAnswer:
        """Try a move; a right one leads to the next question.

        Raises MoveError if the move is illegal, and MatchError if the lesson is over.
        """
        question = self.question
        try:
            explained = question.explanation.of(move)
        except KeyError:
            raise question.game.explain_illegal(question.position, move) from None
        answer = GradedAnswer(
            explained in question.better,
            grade_of(question.explanation.value, explained.value),
            move == question.played,
            explained,
        )
        self.tried.append(move)
        if answer.right:
            self.solved += 1
            self.right_at_once += len(self.tried) == 1 and not self.hints
            self._next()
        return answer

    def hint(self) -> Hint:
        """The next level of help; the third is the solution."""
        question = self.question
        self.hints = min(self.hints + 1, HINTS)
        right = tuple(move.move for move in question.better)
        candidates = right if self.hints == HINTS else _candidates(question, self.tried)
        return Hint(self.hints, question.better[0], candidates)

    def give_up(self) -> Q:
        """Skip to the next question; return the skipped one, whose `better` is the solution."""
        question = self.question
        self._next()
        return question

    def _next(self) -> None:
        self._number += 1
        self._begin()


class Lesson(Quiz[ReviewedMove]):
    """A quiz on the mistakes of a game: find a better move.

    Args:
        review: the game.
        turn: the player whose mistakes are the questions; None for both.

    >>> from noughts.analysis.game_record import Record
    >>> from noughts.analysis.review import review
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> lesson = Lesson(review(Record.of(game, map(game.read, "a1 b1 b2 c3".split()))))
    >>> lesson.answer(game.read("a2")).right, lesson.answer(game.read("b2")).right
    (False, True)
    >>> lesson.over, lesson.right_at_once, len(lesson.questions)
    (True, 0, 1)
    """

    @checks_numbers
    def __init__(self, review: Review, turn: int | None = None) -> None:
        if not isinstance(review, Review):
            raise NotAGame(f"{review!r} is not a review: give the result of review(match).")
        super().__init__([move for move in review.bad_moves if turn in (None, move.turn)])
        #: The number of moves without a grade.
        self.unknown = sum(
            move.grade == Grade.UNKNOWN for move in review.moves if turn in (None, move.turn)
        )


def _candidates(question: QuizQuestion, tried: list[int]) -> tuple[int, ...]:
    """A right move and up to two untried wrong ones, in the game's order.

    The move played in the game is left out.
    """
    right, *others = (move.move for move in question.better)
    known = {*tried, question.played, right, *others}
    wrong = [move.move for move in question.explanation.moves if move.move not in known]
    return tuple(sorted([right, *wrong[:2]]))
