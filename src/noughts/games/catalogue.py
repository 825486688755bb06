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
    )
}


def find_game(spec: str = "tictactoe") -> Game[Any]:
    """The game that `name` or `name:parameters` stands for.

    Raises:
        UnknownGame: there is no game of that name.
        BadParameters: it cannot have these parameters.

    >>> find_game("mnk:4,4,3")
    MNK(m=4, n=4, k=3)
    """
    name, colon, given = spec.strip().partition(":")
    entry = ENTRIES.get(name.lower())
    if entry is None:
        raise UnknownGame(_unknown(name))
    cls: Any = getattr(import_module(entry.module), entry.cls)
    try:
        numbers = [int(word) for word in given.split(",")] if colon else []
    except ValueError:
        raise BadParameters(
            f"{given!r}: parameters are whole numbers, as in {example(cls(), entry)}."
        ) from None
    if len(numbers) > len(parameters(cls())):
        raise BadParameters(_too_many(cls(), entry, numbers))
    game: Game[Any] = cls(*numbers)
    return game


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
    numbers = ",".join(str(number) for number in parameters(game).values())
    return f"{entry.name}:{numbers}" if numbers else entry.name


def _unknown(name: str) -> str:
    close = get_close_matches(name.lower(), ENTRIES, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"There is no game called {name!r}.{hint} There are: {', '.join(ENTRIES)}."


def _too_many(game: Game[Any], entry: Entry, numbers: list[int]) -> str:
    names = ", ".join(parameters(game)) or "none"
    return (
        f"{entry.name} has the parameters: {names}; {len(numbers)} numbers were given. "
        f"For example {example(game, entry)}."
    )
