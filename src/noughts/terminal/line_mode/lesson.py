"""A lesson in line mode: retry the mistakes of a game.

Boards, questions and answers go to standard output, the prompt to standard error.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

import click

from noughts.analysis import review_text
from noughts.analysis.review import Lesson, Quiz, QuizQuestion, ReviewedMove
from noughts.answers.question import LONGEST_MOVE, shortened
from noughts.board import Board
from noughts.errors import MatchError, MoveError, NoughtsError
from noughts.terminal.game.names import COLON, Labels, as_command
from noughts.terminal.support.streams import line_for, wrapped

HINT, SKIP, QUIT, HELP = ("hint", "h"), ("skip", "s", "solution"), ("quit", "q"), ("help", "?")

Q = TypeVar("Q", bound=QuizQuestion)


class Asker(ABC, Generic[Q]):
    """Runs a quiz line by line."""

    def __init__(self, lesson: Quiz[Q], labels: Labels, picture: Callable[[Board], str]) -> None:
        self.lesson = lesson
        self.labels = labels
        self.picture = picture

    def teach(self) -> None:
        lesson = self.lesson
        if not lesson.over:
            click.echo(self.commands())
            self.show()
        while not lesson.over:
            line = self.prompt()
            if line is None or self.asks_for(QUIT, line):
                break
            self.obey(line)
        self.end()

    @abstractmethod
    def words(self, question: Q) -> str:
        """The question in words."""

    @abstractmethod
    def end(self) -> None:
        """Print the result."""

    @abstractmethod
    def invitation(self) -> str:
        """The prompt for a line."""

    def commands(self) -> str:
        hint, skip, leave = (as_command(each[0], self.labels) for each in (HINT, SKIP, QUIT))
        return f"Type a move, or {hint}, {skip} or {leave}."

    def asks_for(self, words: tuple[str, ...], line: str) -> bool:
        """Whether the line is one of these words and not a move; a colon makes it a command."""
        command = line.removeprefix(COLON).lstrip()
        return command in words and (command != line or not self.labels.calls(line))

    def show(self) -> None:
        question = self.lesson.question
        board = question.game.board(question.position, question.turn)
        click.echo(f"\n{self.picture(board)}\n")  # before the words, which may take a while
        click.echo(wrapped(self.words(question)))

    def prompt(self) -> str | None:
        line = line_for(self.invitation())
        return None if line is None else line.lower()

    def obey(self, line: str) -> None:
        number = self.lesson.number
        try:
            click.echo(wrapped(self.reaction(line)))
        except NoughtsError as error:
            click.echo(wrapped(str(error)))
        if not self.lesson.over and self.lesson.number != number:
            self.show()

    def reaction(self, line: str) -> str:
        lesson, name = self.lesson, self.labels.of
        if not line or self.asks_for(HELP, line):
            return self.commands()
        if self.asks_for(HINT, line):
            return review_text.hint_text(lesson.hint(), name)
        if self.asks_for(SKIP, line):
            return review_text.solution_text(lesson.give_up(), name)
        position = lesson.question.position
        move = self.labels.read(shortened(line, LONGEST_MOVE), position)
        try:
            return review_text.answer_text(lesson.answer(move), name)
        except MoveError as error:
            raise MatchError(self.labels.explain_illegal(position, move, error)) from None


class Teacher(Asker[ReviewedMove]):
    """A quiz for the better moves of a game."""

    lesson: Lesson

    def words(self, question: ReviewedMove) -> str:
        return review_text.question_text(question, self.labels.of)

    def end(self) -> None:
        click.echo(review_text.lesson_end(self.lesson))

    def invitation(self) -> str:
        return f"Question {self.lesson.number} of {len(self.lesson.questions)}: "
