"""Puzzles on the full screen, one by one; each changes the rating."""

from typing import ClassVar

from textual import work
from textual.binding import Binding

from noughts.analysis.review import Quiz
from noughts.puzzles.question import PuzzleQuestion, task
from noughts.terminal.game.move_names import Labels
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.screen.background import in_background
from noughts.terminal.screen.lesson_page import QuizPage


class PuzzlePage(QuizPage):
    """A page of puzzles of one game.

    Args:
        puzzles: the puzzles, and the rating.
        number: the number of the first puzzle.
        quiz: the first puzzle's quiz.
        labels: the names of moves.
    """

    BINDINGS: ClassVar = [Binding("n", "next", show=False)]
    WORDS: ClassVar = {**QuizPage.WORDS, "next": "next", "n": "next"}

    def __init__(
        self, puzzles: Puzzles, number: int, quiz: Quiz[PuzzleQuestion], labels: Labels
    ) -> None:
        super().__init__(quiz, labels)
        self.puzzles = puzzles
        self.number = number

    def question(self) -> str:
        """The puzzle's title and task."""
        return f"{self.puzzles.title(self.number)} {task(self.lesson.question)}"

    def help_text(self) -> str:
        """The possible actions."""
        following = f"{self.sign('n')}: next puzzle, " if self.lesson.over else ""
        return following + super().help_text()

    def end(self) -> str:
        """The rating after the puzzle."""
        return self.puzzles.rate(self.number, bool(self.lesson.right_at_once))

    @work(exclusive=True)
    async def action_next(self) -> None:
        """Ask another puzzle, if this one is over."""
        if self.lesson.over:
            self.number = self.puzzles.next_number()
            self.tell("")
            self.lesson = await in_background(lambda: self.puzzles.explained(self.number))
            self.ask()

    def action_leave(self) -> None:
        """Return to the game; an unfinished puzzle counts as not solved."""
        if not self.lesson.over and (self.lesson.tried or self.lesson.hints):
            self.puzzles.rate(self.number, solved=False)
        self.dismiss()
