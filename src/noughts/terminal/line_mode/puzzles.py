"""Puzzles in line mode, one by one; the first answer to each changes the rating."""

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
        quitting: whether the input ended, or was quit.
    """

    quitting = False

    def words(self, question: PuzzleQuestion) -> str:
        """The task in words."""
        return task(question)

    def end(self) -> None:
        """Set `quitting` if the puzzle was neither solved nor skipped."""
        self.quitting = not self.lesson.over

    def invitation(self) -> str:
        """The prompt for a move."""
        return "Your move: "


class Puzzler:
    """Asks puzzles until the input is quit, and prints the rating.

    Args:
        puzzles: the puzzles, and the rating.
        picture: draws a board.
    """

    def __init__(self, puzzles: Puzzles, picture: Callable[[Any], str] = str) -> None:
        self.puzzles = puzzles
        self.picture = picture

    def run(self, number: int | None = None) -> None:
        """Ask puzzles, beginning with this number if it is given."""
        click.echo(f"Your rating: {self.puzzles.rating}.")
        while self.ask(number or self.puzzles.next_number()):
            number = None
        click.echo(f"Your rating: {self.puzzles.rating}.")

    def ask(self, number: int) -> bool:
        """Ask a puzzle; return whether to continue."""
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
