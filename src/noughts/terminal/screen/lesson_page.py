"""Questions on the full screen: the mistakes of a game, and puzzles."""

from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from noughts.analysis import review_text
from noughts.analysis.review import Lesson, Quiz
from noughts.board import Board, Cell
from noughts.errors import MoveError
from noughts.game import legal_moves
from noughts.puzzles.question import PuzzleQuestion, task
from noughts.terminal.game.names import COLON, Labels, command_called, echo
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.game.session import in_background
from noughts.terminal.screen.board_view import BoardFrame, BoardView
from noughts.terminal.screen.dialogs import INTERRUPT, Picking, Prompt


class QuizPage(ModalScreen[None]):
    """A page with one question at a time; a subclass defines the text above the board."""

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
        raise NotImplementedError

    def end(self) -> str:
        raise NotImplementedError

    @property
    def board(self) -> Board:
        question = self.lesson.question
        board: Board = question.game.board(question.position, question.turn)
        return board

    def compose(self) -> ComposeResult:
        with Vertical(id="lesson"):
            yield Static(id="lesson-question", markup=False)
            with BoardFrame(id="lesson-table"):
                yield BoardView(self.board, self.labels)
            yield Static(id="lesson-answer", markup=False)
            yield Static(id="lesson-help", classes="page-foot", markup=False)
        yield Prompt(self.names, self.WORDS)

    def names(self) -> tuple[str, ...]:
        explanation = self.lesson.question.explanation
        return self.labels.names(legal_moves(explanation.game, explanation.position))

    def sign(self, key: str) -> str:
        """The text to press or type for a key; the first letter of a move's name needs a colon."""
        return f"{COLON}{key}" if key in self.query_one(Prompt).letters else key

    def help_text(self) -> str:
        if self.lesson.over:
            return self.OVER
        hint, skip = self.sign("h"), self.sign("s")
        return (
            f"Choose a cell or type a move. {hint}: hint, {skip}: show the solution and skip, "
            f"Esc: back to the game."
        )

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self.ask()

    def ask(self) -> None:
        over = self.lesson.over
        self.query_one("#lesson-question", Static).update(self.end() if over else self.question())
        if not over:
            self.query_one(Prompt).letters |= self.labels.beginnings(self.board)
            self.query_one(BoardView).show(self.board, {})
        self.query_one("#lesson-help", Static).update(self.help_text())

    def tell(self, text: str) -> None:
        self.query_one("#lesson-answer", Static).update(text)

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        message.stop()
        self.choose(message.cell)

    def on_key(self, event: events.Key) -> None:
        prompt = self.query_one(Prompt)
        cell = None if prompt.typed else self.query_one(BoardView).showing(event.character)
        if cell:
            self.choose(cell)
        if cell or prompt.take(event):
            event.stop()

    async def on_prompt_entered(self, message: Prompt.Entered) -> None:
        message.stop()
        command = message.text.removeprefix(COLON).lstrip()
        if command == message.text:
            self.enter(command)
        elif action := command_called(command, self.WORDS):
            await self.run_action(action)
        else:
            self.tell(f"{echo(message.text)} is not a command here.")

    def enter(self, text: str) -> None:
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
        if self.lesson.over:
            return
        try:
            self.picking.choose(self.board, cell, self.answer)
        except MoveError as error:
            self.tell(str(error))
        self.query_one(BoardView).lift(self.picking.lifted)

    def answer(self, move: int) -> None:
        position = self.lesson.question.position
        try:
            self.tell(review_text.answer_text(self.lesson.answer(move), self.labels.of))
        except MoveError as error:
            self.tell(self.labels.explain_illegal(position, move, error))
        self.ask()

    def action_hint(self) -> None:
        if not self.lesson.over:
            self.tell(review_text.hint_text(self.lesson.hint(), self.labels.of))

    def action_skip(self) -> None:
        if not self.lesson.over:
            self.tell(review_text.solution_text(self.lesson.give_up(), self.labels.of))
            self.ask()

    def action_leave(self) -> None:
        self.dismiss()


class LessonPage(QuizPage):
    """A page that retries the bad moves of a game one by one."""

    lesson: Lesson

    def question(self) -> str:
        number = f"Question {self.lesson.number} of {len(self.lesson.questions)}. "
        return number + review_text.question_text(self.lesson.question, self.labels.of)

    def end(self) -> str:
        return review_text.lesson_end(self.lesson)


class PuzzlePage(QuizPage):
    """A page of puzzles of one game."""

    BINDINGS: ClassVar = [Binding("n", "next", show=False)]
    WORDS: ClassVar = {**QuizPage.WORDS, "next": "next", "n": "next"}

    def __init__(
        self, puzzles: Puzzles, number: int, quiz: Quiz[PuzzleQuestion], labels: Labels
    ) -> None:
        super().__init__(quiz, labels)
        self.puzzles = puzzles
        self.number = number

    def question(self) -> str:
        return f"{self.puzzles.title(self.number)} {task(self.lesson.question)}"

    def help_text(self) -> str:
        following = f"{self.sign('n')}: next puzzle, " if self.lesson.over else ""
        return following + super().help_text()

    def end(self) -> str:
        return self.puzzles.rate(self.number, bool(self.lesson.right_at_once))

    @work(exclusive=True)
    async def action_next(self) -> None:
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
