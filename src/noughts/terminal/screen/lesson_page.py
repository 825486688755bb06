"""Questions on the full screen: a lesson retries the mistakes of a game."""

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from noughts.analysis.review.lesson import Lesson, Quiz
from noughts.analysis.review.text import (
    answer_text,
    hint_text,
    lesson_end,
    question_text,
    solution_text,
)
from noughts.board import Board, Cell
from noughts.errors import MoveError
from noughts.terminal.game.move_names import Labels
from noughts.terminal.screen.board_view import BoardView, Table
from noughts.terminal.screen.dialogs import INTERRUPT, Picking


class QuizPage(ModalScreen[None]):
    """A page that asks questions one by one; a subclass says what stands above the board.

    Args:
        lesson: the questions, one at least.
        labels: what moves are called.
    """

    BINDINGS: ClassVar = [
        Binding("h", "hint", show=False),
        Binding("s", "skip", show=False),
        Binding("escape,q", "leave", show=False),
        INTERRUPT,
    ]
    HELP = "Choose a cell. h: hint, s: show the solution and skip, Esc: back to the game."
    OVER = "Esc: back to the game."

    def __init__(self, lesson: Quiz[Any], labels: Labels) -> None:
        """Ask nothing yet."""
        super().__init__()
        self.lesson = lesson
        self.labels = labels
        self.picking = Picking(self.app, labels, self.tell)

    def question(self) -> str:
        """The question in words."""
        raise NotImplementedError

    def end(self) -> str:
        """How it went, when no question is left."""
        raise NotImplementedError

    @property
    def board(self) -> Board:
        """The position of the question."""
        question = self.lesson.question
        board: Board = question.game.board(question.position, question.turn)
        return board

    def compose(self) -> ComposeResult:
        """The question, the board, and the reaction to the answer."""
        with Vertical(id="lesson"):
            yield Static(id="lesson-question", markup=False)
            with Table(id="lesson-table"):
                yield BoardView(self.board, self.labels)
            yield Static(id="lesson-answer", markup=False)
            yield Static(self.HELP, id="lesson-help", classes="page-foot", markup=False)

    def on_mount(self) -> None:
        """Ask."""
        self.query_one(BoardView).focus()
        self.ask()

    def ask(self) -> None:
        """Show the question; or, when there is none left, how it went."""
        over = self.lesson.over
        self.query_one("#lesson-question", Static).update(self.end() if over else self.question())
        self.query_one("#lesson-help", Static).update(self.OVER if over else self.HELP)
        if not over:
            self.query_one(BoardView).show(self.board, {})

    def tell(self, text: str) -> None:
        """Show the reaction to an answer."""
        self.query_one("#lesson-answer", Static).update(text)

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        """Try the move, once it is clear which."""
        message.stop()
        self.choose(message.cell)

    def on_key(self, event: events.Key) -> None:
        """A digit chooses the cell that shows it."""
        if cell := self.query_one(BoardView).showing(event.character):
            event.stop()
            self.choose(cell)

    def choose(self, cell: Cell) -> None:
        """Try the move of a cell, once it is clear which."""
        if self.lesson.over:
            return
        try:
            self.picking.choose(self.board, cell, self.answer)
        except MoveError as error:
            self.tell(str(error))
        self.query_one(BoardView).lift(self.picking.lifted)

    def answer(self, move: int) -> None:
        """Try a move."""
        position = self.lesson.question.position
        try:
            self.tell(answer_text(self.lesson.answer(move), self.labels.of))
        except MoveError as error:
            self.tell(self.labels.explain_illegal(position, move, error))
        self.ask()

    def action_hint(self) -> None:
        """Show a hint, a longer one each time."""
        if not self.lesson.over:
            self.tell(hint_text(self.lesson.hint(), self.labels.of))

    def action_skip(self) -> None:
        """Show the solution, and skip the question."""
        if not self.lesson.over:
            self.tell(solution_text(self.lesson.give_up(), self.labels.of))
            self.ask()

    def action_leave(self) -> None:
        """Back to the game."""
        self.dismiss()


class LessonPage(QuizPage):
    """A page that retries the bad moves of a game one by one."""

    lesson: Lesson

    def question(self) -> str:
        """Which one it is, and what was played."""
        number = f"Question {self.lesson.number} of {len(self.lesson.questions)}. "
        return number + question_text(self.lesson.question, self.labels.of)

    def end(self) -> str:
        """How many were solved."""
        return lesson_end(self.lesson)
