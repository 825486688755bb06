"""Puzzles in the line mode, one after the other; each changes one's rating, by the first answer."""

from collections.abc import Callable
from typing import Any

import click

from noughts.puzzles.question import PuzzleQuestion, task
from noughts.terminal.game.move_names import Labels
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.line_mode.lesson import Asker


class PuzzleAsker(Asker[PuzzleQuestion]):
    """Asks one puzzle.

    Attributes:
        quitting: whether the input ended, or said quit.
    """

    quitting = False

    def words(self, question: PuzzleQuestion) -> str:
        """What is to be found."""
        return task(question)

    def end(self) -> None:
        """Whether to go on: one who has not solved it and not skipped it has quit."""
        self.quitting = not self.lesson.over

    def invitation(self) -> str:
        """A move is expected."""
        return "Your move: "


class Puzzler:
    """Asks puzzles until the input says quit, and says one's rating.

    Args:
        puzzles: the puzzles, and the rating.
        picture: draws a board.
    """

    def __init__(self, puzzles: Puzzles, picture: Callable[[Any], str] = str) -> None:
        """Ask nothing yet."""
        self.puzzles = puzzles
        self.picture = picture

    def run(self, number: int | None = None) -> None:
        """Ask, beginning with the puzzle of that number if it is given."""
        click.echo(f"Your rating: {self.puzzles.rating}.")
        while self.ask(number or self.puzzles.next_number()):
            number = None
        click.echo(f"Your rating: {self.puzzles.rating}.")

    def ask(self, number: int) -> bool:
        """Ask a puzzle; whether to go on."""
        click.echo(f"\n{self.puzzles.title(number)}")
        quiz = self.puzzles.quiz(number)
        quiz.question.explain_beside()
        labels = Labels(self.puzzles.pack.game, digits=False)
        asker = PuzzleAsker(quiz, labels, self.picture)
        asker.teach()
        if asker.quitting and not (quiz.tried or quiz.hints):
            return False
        click.echo(self.puzzles.rate(number, bool(quiz.right_at_once)))
        return not asker.quitting
