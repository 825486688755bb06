"""The line in which one types on the full screen, instead of pointing at a cell."""

from collections.abc import Callable, Iterable, Set

from textual import events
from textual.message import Message
from textual.widgets import Static

from noughts.terminal.game.commands import COLON

# Longer than any move or command; what is typed beyond it is dropped.
LONGEST = 60
# More names than these are not listed beside what is typed.
MOST_NAMES = 8
NO_NAME = f"no move is called so; {COLON}word is a command"


class Prompt(Static):
    """What is typed, in a line that is there only as long as something is.

    Args:
        moves: gives the names of the legal moves.
        commands: the words that are commands after a colon; letters are not shown.
    """

    class Entered(Message):
        """A text was typed and ended with Enter."""

        def __init__(self, text: str) -> None:
            """Carry the text."""
            super().__init__()
            self.text = text

    def __init__(self, moves: Callable[[], Iterable[str]], commands: Iterable[str]) -> None:
        """Nothing is typed yet."""
        super().__init__(id="prompt", markup=False)
        self.moves = moves
        self.commands = tuple(word for word in commands if len(word) > 1)
        self.letters: Set[str] = frozenset()  # they begin the name of a move, so they are no keys
        self.typed = ""
        self.display = False

    def put(self, text: str) -> None:
        """Show a text; without one, vanish."""
        self.typed = text[:LONGEST]
        self.display = bool(text)
        self.update(f"> {self.typed}_  ({self.about}; Enter plays, Esc clears)" if text else "")

    @property
    def about(self) -> str:
        """What the text can become: moves, or after a colon commands."""
        names = self.commands if self.typed.startswith(COLON) else self.moves()
        typed = self.typed.removeprefix(COLON).casefold()
        found = [name for name in names if name.casefold().startswith(typed)]
        return (", ".join(found[:MOST_NAMES]) or NO_NAME) + "..." * (len(found) > MOST_NAMES)

    def take(self, event: events.Key) -> bool:
        """Add a key to the text, or edit or end it; False if the key is for something else."""
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
        """Whether the key begins a text: it begins a move's name, or does nothing as a key."""
        sign = event.character
        if not sign or not event.is_printable or sign == " ":
            return False
        return sign.casefold() in self.letters or event.key not in self.screen.active_bindings
