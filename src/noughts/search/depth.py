"""Searches on a stack as large as needed, and the errors if none suffices."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from noughts.errors import ExtraTurns, RepeatingGame, TooDeep, UnsuitedGame
from noughts.game import Game, P, fits_words, too_wide
from noughts.search.loops import MOST, loop_of
from noughts.search.stack import Answer, with_room

# Positions in which a long search looks for a loop: a hundredth of a second.
GLANCE = 500
# A play this long, in plies, may be endless.
LONG = 1_000
# The most moves of a loop to quote.
TOLD = 12


def deeply(game: Game[P], position: P, ask: Callable[[], Answer]) -> Answer:
    """The result of a search, with as large a stack as it needs.

    If the usual stack is too small the search runs again, so it must be restartable.

    Raises:
        RepeatingGame: no stack suffices, since positions repeat.
        TooDeep: no stack suffices.
    """
    try:
        return with_room(ask, lambda: refuse_loops(game, position, GLANCE))
    except TooDeep as error:
        failure = error
    refuse_loops(game, position)
    raise failure


def refuse_repeating(game: Game[Any]) -> None:
    """Raise RepeatingGame for a game whose full search would not end.

    Raises:
        RepeatingGame: positions can repeat.
    """
    if game.repeats:
        raise RepeatingGame(
            f"Positions can repeat in {type(game).__name__}, so a search to the end would never "
            f"end. Use noughts.solver_for, or give the search a limit in plies (minimax, negamax "
            f"and alpha-beta take one)."
        )


def no_extra_turns(game: Game[Any], what: str, instead: str = "noughts.solver_for") -> ExtraTurns:
    """The error for something that needs players who take turns.

    Args:
        game: a game with a `mover`.
        what: the subject of the sentence: what does not work.
        instead: what to use.
    """
    return ExtraTurns(
        f"{what} needs players who take turns, and in {type(game).__name__} a player may move "
        f"twice in a row. Use {instead}."
    )


def refuse_extra_turns(game: Game[Any], what: str, instead: str = "noughts.solver_for") -> None:
    """Raise ExtraTurns for a game in which a player may move twice in a row."""
    if not game.alternates:
        raise no_extra_turns(game, what, instead)


def refuse_wide(game: Game[Any], what: str) -> None:
    """Raise UnsuitedGame for a game whose positions do not fit into machine words.

    Args:
        game: the rules.
        what: the subject of the sentence: what does not work.

    Raises:
        UnsuitedGame: the positions do not fit.
    """
    if not fits_words(game):
        raise UnsuitedGame(f"{too_wide(game, what)}. Ask a search: noughts.solver_for.")


def refuse_loops(game: Game[P], position: P, most: int = MOST) -> None:
    """Raise RepeatingGame if positions repeat although the class does not declare it.

    Args:
        game: the rules.
        position: the position to start from.
        most: the most positions to visit.

    Raises:
        RepeatingGame: a loop was found.
    """
    loop: tuple[int, ...] = ()
    if not game.repeats:
        with suppress(Exception):  # the rules are a user's code
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
    """Look for a loop every thousand plies of a play.

    Raises:
        RepeatingGame: a loop was found.
    """
    if plies and plies % LONG == 0:
        refuse_loops(game, position, GLANCE)


def _name(game: Game[Any], move: int) -> str:
    try:
        return game.name(move)
    except Exception:  # noqa: BLE001  # the rules are a user's code
        return str(move)
