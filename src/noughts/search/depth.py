"""Searches that may go deeper than the stack reaches, and what is told of those that do."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from noughts.errors import RepeatingGame, TooDeep
from noughts.game import Game, P
from noughts.search.loops import MOST, loop_of
from noughts.search.stack import Answer, with_room

# A search that turns out long looks for a loop at so many positions, before it goes on for ever:
# a hundredth of a second.
GLANCE = 500
# A play that lasts so many plies may last for ever.
LONG = 1_000
# A loop is told by so many of its moves.
TOLD = 12


def deeply(game: Game[P], position: P, ask: Callable[[], Answer]) -> Answer:
    """The answer of a search of a position, with a stack that is as large as it needs.

    It is asked again where the usual stack is too small: so it must be able to begin anew.

    Raises:
        RepeatingGame: no stack suffices, for play can come back to a position.
        TooDeep: no stack suffices.
    """
    try:
        return with_room(ask, lambda: refuse_loops(game, position, GLANCE))
    except TooDeep as error:
        told = error
    refuse_loops(game, position)
    raise told


def refuse_loops(game: Game[P], position: P, most: int = MOST) -> None:
    """Refuse a game whose play comes back to a position although the class does not say so.

    Args:
        game: the rules.
        position: from where on a loop is looked for.
        most: at how many positions.

    Raises:
        RepeatingGame: a loop was found.
    """
    loop: tuple[int, ...] = ()
    if not game.repeats:
        with suppress(Exception):  # the rules are anybody's code
            loop = with_room(lambda: loop_of(game, position, most))
    if not loop:
        return
    moves = " ".join(_name(game, move) for move in loop[:TOLD])
    more = f" … ({len(loop)} moves)" if len(loop) > TOLD else ""
    raise RepeatingGame(
        f"Positions repeat in {type(game).__name__}, by {moves}{more}, so a search may never end: "
        f"set `repeats = True` in the class."
    )


def refuse_endless(game: Game[P], position: P, plies: int) -> None:
    """Look for a loop now and then in a play that has lasted so many plies: every thousand.

    Raises:
        RepeatingGame: a loop was found.
    """
    if plies and plies % LONG == 0:
        refuse_loops(game, position, GLANCE)


def _name(game: Game[Any], move: int) -> str:
    """A move's name, or its number."""
    try:
        return game.name(move)
    except Exception:  # noqa: BLE001  # the rules are anybody's code
        return str(move)
