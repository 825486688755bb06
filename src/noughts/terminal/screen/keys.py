"""Keys of the full screen, for the footer and for the page of keys and rules."""

from collections.abc import Mapping, Set
from typing import NamedTuple

from rich.markup import escape
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from noughts.terminal.game.names import COLON, COMMANDS, command_called
from noughts.terminal.screen.dialogs import CLOSES, SCROLLING, ClosingPage


class Key(NamedTuple):
    name: str
    key: str
    action: str
    about: str
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
    Key("games", "p", "games", "play another game"),
    Key("opponent", "o", "opponent", "choose an opponent"),
    Key("review", "g", "review", "review the game move by move"),
    Key("mistakes", "m", "learn", "retry your mistakes in this game"),
    Key("puzzle", "z", "puzzle", "solve puzzles of this game"),
    Key("daily", "d", "daily", "solve the puzzle of the day"),
    Key("back", "left_square_bracket", "earlier", "look one move back", sign="["),
    Key("forward", "right_square_bracket", "later", "look one move forward", sign="]"),
    Key("nodes", "c", "nodes", "count the nodes of the computer's moves"),
    Key("theme", "t", "ground", "light or dark theme"),
    Key("move", "full_stop", "hurry", "make the computer move now", sign="."),
)
BINDINGS = (
    *(
        Binding(
            key.key,
            key.action,
            key.name.capitalize(),
            show=False,
            id=key.name,
        )
        for key in KEYS
    ),
    Binding("left", "earlier", show=False),
    Binding("right", "later", show=False),
    Binding("pageup", "scroll(-1)", show=False),
    Binding("pagedown", "scroll(1)", show=False),
    Binding("ctrl+d", "leave", show=False),
    Binding("ctrl+c", "interrupt", show=False, priority=True),
)

CELLS = """\
[b]arrows[/b]       move the cursor
[b]Enter, Space[/b] play on the cell, like a click
[b]Tab[/b]          to the moves, then to the game's story
                 moves: Enter plays, Space answers
                 story: the arrows walk through the past
"""
DIGITS = "[b]1 to 9[/b]       play {where} with that digit\n"
TYPING = """\
[b]{example:12}[/b] type a move; Enter plays it
[b]:undo[/b]        a command; [b]:u[/b] for short
"""
SIGNS = """
[b]W3[/b] a win on the third move from now, counting
both sides; [b]D[/b] a draw; [b]L4[/b] a loss.
"""


# Words of the line mode for keys whose names differ.
OTHER_WORDS = {"keys": "help", "mistakes": "learn"}
WORDS = {word: key.name for key in KEYS for word in (key.name, key.sign or key.key)}
WORDS |= {
    word: key.name
    for key in KEYS
    for command in COMMANDS
    if command.name == OTHER_WORDS.get(key.name, key.name)
    for word in (command.name, *command.also)
}


def key_called(word: str, chosen: Mapping[str, str]) -> Key | None:
    """The key for a word after a colon; None if there is none.

    >>> [key_called(word, {}).name for word in ("q", "und", "learn", "?")]
    ['quit', 'undo', 'mistakes', 'keys']
    """
    words = WORDS | {sign: name for name, sign in chosen.items()}
    name = command_called(word, words)
    return next((key for key in KEYS if key.name == name), None)


def key_sign(name: str, chosen: Mapping[str, str]) -> str:
    """The text to press or type for a key."""
    key = next(key for key in KEYS if key.name == name)
    return chosen.get(name) or key.sign or key.key


def keys_beside(letters: Set[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """The keys that differ from the usual ones in a game: letters of moves need a colon.

    >>> keys_beside({"a", "b", "c"}, {"hint": "f1"})
    {'hint': 'f1', 'nodes': ':c'}
    """
    signs = {key.name: key_sign(key.name, chosen) for key in KEYS}
    taken = {name: f"{COLON}{sign}" for name, sign in signs.items() if sign in letters}
    return {**chosen, **taken}


# The keys in the footer: when the game is over, while the computer thinks, in the past, otherwise.
OVER = ("review", "mistakes", "new", "swap", "undo", "puzzle", "games", "back")
THINKING = ("move", "undo", "new")
PAST = ("back", "forward", "why", "review", "new")
PLAYING = ("hint", "values", "why", "undo", "redo", "new", "opponent", "games", "puzzle", "back")


def footer(chosen: Mapping[str, str], over: bool, busy: bool, past: bool) -> Content:
    """The keys that matter now; a click on one runs its action."""
    names = PAST if past else OVER if over else THINKING if busy else PLAYING
    actions = {key.name: key.action for key in KEYS}
    parts = [
        Content.from_markup(
            f"[@click=app.{actions[name]}][b $primary]$sign[/] {name}[/]",
            sign=key_sign(name, chosen),
        )
        for name in ("keys", "quit", *names)
    ]
    return Content("  ").join(
        [*parts[:2], Content.from_markup("[b $primary]Tab[/] panes"), *parts[2:]]
    )


def again(chosen: Mapping[str, str]) -> str:
    deeds = {"new": "new game", "swap": "swap sides", "undo": "undo", "why": "why"}
    deeds["mistakes"] = "retry your mistakes"
    return f"{', '.join(f'{key_sign(name, chosen)}: {deed}' for name, deed in deeds.items())}."


def keys_text(chosen: Mapping[str, str], moves: str, rules: str) -> str:
    shown = [(key_sign(key.name, chosen), key.about) for key in KEYS]
    width = max(len(sign) for sign, _ in shown)
    lines = [f"[b]{escape(sign):{width}}[/b]  {about}" for sign, about in shown]
    rows = "\n".join(lines)
    return f"[b]Keys[/b]\n\n{moves}{rows}\n{SIGNS}\n[b]Rules[/b]\n\n{escape(rules)}\n\n{CLOSES}"


def ways(example: str, digits: str) -> str:
    """The ways to choose a move, with markup."""
    by_digit = DIGITS.format(where=digits) if digits else ""
    return f"{CELLS}{by_digit}{TYPING.format(example=escape(example))}"


class KeysPage(ClosingPage):
    """The page of keys and rules, over the board; the arrows scroll, any other key closes it."""

    SCROLLING = SCROLLING

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="keys"):
            yield Static(self.text)
