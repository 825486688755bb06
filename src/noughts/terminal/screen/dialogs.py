"""Dialogs over the board on the full screen: a text, and a choice."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from noughts.board import Cell
from noughts.terminal.game.move_names import Labels

INTERRUPT = Binding("ctrl+c", "app.interrupt", show=False, priority=True)
CLOSES = "The arrows scroll; any other key closes this page."


class ClosingPage(ModalScreen[None]):
    """A page over the board; a click closes it, and any key that does not scroll it."""

    BINDINGS: ClassVar = [INTERRUPT]
    SCROLLING: ClassVar[tuple[str, ...]] = ()

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close and let the key do nothing else."""
        if event.key not in self.SCROLLING:
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()


class TextPage(ClosingPage):
    """Text over the board. The arrows scroll it; any other key, or a click, closes it.

    Args:
        title: the heading.
        text: plain text, without markup.
    """

    SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")

    def __init__(self, title: str, text: str) -> None:
        """Show nothing yet."""
        super().__init__()
        self.title_text = title
        self.text = text

    def compose(self) -> ComposeResult:
        """A frame with the text."""
        with VerticalScroll(classes="page"):
            yield Static(self.title_text, classes="page-title", markup=False)
            yield Static(self.text, classes="page-text", markup=False)
            yield Static(CLOSES, classes="page-foot", markup=False)


def chosen_move(
    app: App[None],
    cell: Cell,
    labels: Labels,
    play: Callable[[int], None],
    signs: Mapping[int, str] | None = None,
) -> None:
    """Play the move of a chosen cell; if it has several, ask which.

    Args:
        app: where to ask.
        cell: the cell; one without moves is taken for the move of its name.
        labels: what moves are called.
        play: what to do with the move.
        signs: what moves are worth, to be shown beside them.

    Raises:
        MoveError: no move is called as the cell, which has none.
    """
    if len(cell.moves) < 2:
        play(cell.moves[0] if cell.moves else labels.read(cell.name))
        return
    options = [f"{labels.of(move)}  {(signs or {}).get(move, '')}".rstrip() for move in cell.moves]

    def go_on(number: int | None) -> None:
        if number is not None:
            play(cell.moves[number])

    app.push_screen(Chooser(f"Which move on {labels.of_cell(cell)}?", options), go_on)


class Chooser(ModalScreen[int | None]):
    """A dialog that asks for one of several options; its result is the number, or None.

    Args:
        title: the question.
        options: what there is to choose from.
    """

    BINDINGS: ClassVar = [Binding("escape,q", "dismiss", show=False), INTERRUPT]

    def __init__(self, title: str, options: Iterable[str]) -> None:
        """Ask nothing yet."""
        super().__init__()
        self.title_text = title
        self.options = tuple(options)

    def compose(self) -> ComposeResult:
        """A frame with the question and the answers."""
        with VerticalScroll(classes="page chooser", can_focus=False):
            yield Static(self.title_text, classes="page-title", markup=False)
            yield OptionList(*self.options, markup=False)
            yield Static("Enter chooses, Esc cancels.", classes="page-foot", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer."""
        event.stop()
        self.dismiss(event.option_index)
