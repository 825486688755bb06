"""Dialogs over the board on the full screen, and the line for typing."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from noughts.board import Board, Cell
from noughts.errors import MoveError
from noughts.terminal.game.names import COLON, Labels

INTERRUPT = Binding("ctrl+c", "app.interrupt", show=False, priority=True)


class Picking:
    """Turns chosen cells into a move; if a cell has several moves, it opens a dialog.

    For a move from one cell to another, its first cell may be chosen first.
    """

    def __init__(self, app: App[None], labels: Labels, tell: Callable[[str], None]) -> None:
        self.app = app
        self.labels = labels
        self.tell = tell
        self.lifted: Cell | None = None

    @property
    def columns_only(self) -> bool:
        return getattr(self.labels.game, "falls", False)

    def names_column(self, digit: str, names: Iterable[str]) -> bool:
        """Whether a typed digit chooses a column; not if a longer name begins with it."""
        longer = any(name.startswith(digit) and name != digit for name in names)
        return self.columns_only and digit.isdecimal() and not longer

    def choose(
        self,
        board: Board,
        cell: Cell,
        play: Callable[[int], None],
        signs: Mapping[int, str] | None = None,
    ) -> None:
        """Play the move of a cell, or of its column where marks fall, or ask for more."""
        if self.columns_only:
            column = (one for one in board.cells if one.column == cell.column)
            cell = next((one for one in column if one.moves), cell)
        lifted, self.lifted = self.lifted, None
        if not cell.moves and cell != lifted and self._leaving(board, cell):
            self.lifted = cell
            self.tell(f"Where to from {self.labels.of_cell(cell)}?")
            return
        moves = cell.moves
        if lifted:
            moves = tuple(move for move in self._leaving(board, lifted) if move in moves) or moves
        if len(moves) < 2:
            play(moves[0] if moves else self.labels.read(cell.name))
        else:
            self._ask(cell, moves, play, signs or {})

    def meant(self, text: str, board: Board, read: Callable[[str], int]) -> int | Cell:
        """The typed move; if the text is not a legal move but a cell, the cell."""
        cell = self.labels.cell_called(text, board)
        try:
            move = read(text)
        except MoveError:
            if cell is None:
                raise
            return cell
        return move if cell is None or any(move in one.moves for one in board.cells) else cell

    def _leaving(self, board: Board, cell: Cell) -> list[int]:
        names = {move: self.labels.game.name(move) for each in board.cells for move in each.moves}
        goals = {f"{cell.name}-{goal.name}" for goal in board.cells}
        return [move for move, name in names.items() if name in goals]

    def _ask(
        self,
        cell: Cell,
        moves: tuple[int, ...],
        play: Callable[[int], None],
        signs: Mapping[int, str],
    ) -> None:
        def go_on(number: int | None) -> None:
            if number is not None:
                play(moves[number])

        options = [
            f"{self.labels.with_arrow(move, words=True)}  {signs.get(move, '')}".rstrip()
            for move in moves
        ]
        title = f"Which move on {self.labels.of_cell(cell)}?"
        self.app.push_screen(Chooser(title, options), go_on)


NOTHING = "Nothing here has these words; Esc cancels."


class Chooser(ModalScreen[int | None]):
    """A dialog to choose one of several options; its result is the number, or None.

    `/` filters the options by words in their text or in the names beside them.
    """

    BINDINGS: ClassVar = [
        Binding("escape,q", "dismiss", show=False),
        Binding("slash", "filter", show=False),
        INTERRUPT,
    ]

    def __init__(self, title: str, options: Iterable[str], names: Iterable[str] = ()) -> None:
        super().__init__()
        self.title_text = title
        self.options = tuple(options)
        self.names = tuple(names) or self.options

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page chooser", can_focus=False):
            yield Static(self.title_text, classes="page-title", markup=False)
            yield Input(placeholder="words to look for", compact=True, id="filter")
            yield OptionList(*self.rows(""), markup=False)
            yield Static(
                "Enter chooses, / filters, Esc cancels.", classes="page-foot", markup=False
            )

    def on_mount(self) -> None:
        self.query_one("#filter").display = False
        self.query_one(OptionList).focus()

    def rows(self, words: str) -> list[Option]:
        """The options that have all the words."""
        texts = enumerate(zip(self.options, self.names, strict=True))
        found = [
            Option(text, id=str(number))
            for number, (text, name) in texts
            if all(word in f"{text} {name}".casefold() for word in words.casefold().split())
        ]
        return found or [Option(NOTHING, disabled=True)]

    def action_filter(self) -> None:
        self.query_one("#filter").display = True
        self.query_one("#filter").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one(OptionList).set_options(self.rows(event.value))
        self.query_one(OptionList).highlighted = 0

    def on_input_submitted(self) -> None:
        self.query_one(OptionList).action_select()

    def on_key(self, event: events.Key) -> None:
        """Arrows move through the list while words are typed."""
        if event.key in ("down", "up") and self.query_one("#filter").has_focus:
            self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option_id or 0))


# Longer than any move or command; further input is dropped.
LONGEST = 60
# The most names listed beside the typed text.
MOST_NAMES = 8
NO_NAME = f"no move has this name; {COLON}word is a command"


class Prompt(Static):
    """The typed text, in a line that is visible only while there is text."""

    class Entered(Message):
        """A text was typed and ended with Enter."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, moves: Callable[[], Iterable[str]], commands: Iterable[str]) -> None:
        super().__init__(id="prompt", markup=False)
        self.moves = moves
        self.commands = tuple(word for word in commands if len(word) > 1)
        self.letters: Set[str] = frozenset()  # first letters of moves, so not keys
        self.typed = ""
        self.display = False

    def put(self, text: str) -> None:
        """Show a text; hide the line if it is empty."""
        self.typed = text[:LONGEST]
        self.display = bool(text)
        self.update(f"> {self.typed}_  ({self.about}; Enter plays, Esc clears)" if text else "")

    @property
    def about(self) -> str:
        names = self.commands if self.typed.startswith(COLON) else self.moves()
        typed = self.typed.removeprefix(COLON).casefold()
        found = [name for name in names if name.casefold().startswith(typed)]
        return (", ".join(found[:MOST_NAMES]) or NO_NAME) + "..." * (len(found) > MOST_NAMES)

    def take(self, event: events.Key) -> bool:
        """Add a key to the text, or edit or enter it; False if the key is not for the text."""
        sign = event.character if event.is_printable else None
        if not self.typed and not self._begins(event):
            return False
        if event.key == "enter":
            self.post_message(self.Entered(self.typed.strip()))
            self.put("")
        elif event.key == "escape":
            self.put("")
        elif event.key == "backspace":
            self.put(self.typed[:-1])
        elif sign:
            self.put(self.typed + sign)
        else:
            return False
        return True

    def _begins(self, event: events.Key) -> bool:
        """Whether the key begins a text: the first letter of a move, or a key without an effect."""
        sign = event.character
        if not sign or not event.is_printable or sign == " ":
            return False
        return sign.casefold() in self.letters or event.key not in self.screen.active_bindings
