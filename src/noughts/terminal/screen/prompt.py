"""The input line of the full screen, for typing instead of pointing at a cell."""

from collections.abc import Callable, Iterable, Set

from textual import events
from textual.message import Message
from textual.widgets import Static

from noughts.terminal.game.commands import COLON

# Longer than any move or command; further input is dropped.
LONGEST = 60
# The most names listed beside the typed text.
MOST_NAMES = 8
NO_NAME = f"no move has this name; {COLON}word is a command"


class Prompt(Static):
    """The typed text, in a line that is visible only while there is text.

    Args:
        moves: returns the names of the legal moves.
        commands: the commands after a colon; single letters are not shown.
    """

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
        """Possible completions of the text: moves, or commands after a colon."""
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
