"""Which knowledge applies to a game: what was written for exactly its rules.

A game that changes a rule must not inherit the knowledge. So a game is compared with the class that
the knowledge was written for: everything that `start`, `moves`, `play` and `outcome` use, and
everything that the knowledge itself reads, must be the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeGuard

from noughts import source
from noughts.errors import BadParameters, NotAGame
from noughts.game import RULES, Game, P
from noughts.knowledge.base import Knowledge

# Overridden, these can change what every other name means.
PYTHONS_OWN = ("__getattr__", "__getattribute__")

# The packages of noughts' own games.
GAMES = ("noughts.games", "noughts.games.common")

# Attributes for display. Knowledge may use them in sentences; no value depends on them.
FOR_PEOPLE = frozenset(vars(Game)) - {*RULES, *PYTHONS_OWN}

# Methods that only knowledge has.
HINTS = {name for name in vars(Knowledge) if name[0] != "_"} - vars(Game).keys()


def knowledge_of(game: Game[P]) -> Knowledge[P]:
    """The knowledge of a game: what was written for exactly its rules, else the defaults.

    A user's game names its knowledge in its class: `knowledge = MyKnowledge`.

    Raises:
        NotAGame: the class's `knowledge` is not a subclass of Knowledge.

    >>> from noughts.games.mnk import MNK
    >>> class RowsWin(MNK):
    ...     def has_line(self, cells):
    ...         return cells & 0b111 == 0b111
    >>> knowledge_of(MNK(4, 3, 3)), knowledge_of(RowsWin(4, 3, 3))
    (MNKKnowledge(MNK(m=4, n=3, k=3, ...)), Knowledge(RowsWin(m=4, n=3, k=3, ...)))
    """
    rules: Any = game  # to type checkers, a protocol need not be hashable
    written: Any = _chosen(game)
    try:
        known: Knowledge[P] = _made(written, rules)
    except TypeError:  # a parameter that cannot be hashed
        return written(game)  # type: ignore[no-any-return]
    return known


@lru_cache(maxsize=64)
def _made(written: type[Knowledge[Any]], game: Any) -> Knowledge[Any]:
    """Knowledge keeps the tables that it works out, so it is made once for each game."""
    return written(game)


def _chosen(game: Game[Any]) -> type[Knowledge[Any]]:
    for kind, written in _written_for(type(game)):
        if not changes(game, kind, written):
            return written
    return Knowledge


def set_aside(game: Game[Any]) -> str:
    """Which knowledge does not apply to the game, and why, in a sentence; empty if all does.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> class Rows(TicTacToe):
    ...     def has_line(self, cells):
    ...         return cells & 7 == 7
    >>> set_aside(Rows())
    'Rows changes has_line of TicTacToe, so searches do not use what is known of TicTacToe.'
    >>> set_aside(TicTacToe())
    ''
    """
    return " ".join(filter(None, (_overridden(game), _not_asked(game))))


def _overridden(game: Game[Any]) -> str:
    """Which knowledge does not apply because the game changes rules."""
    for kind, written in _written_for(type(game)):
        names = changes(game, kind, written)
        if not names:
            return ""
        return (
            f"{type(game).__name__} changes {', '.join(names)} of {kind.__name__}, so searches do "
            f"not use what is known of {kind.__name__}."
        )
    return ""


def _not_asked(game: Game[Any]) -> str:
    """Which methods of the game belong into its knowledge."""
    cls = type(game)
    written = source.methods(cls).keys() & HINTS - _reached(cls, tuple(FOR_PEOPLE))
    if not written:
        return ""
    return (
        f"Searches do not call {', '.join(sorted(written))} of {cls.__name__}: move that to a "
        f"class {cls.__name__}Knowledge(Knowledge), and set knowledge = {cls.__name__}Knowledge "
        f"in the game."
    )


def plays_by(game: Game[Any], kind: type[Game[Any]], *reads: str) -> bool:
    """Whether a game plays by exactly the rules of a class.

    Args:
        game: the game; of that class, or of one derived from it.
        kind: the class that wrote the rules.
        reads: other names that who asks reads from the game, which must be the class's, too.

    >>> from noughts.games.common.line_game import LineGame
    >>> from noughts.games.mnk import MNK
    >>> class Wide(MNK):
    ...     def name(self, move):
    ...         return f"cell {move}"
    >>> plays_by(Wide(), MNK), plays_by(MNK(), LineGame)
    (True, False)
    """
    return isinstance(game, kind) and not _changed(game, kind, reads)


def changes(
    game: Game[Any], kind: type[Game[Any]], written: type[Knowledge[Any]]
) -> tuple[str, ...]:
    """The names of a class's rules, or read by its knowledge, that a game changes."""
    if _is_of(game, kind):
        return ()  # without a look at what the knowledge reads, which takes milliseconds
    kept: Any = written  # as above
    return _changed(game, kind, _read_by(kept))


def _is_of(game: Game[Any], kind: type[Game[Any]]) -> bool:
    """Whether a game is of a class itself, with all its methods."""
    return type(game) is kind and not vars(game).keys() & source.methods(kind).keys()


@lru_cache(maxsize=64)
def _read_by(written: type[Knowledge[Any]]) -> tuple[str, ...]:
    """The names that knowledge may read from its game."""
    code = filter(_is_function, map(source.plain, source.members(written).values()))
    return tuple(sorted(source.names_used(*code) - FOR_PEOPLE))


def _written_for(
    cls: type[Game[Any]],
) -> Iterator[tuple[type[Game[Any]], type[Knowledge[Any]]]]:
    """The classes that a class is built on for which there is knowledge, the nearest first."""
    for kind in cls.__mro__[: cls.__mro__.index(Game)]:
        written = _named(kind) if "knowledge" in vars(kind) else _of_the_house(kind)
        if written:
            yield kind, written


def _named(kind: type[Any]) -> type[Knowledge[Any]]:
    """The knowledge that a class names itself; with None it says that nothing is known."""
    named = vars(kind)["knowledge"]
    if named is None:
        return Knowledge
    if isinstance(named, type) and issubclass(named, Knowledge):
        return named
    raise NotAGame(
        f"{kind.__name__}.knowledge is {named!r}; it must be a class derived from "
        f"noughts.Knowledge."
    )


def _of_the_house(kind: type[Any]) -> type[Knowledge[Any]] | None:
    """`noughts.knowledge.nim.NimKnowledge` for `noughts.games.nim.Nim`, where there is one."""
    room, _, file = kind.__module__.rpartition(".")
    if room not in GAMES or not find_spec(f"noughts.knowledge.{file}"):
        return None
    return getattr(import_module(f"noughts.knowledge.{file}"), f"{kind.__name__}Knowledge", None)


def _changed(game: Game[Any], kind: type[Game[Any]], reads: Iterable[str]) -> tuple[str, ...]:
    """The names by which a game differs from a class, among those that rules come to."""
    if _is_of(game, kind):
        return ()
    cls = type(game)
    left_open = vars(kind).get("left_open", ())
    names = _reached(cls, tuple(reads), left_open) - set(left_open)
    ours, theirs = source.members(cls), source.members(kind)
    parameters = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # a dataclass
    differing = [
        name
        for name in sorted(names)
        if (
            source.is_code(ours.get(name))
            if name in parameters
            else ours.get(name) is not theirs.get(name) or _is_shadowed(game, name, ours.get(name))
        )
    ]
    return tuple(differing) or _out_of_range(game, kind)


@lru_cache(maxsize=256)
def _reached(
    cls: type[Game[Any]], reads: tuple[str, ...], left_open: tuple[str, ...] = ()
) -> frozenset[str]:
    """All that the rules, and other names, come to without what is left open to subclasses."""
    return frozenset(source.reached(cls, (*RULES, *PYTHONS_OWN, *reads), left_open))


def _is_shadowed(game: Game[Any], name: str, member: Any) -> bool:
    """Whether the game has something of its own in place of what its class says."""
    return name in vars(game) and not isinstance(member, cached_property)


def _out_of_range(game: Game[Any], kind: type[Game[Any]]) -> tuple[str, ...]:
    """Parameters that the class itself would refuse."""
    validate = getattr(kind, "__post_init__", None)
    try:
        if validate:
            validate(game)
    except BadParameters:
        return ("__post_init__",)
    return ()


def _is_function(thing: object) -> TypeGuard[FunctionType]:
    return isinstance(thing, FunctionType)
