"""The games by name: `tictactoe`, or `mnk:4,4,3` with parameters after a colon."""

from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from noughts.errors import BadParameters, UnknownGame
from noughts.game import Game, parameters


class Entry(NamedTuple):
    """Where a game is found; it is loaded only when it is asked for.

    Args:
        name: what people type.
        module: the module of its rules.
        cls: the name of its class.
        about: one line that says what it is.
    """

    name: str
    module: str
    cls: str
    about: str


ENTRIES = {
    entry.name: entry
    for entry in (
        Entry("tictactoe", "noughts.games.tictactoe", "TicTacToe", "three in a row on 3×3"),
        Entry("mnk", "noughts.games.mnk", "MNK", "k in a row on m columns and n rows"),
        Entry("morris", "noughts.games.morris", "Morris", "three stones each, placed, then moved"),
        Entry("threemarks", "noughts.games.threemarks", "ThreeMarks", "the oldest mark vanishes"),
    )
}


def find_game(spec: str = "tictactoe") -> Game[Any]:
    """The game that `name` or `name:parameters` stands for.

    Raises:
        UnknownGame: there is no game of that name.
        BadParameters: it cannot have these parameters.

    >>> find_game("mnk:4,4,3,misere")
    MNK(m=4, n=4, k=3, misere=True, cylinder=False, torus=False)
    """
    name, colon, given = spec.strip().partition(":")
    entry = ENTRIES.get(name.lower())
    if entry is None:
        raise UnknownGame(_unknown(name))
    cls: Any = getattr(import_module(entry.module), entry.cls)
    words = [word.strip() for word in given.split(",")] if colon else []
    game: Game[Any] = cls(**_arguments(cls(), entry, words))
    return game


def _arguments(game: Game[Any], entry: Entry, words: list[str]) -> dict[str, Any]:
    """The parameters that the words give: numbers in order, and names of what is switched on."""
    defaults = parameters(game)
    numbers = [name for name, default in defaults.items() if not isinstance(default, bool)]
    switches = [name for name, default in defaults.items() if isinstance(default, bool)]
    given: dict[str, Any] = {}
    for word in words:
        if word.lower() in switches:
            given[word.lower()] = True
        elif word.lstrip("-").isdecimal() and numbers:
            given[numbers.pop(0)] = int(word)
        else:
            raise BadParameters(_no_parameter(game, entry, word))
    return given


def spec_of(game: Game[Any]) -> str:
    """The shortest text by which `find_game` finds the game again.

    >>> from noughts.games.mnk import MNK
    >>> spec_of(MNK(4, 4, 3))
    'mnk:4,4,3'
    """
    for entry in ENTRIES.values():
        if type(game).__module__ == entry.module and type(game).__name__ == entry.cls:
            return entry.name if game == type(game)() else example(game, entry)
    return type(game).__name__


def example(game: Game[Any], entry: Entry) -> str:
    """The game's name with its parameters written out."""
    values = parameters(game)
    numbers = [str(value) for value in values.values() if not isinstance(value, bool)]
    switches = [name for name, value in values.items() if value is True]
    words = ",".join([*numbers, *switches])
    return f"{entry.name}:{words}" if words else entry.name


def _unknown(name: str) -> str:
    close = get_close_matches(name.lower(), ENTRIES, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"There is no game called {name!r}.{hint} There are: {', '.join(ENTRIES)}."


def _no_parameter(game: Game[Any], entry: Entry, word: str) -> str:
    """The message for a word that is no parameter, or one too many."""
    values = parameters(game)
    numbers = [name for name, value in values.items() if not isinstance(value, bool)]
    switches = [name for name, value in values.items() if isinstance(value, bool)]
    takes = f"{len(numbers)} whole numbers ({', '.join(numbers)})" if numbers else "no numbers"
    also = f", and the words {', '.join(switches)}" if switches else ""
    return (
        f"{word!r} is no parameter of {entry.name}, which takes {takes}{also}; "
        f"for example {example(game, entry)}."
    )
