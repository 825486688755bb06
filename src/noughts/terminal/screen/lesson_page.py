"""Questions on the full screen: a lesson retries the mistakes of a game."""

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from noughts.analysis.review import Lesson, Quiz
from noughts.analysis.review_text import (
    answer_text,
    hint_text,
    lesson_end,
    question_text,
    solution_text,
)
from noughts.board import Board, Cell
from noughts.errors import MoveError
from noughts.game import legal_moves
from noughts.terminal.game.commands import COLON, command_called
from noughts.terminal.game.move_names import Labels, echo
from noughts.terminal.screen.board_view import BoardView, Table
from noughts.terminal.screen.dialogs import INTERRUPT, Picking
from noughts.terminal.screen.prompt import Prompt


class QuizPage(ModalScreen[None]):
    """A page that asks questions one by one; a subclass defines the text above the board.

    Args:
        lesson: the questions, at least one.
        labels: the names of moves.
    """

    BINDINGS: ClassVar = [
        Binding("h", "hint", show=False),
        Binding("s", "skip", show=False),
        Binding("escape,q", "leave", show=False),
        INTERRUPT,
    ]
    OVER = "Esc: back to the game."
    # Actions for words typed after a colon.
    WORDS: ClassVar = {
        "hint": "hint", "h": "hint", "skip": "skip", "s": "skip", "quit": "leave", "q": "leave",
    }  # fmt: skip

    def __init__(self, lesson: Quiz[Any], labels: Labels) -> None:
        super().__init__()
        self.lesson = lesson
        self.labels = labels
        self.picking = Picking(self.app, labels, self.tell)

    def question(self) -> str:
        """The question in words."""
        raise NotImplementedError

    def end(self) -> str:
        """The result, when no question is left."""
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
            yield Static(id="lesson-help", classes="page-foot", markup=False)
        yield Prompt(self.names, self.WORDS)

    def names(self) -> tuple[str, ...]:
        """The names of the legal moves."""
        explanation = self.lesson.question.explanation
        return self.labels.names(legal_moves(explanation.game, explanation.position))

    def sign(self, key: str) -> str:
        """The text to press or type for a key; the first letter of a move's name needs a colon."""
        return f"{COLON}{key}" if key in self.query_one(Prompt).letters else key

    def help_text(self) -> str:
        """The possible actions."""
        if self.lesson.over:
            return self.OVER
        hint, skip = self.sign("h"), self.sign("s")
        return (
            f"Choose a cell or type a move. {hint}: hint, {skip}: show the solution and skip, "
            f"Esc: back to the game."
        )

    def on_mount(self) -> None:
        """Ask the first question."""
        self.query_one(BoardView).focus()
        self.ask()

    def ask(self) -> None:
        """Show the question; or the result when none is left."""
        over = self.lesson.over
        self.query_one("#lesson-question", Static).update(self.end() if over else self.question())
        if not over:
            self.query_one(Prompt).letters |= self.labels.beginnings(self.board)
            self.query_one(BoardView).show(self.board, {})
        self.query_one("#lesson-help", Static).update(self.help_text())

    def tell(self, text: str) -> None:
        """Show the reaction to an answer."""
        self.query_one("#lesson-answer", Static).update(text)

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        """Try the move of the cell; if there are several, ask which."""
        message.stop()
        self.choose(message.cell)

    def on_key(self, event: events.Key) -> None:
        """Take typed text: a digit chooses its cell, other text waits for Enter."""
        prompt = self.query_one(Prompt)
        cell = None if prompt.typed else self.query_one(BoardView).showing(event.character)
        if cell:
            self.choose(cell)
        if cell or prompt.take(event):
            event.stop()

    async def on_prompt_entered(self, message: Prompt.Entered) -> None:
        """Try the typed move, or obey a command."""
        message.stop()
        command = message.text.removeprefix(COLON).lstrip()
        if command == message.text:
            self.enter(command)
        elif action := command_called(command, self.WORDS):
            await self.run_action(action)
        else:
            self.tell(f"{echo(message.text)} is not a command here.")

    def enter(self, text: str) -> None:
        """Try the move, or choose the cell, with this name."""
        if self.lesson.over:
            return
        position = self.lesson.question.explanation.position
        try:
            meant = self.picking.meant(text, self.board, lambda it: self.labels.read(it, position))
        except MoveError as error:
            self.tell(str(error))
        else:
            if isinstance(meant, Cell):
                self.choose(meant)
            else:
                self.answer(meant)

    def choose(self, cell: Cell) -> None:
        """Try the move of the cell; if there are several, ask which."""
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
        """Return to the game."""
        self.dismiss()


class LessonPage(QuizPage):
    """A page that retries the bad moves of a game one by one."""

    lesson: Lesson

    def question(self) -> str:
        """The number of the question, and the move played."""
        number = f"Question {self.lesson.number} of {len(self.lesson.questions)}. "
        return number + question_text(self.lesson.question, self.labels.of)

    def end(self) -> str:
        """The number of solved questions."""
        return lesson_end(self.lesson)
