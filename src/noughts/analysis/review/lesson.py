"""Lessons: retry the mistakes of a game. No input, no output."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from noughts.analysis.explain.model import Explanation, MoveExplanation
from noughts.analysis.review.review import Grade, Review, ReviewedMove, grade
from noughts.errors import MatchError
from noughts.game import Game

HINTS = 3


class Question(Protocol):
    """A position in which a move is to be found."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""

    @property
    def position(self) -> Any:
        """The position."""

    @property
    def turn(self) -> int:
        """Whose turn it is there."""

    @property
    def explanation(self) -> Explanation:
        """The position, with all its moves."""

    @property
    def better(self) -> tuple[MoveExplanation, ...]:
        """The right moves."""

    @property
    def played(self) -> int | None:
        """The move that was played there in a game, if it is of one."""


Q = TypeVar("Q", bound=Question)


class Answer(NamedTuple):
    """The verdict on an answer.

    Args:
        right: whether it is a right move.
        grade: how good it is.
        again: whether it is the move that was played in the game.
        explained: the move, with its value and the facts about it.
    """

    right: bool
    grade: Grade
    again: bool
    explained: MoveExplanation


class Hint(NamedTuple):
    """Help with a question, each more than the one before.

    Args:
        level: 1 tells what the right move does, 2 names some candidates, 3 is the solution.
        best: a right move.
        candidates: moves one of which is right; on level 3 every right move.
    """

    level: int
    best: MoveExplanation
    candidates: tuple[int, ...]


class Quiz(Generic[Q]):
    """Asks for the right move, question by question, until solved or given up.

    An interface shows `question`, calls `answer`, `hint` or `give_up`, and shows the result.

    Args:
        questions: what is asked.
    """

    def __init__(self, questions: Sequence[Q]) -> None:
        """Begin with the first question."""
        self.questions = tuple(questions)
        self.right_at_once = 0
        self.solved = 0
        self._number = 0
        self._begin()

    def _begin(self) -> None:
        """Reset the tries and hints for a new question."""
        self.tried: list[int] = []
        self.hints = 0

    @property
    def over(self) -> bool:
        """Whether there is no question left."""
        return self._number == len(self.questions)

    @property
    def question(self) -> Q:
        """The question that is asked now.

        Raises:
            MatchError: the lesson is over.
        """
        if self.over:
            raise MatchError("It is over: there is no question left.")
        return self.questions[self._number]

    @property
    def number(self) -> int:
        """Which question it is, 1 for the first; after the last, how many there were."""
        return min(self._number + 1, len(self.questions))

    def answer(self, move: int) -> Answer:
        """Try a move. A right one leads on to the next question.

        Raises:
            MoveError: it cannot be played in that position; nothing is changed.
            MatchError: the lesson is over.
        """
        question = self.question
        try:
            explained = question.explanation.of(move)
        except KeyError:
            raise question.game.explain_illegal(question.position, move) from None
        answer = Answer(
            explained in question.better,
            grade(question.explanation.value, explained.value),
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
        """Some help, and more each time; the third time, the solution.

        Raises:
            MatchError: the lesson is over.
        """
        question = self.question
        self.hints = min(self.hints + 1, HINTS)
        right = tuple(move.move for move in question.better)
        candidates = right if self.hints == HINTS else _candidates(question, self.tried)
        return Hint(self.hints, question.better[0], candidates)

    def give_up(self) -> Q:
        """Skip to the next question; return the skipped one, whose `better` is the solution.

        Raises:
            MatchError: the lesson is over.
        """
        question = self.question
        self._next()
        return question

    def _next(self) -> None:
        self._number += 1
        self._begin()


class Lesson(Quiz[ReviewedMove]):
    """Asks for a better move at each mistake of a game.

    Args:
        review: the game.
        turn: whose bad moves; None for those of both sides.

    >>> from noughts.analysis.game_record import Record
    >>> from noughts.analysis.review.review import review
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> lesson = Lesson(review(Record.of(game, map(game.read, "a1 b1 b2 c3".split()))))
    >>> lesson.answer(game.read("a2")).right, lesson.answer(game.read("b2")).right
    (False, True)
    >>> lesson.over, lesson.right_at_once, len(lesson.questions)
    (True, 0, 1)
    """

    def __init__(self, review: Review, turn: int | None = None) -> None:
        """Begin with the first bad move."""
        super().__init__([move for move in review.bad_moves if turn in (None, move.turn)])
        #: How many moves could not be judged.
        self.unknown = sum(
            move.grade == Grade.UNKNOWN for move in review.moves if turn in (None, move.turn)
        )


def _candidates(question: Question, tried: list[int]) -> tuple[int, ...]:
    """A right move among two others if possible, in the game's order.

    Moves that have been tried are left out, and the one that was played.
    """
    right, *others = (move.move for move in question.better)
    known = {*tried, question.played, right, *others}
    wrong = [move.move for move in question.explanation.moves if move.move not in known]
    return tuple(sorted([right, *wrong[:2]]))
