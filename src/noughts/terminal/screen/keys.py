"""The keys of the full screen, for the footer and for the page of keys and rules."""

from collections.abc import Mapping
from typing import NamedTuple

from rich.markup import escape
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from noughts.terminal.screen.dialogs import CLOSES, SCROLLING, ClosingPage


class Key(NamedTuple):
    """A key that does something.

    Args:
        name: what it does, as the footer and the settings name it.
        key: the key, unless the settings name another.
        action: what the screen calls it.
        about: what the page of keys says of it.
        footer: whether the footer shows it.
        sign: what to press, if that is not the key's name.
    """

    name: str
    key: str
    action: str
    about: str
    footer: bool = True
    sign: str = ""


KEYS = (
    Key("keys", "question_mark", "keys", "these keys, and the rules of the game", sign="?"),
    Key("quit", "q", "leave", "quit"),  # early, so that a narrow footer shows it
    Key("hint", "h", "hint", "hint: show the best moves"),
    Key("values", "v", "values", "values: show the value of every move"),
    Key("why", "w", "why", "why: explain the moves"),
    Key("undo", "u", "undo", "undo"),
    Key("redo", "r", "redo", "redo"),
    Key("new", "n", "new", "start a new game"),
    Key("swap", "s", "swap", "swap sides and start a new game"),
    Key("level", "l", "level", "next level"),
    Key("games", "p", "games", "play another game", footer=False),
    Key("opponent", "o", "opponent", "choose an opponent", footer=False),
    Key("review", "g", "review", "review the game move by move", footer=False),
    Key("mistakes", "m", "learn", "retry your mistakes in this game", footer=False),
    Key("puzzle", "z", "puzzle", "solve puzzles of this game", footer=False),
    Key("nodes", "c", "nodes", "count the nodes of the computer's moves", footer=False),
    Key("theme", "t", "ground", "light or dark theme", footer=False),
    Key("move", "full_stop", "hurry", "make the computer move now", footer=False, sign="."),
)
BINDINGS = (
    *(
        Binding(
            key.key,
            key.action,
            key.name.capitalize(),
            show=key.footer,
            key_display=key.sign or None,
            id=key.name,
        )
        for key in KEYS
    ),
    Binding("ctrl+d", "leave", show=False),
    Binding("ctrl+c", "interrupt", show=False, priority=True),
)

CELLS = """\
[b]arrows[/b]       move the cursor
[b]Enter, Space[/b] play on the cell, like a click
[b]1 to 9[/b]       play on the cell with that digit
"""
SIGNS = """
[b]W3[/b] a win on the third move from now, counting
both sides; [b]D[/b] a draw; [b]L4[/b] a loss.
"""


def page(chosen: Mapping[str, str], rules: str) -> str:
    """What the page says.

    Args:
        chosen: the keys that the settings name, each by the name of what it does.
        rules: how the game is played.
    """
    shown = [(chosen.get(key.name) or key.sign or key.key, key.about) for key in KEYS]
    width = max(len(sign) for sign, _ in shown)
    lines = [f"[b]{escape(sign):{width}}[/b]  {about}" for sign, about in shown]
    rows = "\n".join(lines)
    return f"[b]Keys[/b]\n\n{CELLS}{rows}\n{SIGNS}\n[b]Rules[/b]\n\n{escape(rules)}\n\n{CLOSES}"


class KeysPage(ClosingPage):
    """The page of keys and rules, over the board; the arrows scroll, any other key closes it.

    Args:
        text: what it says, with markup.
    """

    SCROLLING = SCROLLING

    def __init__(self, text: str) -> None:
        """Keep the text. What shows it is made when the page opens."""
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """A frame with the text."""
        with VerticalScroll(id="keys"):
            yield Static(self.text)
