"""Searches on a stack as large as needed; loops of play, and the errors if a game does not suit."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from noughts.errors import ExtraTurns, RepeatingGame, TooDeep, UnsuitedGame
from noughts.game import Game, P, fits_words, legal_moves, too_wide
from noughts.search.stack import Answer, with_room

# Positions in which a long search looks for a loop: a hundredth of a second.
LOOP_POSITIONS = 500
# A play this long, in plies, may be endless.
LONG = 1_000
# The most moves of a loop to quote.
QUOTED_MOVES = 12
# The most positions to visit for any loop; the positions of that loop from which to look for a
# shorter one; and the most positions to visit for each.
MOST, TRIED, MOST_NEARBY = 300_000, 30, 3_000


def with_enough_stack(game: Game[P], position: P, ask: Callable[[], Answer]) -> Answer:
    """The result of a search, with as large a stack as it needs."""
    try:
        return with_room(ask, lambda: refuse_loops(game, position, LOOP_POSITIONS))
    except TooDeep as error:
        failure = error
    refuse_loops(game, position)
    raise failure


def refuse_repeating(game: Game[Any]) -> None:
    """Raise RepeatingGame for a game whose full search would not end."""
    if game.repeats:
        raise RepeatingGame(
            f"Positions can repeat in {type(game).__name__}, so a search to the end would never "
            f"end. Use noughts.solver_for, or give the search a limit in plies (minimax, negamax "
            f"and alpha-beta take one)."
        )


def no_extra_turns(game: Game[Any], what: str, instead: str = "noughts.solver_for") -> ExtraTurns:
    """The error for something that needs players who take turns."""
    return ExtraTurns(
        f"{what} needs players who take turns, and in {type(game).__name__} a player may move "
        f"twice in a row. Use {instead}."
    )


def refuse_extra_turns(game: Game[Any], what: str, instead: str = "noughts.solver_for") -> None:
    if not game.alternates:
        raise no_extra_turns(game, what, instead)


def refuse_wide(game: Game[Any], what: str) -> None:
    """Raise UnsuitedGame for a game whose positions do not fit into machine words."""
    if not fits_words(game):
        raise UnsuitedGame(f"{too_wide(game, what)}. Ask a search: noughts.solver_for.")


def refuse_loops(game: Game[P], position: P, most: int = MOST) -> None:
    """Raise RepeatingGame if positions repeat although the class does not declare it."""
    loop: tuple[int, ...] = ()
    if not game.repeats:
        with suppress(Exception):  # the rules are a user's code
            loop = with_room(lambda: loop_of(game, position, most))
    if not loop:
        return
    moves = " ".join(_name(game, move) for move in loop[:QUOTED_MOVES])
    more = f" … ({len(loop)} moves)" if len(loop) > QUOTED_MOVES else ""
    raise RepeatingGame(
        f"Positions repeat in {type(game).__name__}, by {moves}{more}, so a search may never end: "
        f"set `repeats = True` in the class."
    )


def refuse_endless(game: Game[P], position: P, plies: int) -> None:
    """Look for a loop every thousand plies of a play."""
    if plies and plies % LONG == 0:
        refuse_loops(game, position, LOOP_POSITIONS)


def _name(game: Game[Any], move: int) -> str:
    try:
        return game.name(move)
    except Exception:  # noqa: BLE001  # the rules are a user's code
        return str(move)


def loop_of(game: Game[P], position: P, most: int = MOST) -> tuple[int, ...]:
    """A short loop: moves that lead from a position back to it; empty if none was found.

    It starts at the given position or a descendant.
    """
    around = _any_loop(game, position, most)
    ways = (_way_back(game, each) for each in around[:TRIED])
    return min(filter(None, ways), key=len, default=())


def _any_loop(game: Game[P], position: P, most: int) -> list[P]:
    path, left = {position: None}, set[P]()
    branches = [_following(game, position)]
    while branches and len(path) + len(left) < most:
        _, after = next(branches[-1], (None, None))
        if after is None:
            branches.pop()
            left.add(path.popitem()[0])
        elif after in path:
            positions = list(path)
            return positions[positions.index(after) :]
        elif after not in left:
            path[after] = None
            branches.append(_following(game, after))
    return []


def _following(game: Game[P], position: P) -> Iterator[tuple[int, P]]:
    return ((move, game.play(position, move)) for move in legal_moves(game, position))


def _way_back(game: Game[P], home: P) -> tuple[int, ...]:
    """The fewest moves from a position back to it; empty if that takes too long."""
    seen = {home}
    todo: deque[tuple[P, tuple[int, ...]]] = deque([(home, ())])
    while todo and len(seen) < MOST_NEARBY:
        position, way = todo.popleft()
        for move, after in _following(game, position):
            if after == home:
                return (*way, move)
            if after not in seen:
                seen.add(after)
                todo.append((after, (*way, move)))
    return ()
