"""The choice of a game's knowledge: only what was written for exactly its class.

A subclass may change a rule in many ways, some of them invisible: by `super()`, a decorator, a
default argument, a function of another module. So knowledge counts for the class that names it, and
a subclass gets the defaults unless it names knowledge itself. noughts' own classes are known to
reach nothing but their own names. So a subclass of one of them keeps its knowledge as long as it
changes no name of the class, other than parameters, names for display, and those left open.
"""

from dataclasses import fields
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getattr_static
from typing import Any

from noughts import reading, source
from noughts.errors import BadParameters, NotAGame
from noughts.game import RULES, Game, P
from noughts.games.given import as_game
from noughts.knowledge.base import Knowledge

# Games whose knowledge is kept.
MOST = 64

# The packages of noughts' own games.
GAMES = ("noughts.games", "noughts.games.common")
# Files of knowledge of several games; any other has the name of its game's file.
SHARED = {
    "impartial": "chomp nim notakto",
    "line_game": "lines mnk",
    "marks": "gomoku moving_men orderchaos pentago threemarks tictactoe wild",
}
FILES = {game: file for file, games in SHARED.items() for game in games.split()}

# Attributes that Python and `dataclass` put into each class.
MACHINERY = {"__classcell__", *reading.NO_CONTENT, *vars(type("Empty", (Game,), {}))} - {"__dict__"}

# Attributes for display. Knowledge may use them in sentences; no value depends on them.
FOR_PEOPLE = (frozenset(vars(Game)) - {*RULES, "field_bits", "turn"}) | {
    "cell_name", "cell_at", "colours", "digits", "look", "place", "read_cell", "row_lengths",
    "rows_text", "showing", "shown", "sign", "signs",
}  # fmt: skip

# Methods that belong to knowledge only.
HINTS = {name for name in vars(Knowledge) if name[0] != "_"} - vars(Game).keys()


def knowledge_of(game: Game[P]) -> Knowledge[P]:
    """The knowledge of a game: what was written for exactly its class, otherwise the defaults.

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
    if source.is_own(type(game)):
        asked: Any = _chosen(game), game  # to type checkers, a protocol need not be hashable
        return _made(*asked)
    if Game not in type(game).__mro__:
        return knowledge_of(as_game(game))
    if not (content := reading.content(game)):
        return _chosen(game)(game)
    kept = _of_users.pop(id(game), None)
    if kept is None or kept[0] != content:  # the class may have changed since, as in a notebook
        kept = content, _chosen(game)(game)
    _of_users[id(game)] = kept
    if len(_of_users) > MOST:
        del _of_users[next(iter(_of_users))]
    return kept[1]


@lru_cache(MOST)
def _made(written: type[Knowledge[Any]], game: Any) -> Knowledge[Any]:
    """Knowledge stores the tables that it computes, so it is made once for each game."""
    return written(game)


# Knowledge of users' games, by their addresses, with their content; the last used comes last. The
# knowledge refers to its game, so the address stays in use.
_of_users: dict[int, tuple[str, Knowledge[Any]]] = {}


def _chosen(game: Game[Any]) -> type[Knowledge[Any]]:
    kind, written = _nearest(type(game))
    return Knowledge if rule_changes(game, kind) else written


def set_aside(game: Game[Any]) -> str:
    """Why knowledge does not apply to the game, in a sentence; empty if all of it does.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> class Rows(TicTacToe):
    ...     def has_line(self, cells):
    ...         return cells & 7 == 7
    >>> set_aside(Rows())
    'Rows changes has_line of TicTacToe, so searches do not use what is known of TicTacToe.'
    >>> set_aside(TicTacToe())
    ''
    """
    told, (kind, _) = [], _nearest(type(game))
    known, name = kind.__name__, type(game).__name__
    if names := rule_changes(game, kind):
        changed = f"{name} changes {', '.join(names)} of {known}"
        if not source.is_own(kind):
            changed = f"{name} is another class than {known}"
        told.append(f"{changed}, so searches do not use what is known of {known}.")
    methods = source.methods(type(game))
    asked = {name for method in methods.values() for name in method.__code__.co_names}
    if written := methods.keys() & HINTS - asked:
        told.append(
            f"Searches do not call {', '.join(sorted(written))} of {name}: move that to a class "
            f"{name}Knowledge(Knowledge), and set knowledge = {name}Knowledge in the game."
        )
    return " ".join(told)


def plays_by(game: Game[Any], kind: type[Game[Any]], *reads: str) -> bool:
    """Whether a game plays by exactly the rules of one of noughts' own classes.

    Args:
        game: the game; of that class, or of one derived from it.
        kind: the class that wrote the rules.
        reads: names for display that the caller reads from the game; they must be the class's, too.

    >>> from noughts.games.common.line_game import LineGame
    >>> from noughts.games.mnk import MNK
    >>> class Wide(MNK):
    ...     def name(self, move):
    ...         return f"cell {move}"
    >>> plays_by(Wide(), MNK), plays_by(MNK(), LineGame)
    (True, False)
    """
    return isinstance(game, kind) and not rule_changes(game, kind, *reads)


def rule_changes(game: Game[Any], kind: type[Game[Any]], *reads: str) -> tuple[str, ...]:
    """The names by which a game may differ from a class that it is derived from."""
    cls = type(game)
    parameters = {field.name for field in fields(cls)}  # type: ignore[arg-type]  # a dataclass
    carried = {
        name
        for name in vars(game).keys() - parameters
        if not isinstance(getattr_static(cls, name, None), cached_property)
    }
    if cls is kind:  # which has checked its parameters itself
        return tuple(sorted(carried))
    return tuple(sorted(carried | _added(cls, kind, reads))) or _out_of_range(game, kind)


def _added(cls: type[Game[Any]], kind: type[Game[Any]], reads: tuple[str, ...]) -> set[str]:
    """The names that `cls` and its bases define differently from `kind`."""
    added = {
        name: member
        for other in cls.__mro__
        if other not in kind.__mro__
        for name, member in vars(other).items()
        # An `__init__` by `dataclass` is machinery, too.
        if name not in MACHINERY
        or (name == "__init__" and source.plain_rule(member).__code__.co_filename != "<string>")
    }
    if not source.is_own(kind):
        return {*added, cls.__name__}
    parameters = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # as above
    free = (FOR_PEOPLE - set(reads)).union(vars(kind).get("left_open", ()))
    known = source.members(kind).keys() - free
    special = () if source.is_own(cls) else [name for name in added if name.startswith("__")]
    return {*special} | {
        name
        for name, member in added.items()
        if (hasattr(member, "__get__") if name in parameters else name in known)
    }


def _nearest(cls: type[Game[Any]]) -> tuple[type[Game[Any]], type[Knowledge[Any]]]:
    """The nearest base class with knowledge, and that knowledge; otherwise the class itself."""
    for kind in cls.__mro__[: cls.__mro__.index(Game)]:
        written = _named(kind) if "knowledge" in vars(kind) else _of_noughts(kind)
        if written:
            return kind, written
    return cls, Knowledge


def _named(kind: type[Any]) -> type[Knowledge[Any]]:
    """The knowledge that a class names itself; None in the class means no knowledge."""
    named = vars(kind)["knowledge"]
    if named is None:
        return Knowledge
    if isinstance(named, type) and issubclass(named, Knowledge):
        return named
    raise NotAGame(
        f"{kind.__name__}.knowledge is {named!r}; it must be a class derived from "
        f"noughts.Knowledge."
    )


def _of_noughts(kind: type[Any]) -> type[Knowledge[Any]] | None:
    """`NimKnowledge` for `noughts.games.nim.Nim`, where there is one."""
    room, _, file = kind.__module__.rpartition(".")
    name = f"noughts.knowledge.{FILES.get(file, file)}"
    if room not in GAMES or not source.is_own(kind) or not find_spec(name):
        return None
    return getattr(import_module(name), f"{kind.__name__}Knowledge", None)


def _out_of_range(game: Game[Any], kind: type[Game[Any]]) -> tuple[str, ...]:
    try:
        getattr(kind, "__post_init__", lambda game: None)(game)
    except BadParameters:
        return ("__post_init__",)
    return ()
