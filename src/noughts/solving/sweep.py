"""A game at many sizes: outcome and plies of each, nim-values, and the period of a column.

If only `start` reads the parameters, all sizes are positions of one game: one table, compiled once.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import inf
from threading import get_ident
from types import FunctionType
from typing import Any, NamedTuple

from noughts.errors import BrokenLaw, SearchStopped, UnsuitedGame
from noughts.game import Game
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.sums import sums_of
from noughts.search.depth import with_enough_stack
from noughts.solving.api import solver_for
from noughts.source import codes_in
from noughts.value import OPEN, Value


class SweepRow(NamedTuple):
    """A game with some parameters, and its results.

    Args:
        given: the parameters.
        value: the value of the start; None if the search was stopped.
        nim: the nim-value of the start; None unless wanted.
    """

    given: dict[str, int]
    value: Value | None
    nim: int | None


def sweep(
    spec: str, ranges: Mapping[str, Sequence[int]], nim: bool = False, nodes: int | None = None
) -> Iterator[SweepRow]:
    """The results of the game with each choice of these parameters.

    Args:
        spec: the game without them, as `find_game` reads it.
        ranges: the values of each parameter.
        nim: whether to find nim-values, too.
        nodes: the most positions to visit for one size.

    Raises:
        GameError: there is no such game, or it cannot have these parameters.
        UnsuitedGame: nim-values are wanted, and the game has none.
        BrokenLaw: at some size the game is open, and has no move.

    >>> [str(row.value) for row in sweep("mnk", {"m": [3, 4], "n": [3], "k": [3]})]
    ['draw', 'win in 7']
    """
    choices = [dict(zip(ranges, one, strict=True)) for one in product(*ranges.values())]
    games = [_game_with(spec, given) for given in choices]
    shared = not any(reads(type(game), name) for game in games[:1] for name in ranges)
    solver = None
    for given, one in zip(choices, games, strict=True):
        if solver is None or not shared:
            game = games[-1] if shared else one  # positions of the last size fit, too
            solver = solver_for(game, nodes)
        value, start = None, one.start()
        if one.outcome(start) == OPEN and not any(True for _ in one.moves(start)):
            raise BrokenLaw(
                f"{type(one).__name__} breaks the law 'an_open_game_has_moves' at the start, with "
                f"{', '.join(f'{name}={number}' for name, number in given.items())}.",
                "an_open_game_has_moves",
            )
        with suppress(SearchStopped):
            value = solver.value(start)
        yield SweepRow(given, value, nim_value(game, start) if nim else None)


def _game_with(spec: str, given: Mapping[str, int]) -> Game[Any]:
    if spec.lower().endswith(".py"):  # the only game of the file
        spec = f"{spec}:{type(find_game(spec)).__name__}"
    text = ",".join(f"{name}={value}" for name, value in given.items())
    between = "," if ":" in spec.rpartition(".py:")[2] else ":"
    return find_game(f"{spec}{between}{text}")


def reads(cls: type[Game[Any]], name: str) -> bool:
    """Whether a rule beside `start` may read this attribute of a game."""
    for base in cls.__mro__[: cls.__mro__.index(Game)]:
        for method, held in vars(base).items():
            function = getattr(held, "fget", None) or getattr(held, "func", held)
            # A dataclass writes methods with underscores itself.
            if method != "start" and method[:2] != "__" and isinstance(function, FunctionType):
                seen = {name for code in codes_in(function.__code__) for name in code.co_names}
                if {name, "getattr", "vars", "astuple"} & seen:
                    return True
    return False


def nim_value(game: Game[Any], position: Any) -> int:
    """The nim-value of a position: the least number that no move leads to.

    Args:
        game: a game in which both players have the same moves, and the one without a move loses.
        position: the position.

    Raises:
        UnsuitedGame: it is another kind of game.

    >>> from noughts.games.registry import find_game
    >>> game = find_game("nim:3,5")
    >>> nim_value(game, game.start())
    6
    """
    sums, nimber, why = sums_of(knowledge_of(game), get_ident()), None, "players differ"
    sides = {"mine", "theirs"} & {*getattr(position, "_fields", ())}
    if not sides and not game.repeats and game.alternates:
        try:
            parts = with_enough_stack(game, position, lambda: sums.of(position, inf))
            nimber = sums.forms.add(parts).nimber
        except SearchStopped:
            why = "last mover does not win"
    if nimber is None:
        raise UnsuitedGame(f"{type(game).__name__} has no nim-values: its {why}.")
    return nimber


def period(values: Sequence[Any]) -> tuple[int, int] | None:
    """The first index from which the values repeat, and the length of the period; None if none.

    They must repeat for half of the values, and twice.

    >>> period([0, 1, 2, 0, 1, 2, 0, 1, 2]), period([0, 1, 2, 3, 4])
    ((0, 3), None)
    """
    for length in range(1, len(values) // 2 + 1):
        first = len(values) - length
        while first > 0 and values[first - 1] == values[first - 1 + length]:
            first -= 1
        if 2 * (len(values) - first) >= max(4 * length, len(values)):
            return first, length
    return None
