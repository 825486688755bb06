"""The full screen: the same session as the line mode's, with a cursor, a mouse and colours."""

import asyncio
import os
from collections.abc import Callable
from typing import ClassVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.widgets import Footer, Static

from noughts.errors import NoughtsError
from noughts.terminal import themes, words
from noughts.terminal.board_view import BoardView
from noughts.terminal.cli import INTERRUPTED
from noughts.terminal.keys import KEYS, KeysPage
from noughts.terminal.session import Session

# How long each move stays to be seen when the computer plays itself, in seconds.
PAUSE = 0.5


class Table(ScrollableContainer, can_focus=False):
    """What the board lies on; it scrolls when the board is larger."""

    def on_resize(self) -> None:
        """Let the board fill the room."""
        self.query_one(BoardView).fit(self.outer_size)


class NoughtsApp(App[None]):
    """Games in the full screen.

    Args:
        session: what is played; it goes on where it stands.
        pause: how long to wait between moves when the computer plays itself, in seconds.
    """

    TITLE = "noughts"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = list(KEYS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012

    def __init__(self, session: Session, pause: float = PAUSE) -> None:
        """Show nothing yet."""
        super().__init__()
        self.session = session
        self.pause = pause
        self.shows_values = False
        self.signs: dict[int, str] = {}
        self._told_look_ahead = False
        self.register_theme(themes.DARK)
        self.register_theme(themes.LIGHT)
        self.theme = themes.theme_for(os.environ)

    def compose(self) -> ComposeResult:
        """The board, and beside or below it what there is to say."""
        session = self.session
        yield Static(id="title")
        with Horizontal(id="middle"):
            with Table(id="table"):
                yield BoardView(session.match.board, session.labels, session.game.marks)
            with Vertical(id="side"):
                yield Static(id="message")
                yield Static(id="verdict")
                yield Static(id="score")
                with VerticalScroll(id="moves-frame", can_focus=False):
                    yield Static(id="moves")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(BoardView).focus()
        self.tell("Choose a cell, or press ? for the keys.")
        self.go_on()

    # Showing.

    def tell(self, text: str) -> None:
        """Say something that has just come up."""
        self.query_one("#message", Static).update(text)

    def judge(self, text: str) -> None:
        """Say who wins from here; no text takes no room."""
        verdict = self.query_one("#verdict", Static)
        verdict.update(text)
        verdict.display = bool(text)

    def show(self) -> None:
        """Bring all that is seen up to date."""
        session = self.session
        signs = self.signs if self.shows_values else {}
        self.query_one(BoardView).show(session.match.board, signs)
        self.query_one("#title", Static).update(words.welcome(session))
        self.query_one("#score", Static).update(words.score(session))
        self.query_one("#moves", Static).update(words.move_list(session))
        self.query_one("#moves-frame").scroll_end(animate=False)

    @work(exclusive=True, group="game")
    async def go_on(self) -> None:
        """Let the computer play while it is its turn, then work out what the moves are worth.

        Called again, it forgets what it was about to do: the game has moved on.
        """
        self.forget_values()
        while self.session.computer_to_move:
            await self.computer_plays()
        if self.session.match.over:
            self.tell(f"{words.result(self.session)}\n{words.AGAIN}")
            self.judge("")
        else:
            await self.learn_values()

    def forget_values(self) -> None:
        """What was known is not of this position."""
        self.signs = {}
        self.judge("...")
        self.show()

    async def computer_plays(self) -> None:
        """One move of the computer's. It is found in another thread: the screen stays awake."""
        session = self.session
        if not session.people:
            await asyncio.sleep(self.pause)
        move = await asyncio.to_thread(session.choose)
        turn = session.match.turn
        session.play(move)
        self.tell(words.played(session, turn, move))
        self.tell_look_ahead()
        self.show()

    def tell_look_ahead(self) -> None:
        """Say once that a perfect computer is none here."""
        if self.session.looks_ahead_only and not self._told_look_ahead:
            self._told_look_ahead = True
            self.notify(words.look_ahead(self.session), timeout=10)

    async def learn_values(self) -> None:
        """Work out, in another thread too, what the position and its moves are worth."""
        analysis = await asyncio.to_thread(self.session.analysis)
        self.signs = words.signs(analysis)
        self.judge(words.verdict(self.session, analysis))
        self.show()

    # Playing.

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        """Play on the cell."""
        cell = message.cell
        self.attempt(lambda: cell.moves[0] if cell.moves else self.session.labels.read(cell.name))

    def on_key(self, event: events.Key) -> None:
        """A digit plays on the cell that shows it."""
        if event.character and event.character in self.session.labels.digits.values():
            digit = event.character
            self.attempt(lambda: self.session.labels.read(digit))

    def attempt(self, find_move: Callable[[], int]) -> None:
        """Play a person's move, or say why not."""
        session = self.session
        if session.match.over:
            self.tell(f"{words.result(session)}\n{words.AGAIN}")
        elif session.computer_to_move:
            self.tell("It is the computer's turn.")
        else:
            self.try_to(lambda: self.play(find_move()))

    def play(self, move: int) -> None:
        """Play a move of a person's."""
        turn = self.session.match.turn
        self.session.play(move)
        self.tell(words.played(self.session, turn, move))
        self.go_on()

    def try_to(self, act: Callable[[], None]) -> None:
        """Do it; or say why it cannot be done."""
        try:
            act()
        except NoughtsError as error:
            self.tell(str(error))

    # The keys.

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Name the best moves."""
        if self.session.match.over or self.session.computer_to_move:
            return
        analysis = await asyncio.to_thread(self.session.analysis)
        if analysis.position == self.session.match.position:
            self.tell(words.hint(self.session, analysis))

    def action_values(self) -> None:
        """Show what the moves are worth, or hide it."""
        self.shows_values = not self.shows_values
        self.show()

    def action_undo(self) -> None:
        """Take back to a person's last move."""
        self.try_to(self.undo)

    def undo(self) -> None:
        """Take back, and say what."""
        self.tell(words.taken_back(self.session, self.session.undo()))
        self.go_on()

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.try_to(self.redo)

    def redo(self) -> None:
        """Play again, and say what."""
        moves = self.session.redo()
        self.tell(words.played_again(self.session, moves))
        self.go_on()

    def action_new(self) -> None:
        """Begin another game."""
        self.session.new()
        self.tell("A new game.")
        self.go_on()

    def action_swap(self) -> None:
        """Change sides and begin another game."""
        self.try_to(self.swap)

    def swap(self) -> None:
        """Change sides, and say so."""
        self.session.swap()
        self.tell("Sides are swapped.")
        self.go_on()

    def action_level(self) -> None:
        """Let the computer play at the next level."""
        if not self.session.has_computer:
            return
        self.session.set_level(self.session.next_level())
        self.tell(f"The computer now plays at level {self.session.level}.")
        if self.session.computer_to_move:
            self.go_on()
        self.show()

    def action_ground(self) -> None:
        """Change between light and dark."""
        dark = self.theme == themes.DARK.name
        self.theme = themes.LIGHT.name if dark else themes.DARK.name

    def action_keys(self) -> None:
        """Show the page of keys."""
        self.push_screen(KeysPage())

    def action_leave(self) -> None:
        """Stop playing."""
        self.exit()

    def action_interrupt(self) -> None:
        """Stop as Ctrl-C stops any program."""
        self.exit(return_code=INTERRUPTED)
