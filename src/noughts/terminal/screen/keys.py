"""Keys of the full screen, for the footer and for the page of keys and rules."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from noughts.terminal.game.names import COLON, COMMANDS, command_called
from noughts.terminal.screen.dialogs import INTERRUPT


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
    *(Binding(key.key, key.action, key.name.capitalize(), show=False, id=key.name) for key in KEYS),
    Binding("left", "earlier", show=False),
    Binding("right", "later", show=False),
    Binding("pageup", "scroll(-1)", show=False),
    Binding("pagedown", "scroll(1)", show=False),
    Binding("ctrl+d", "leave", show=False),
    Binding("ctrl+c", "interrupt", show=False, priority=True),
)

# Ways to choose a move, each with what it does.
CELLS = (
    ("arrows", "move the cursor"),
    ("Enter, Space", "play on the cell, like a click"),
    ("Tab", "to the moves, and to the game's story"),
    ("", "in the moves, Enter plays and Space answers"),
    ("", "in the story, the arrows walk through the past"),
)
SIGNS = "W3 is a win on the third move from now, counting both sides; D a draw; L4 a loss."

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


class FootKey(NamedTuple):
    """A key in the footer: what to press, its word, and the action of a click."""

    key: str
    word: str
    action: str = ""


PANES = FootKey("Tab", "panes")


def footer(chosen: Mapping[str, str], over: bool, busy: bool, past: bool) -> list[FootKey]:
    """The keys that matter now, the most important first."""
    names = PAST if past else OVER if over else THINKING if busy else PLAYING
    actions = {key.name: key.action for key in KEYS}
    signs = [
        FootKey(key_sign(name, chosen), name, f"app.{actions[name]}")
        for name in ("keys", "quit", *names)
    ]
    return [*signs[:2], PANES, *signs[2:]]


class Foot(Static):
    """The last line of a screen: as many keys as fit, each as a whole."""

    def __init__(self, signs: Sequence[FootKey] = ()) -> None:
        super().__init__(id="foot")
        self.signs = tuple(signs)

    def put(self, signs: Sequence[FootKey]) -> None:
        self.signs = tuple(signs)
        self.refresh()

    def render(self) -> Content:
        return Content("  ").join(self._fitting(self.size.width))

    def _fitting(self, room: int) -> Iterator[Content]:
        one_pane = self.screen.has_class("-one")
        for key, word, action in self.signs:
            width = len(key) + 1 + len(word)
            if width <= room and not (one_pane and word == PANES.word):
                room -= width + 2
                shown = "[b]$key[/] $word"
                shown = f"[@click={action}]{shown}[/]" if action else shown
                yield Content.from_markup(shown, key=key, word=word)


def again(chosen: Mapping[str, str]) -> str:
    deeds = {"new": "new game", "swap": "swap sides", "undo": "undo", "why": "why"}
    deeds["mistakes"] = "retry your mistakes"
    return f"{', '.join(f'{key_sign(name, chosen)}: {deed}' for name, deed in deeds.items())}."


def keys_text(chosen: Mapping[str, str], ways: Sequence[tuple[str, str]], rules: str) -> Content:
    keys = [(key_sign(key.name, chosen), key.about) for key in KEYS]
    return Content.assemble(
        ("Keys\n\n", "bold"),
        *_rows(ways),
        "\n",
        *_rows(keys),
        f"\n{SIGNS}\n\n",
        ("Rules", "bold"),
        f"\n\n{rules}\n\nThe arrows scroll; any other key closes this page.",
    )


def _rows(rows: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    width = max(len(sign) for sign, _ in rows)
    for sign, about in rows:
        yield sign.ljust(width + 2), "bold"
        yield f"{about}\n", ""


def ways(example: str, digits: str) -> list[tuple[str, str]]:
    typing = [(example, "type a move; Enter plays it"), (":undo", "a command; :u for short")]
    by_digit = [("1 to 9", f"play {digits} with that digit")] if digits else []
    return [*CELLS, *by_digit, *typing]


SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")


class KeysPage(ModalScreen[None]):
    """The page of keys and rules; a click or any key that does not scroll closes it."""

    BINDINGS: ClassVar = [INTERRUPT]

    def __init__(self, text: Content) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="keys"):
            yield Static(self.text)

    def on_key(self, event: events.Key) -> None:
        if event.key not in SCROLLING:
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
