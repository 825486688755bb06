"""Questions on the full screen: the mistakes of a game, and puzzles."""

from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from noughts.analysis import review_text
from noughts.analysis.review import Lesson, Quiz
from noughts.board import Board, Cell
from noughts.errors import MoveError
from noughts.game import legal_moves
from noughts.puzzles.question import PuzzleQuestion, task
from noughts.terminal.game.names import COLON, Labels, command_called, echo
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.screen.app import in_background
from noughts.terminal.screen.board_view import BoardView
from noughts.terminal.screen.dialogs import INTERRUPT, Picking, Prompt
from noughts.terminal.screen.keys import PANES, Foot, FootKey
from noughts.terminal.screen.panes import RIGHT, TRIED, Panes


class QuizPage(Screen[None]):
    """One question at a time in the three panes; a subclass has the words.

    A wrong move shows the best answer to it on the board, and stays marked.
    """

    BINDINGS: ClassVar = [
        Binding("h", "hint", show=False),
        Binding("s", "skip", show=False),
        Binding("escape,q", "leave", show=False),
        INTERRUPT,
    ]
    # Actions for words typed after a colon.
    WORDS: ClassVar = {
        "hint": "hint", "h": "hint", "skip": "skip", "s": "skip", "quit": "leave", "q": "leave",
    }  # fmt: skip

    def __init__(self, lesson: Quiz[Any], labels: Labels) -> None:
        super().__init__()
        self.lesson = lesson
        self.labels = labels
        self.picking = Picking(self.app, labels, self.tell)
        self.asked = lesson.question  # still shown when the lesson is over
        self.given: list[str] = []

    def question(self) -> str:
        raise NotImplementedError

    def end(self) -> str:
        raise NotImplementedError

    def heading(self) -> str:
        return "Your answers"

    @property
    def board(self) -> Board:
        board: Board = self.asked.game.board(self.asked.position, self.asked.turn)
        return board

    @property
    def panes(self) -> Panes:
        return self.query_one(Panes)

    def compose(self) -> ComposeResult:
        yield Panes(self.asked.game, self.labels, self.heading())
        yield Prompt(self.names, self.WORDS)
        yield Foot()

    def names(self) -> tuple[str, ...]:
        return self.labels.names(legal_moves(self.asked.game, self.asked.position))

    def sign(self, key: str) -> str:
        """The text to press or type for a key; the first letter of a move's name needs a colon."""
        return f"{COLON}{key}" if key in self.query_one(Prompt).letters else key

    def signs(self) -> list[FootKey]:
        hint = FootKey(self.sign("h"), "hint", "screen.hint")
        solution = FootKey(self.sign("s"), "solution", "screen.skip")
        back = FootKey("Esc", "back", "screen.leave")
        return [back, PANES] if self.lesson.over else [hint, back, solution, PANES]

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self.panes.explain("")
        self.tell("")
        self.ask()

    def ask(self) -> None:
        """Show the question with the moves tried so far; at the end, all values."""
        over = self.lesson.over
        if not over:
            self.asked = self.lesson.question
            self.query_one(Prompt).letters |= self.labels.beginnings(self.board)
        self.panes.say("#verdict", self.end() if over else self.question())
        explanation = self.asked.explanation
        tried = [move.move for move in explanation.moves] if over else self.lesson.tried
        wrong = {} if over else dict.fromkeys(self.lesson.tried, TRIED)
        self.panes.look_at((self.asked.position, self.asked.turn), explanation, tried, wrong)
        self.panes.say("#score", self.heading())
        self.panes.tell_log(self.given)
        self.query_one(Foot).put(self.signs())

    def tell(self, text: str) -> None:
        self.panes.tell(text)

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        message.stop()
        self.choose(self.board.cell(message.cell.name))

    def on_panes_played(self, message: Panes.Played) -> None:
        message.stop()
        if not self.lesson.over:
            self.answer(message.move)

    def on_panes_walked(self, message: Panes.Walked) -> None:
        message.stop()

    def on_key(self, event: events.Key) -> None:
        prompt = self.query_one(Prompt)
        digit = None if prompt.typed else event.character
        if digit and self.picking.names_column(digit, self.names()):
            self.enter(digit)
        elif cell := self.query_one(BoardView).showing(digit):
            self.choose(cell)
        elif not prompt.take(event):
            return
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
        position = self.asked.position
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
        self.panes.settle()
        if self.lesson.over:
            return
        try:
            self.picking.choose(self.board, cell, self.answer)
        except MoveError as error:
            self.tell(str(error))
        self.query_one(BoardView).lift(self.picking.lifted)

    def answer(self, move: int) -> None:
        """Grade a move; a wrong one is shown on the board with the best answer to it.

        The right one is shown, too, unless another question follows.
        """
        asked = self.asked
        try:
            answer = self.lesson.answer(move)
        except MoveError as error:
            self.tell(self.labels.explain_illegal(asked.position, move, error))
            return
        value = answer.explained.value
        sign = RIGHT if answer.right else TRIED
        self.given.append(f"{sign} {self.labels.of(move)}  {value.sign() if value else '?'}")
        self.ask()
        self.tell(review_text.answer_text(answer, self.labels.of))
        if self.lesson.over or not answer.right:
            replies = () if answer.right else self.panes.answers(move)[:1]
            self.panes.try_line((move, *replies))

    def action_hint(self) -> None:
        if not self.lesson.over:
            self.tell(review_text.hint_text(self.lesson.hint(), self.labels.of))

    def action_skip(self) -> None:
        if not self.lesson.over:
            given_up = self.lesson.give_up()
            self.ask()
            self.tell(review_text.solution_text(given_up, self.labels.of))
            if self.lesson.over:
                self.panes.try_line((given_up.better[0].move,))

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
        left = self.puzzles.left(self.number, self.lesson)
        tries = "" if left is None else f" Tries left: {left}."
        return f"{task(self.asked)} {self.puzzles.title(self.number)}{tries}"

    def answer(self, move: int) -> None:
        """Grade a move; after the last try, show the solution."""
        super().answer(move)
        if self.puzzles.left(self.number, self.lesson) == 0:
            self.action_skip()

    def signs(self) -> list[FootKey]:
        following = FootKey(self.sign("n"), "next puzzle", "screen.next")
        return [following, *super().signs()] if self.lesson.over else super().signs()

    def end(self) -> str:
        return self.puzzles.rate(self.number, self.lesson)

    def heading(self) -> str:
        streak = self.puzzles.streak
        return f"Your answers ({streak} solved in a row)" if streak else super().heading()

    @work(exclusive=True)
    async def action_next(self) -> None:
        if self.lesson.over:
            self.number = self.puzzles.next_number()
            self.tell("")
            self.panes.explain("")
            self.query_one(BoardView).focus()
            self.lesson = await in_background(lambda: self.puzzles.explained(self.number))
            self.ask()

    def action_leave(self) -> None:
        """Return to the game; an unfinished puzzle counts as not solved."""
        if not self.lesson.over and (self.lesson.tried or self.lesson.hints):
            self.puzzles.rate(self.number, self.lesson)
        self.dismiss()
