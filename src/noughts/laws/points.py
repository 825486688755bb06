"""The law of points: what knowledge says about margins agrees with a search by the rules alone."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from noughts.errors import SearchStopped
from noughts.knowledge import Knowledge
from noughts.laws.rules import Complaint
from noughts.search.context import AnyOrdering, SearchControl
from noughts.search.exact import ALL_MOVES, ANY_BOUNDS, ANY_MARGIN, best_margin
from noughts.search.solver import turns_passed
from noughts.search.table import DictTable
from noughts.value import OPEN

# The most nodes of interpreted searches for one position.
COMPARE_NODES = 300


def wrong_points(known: Knowledge[Any], position: Any) -> Complaint:
    """A complaint about the knowledge of remaining points; None if that takes too long."""
    plain, rest = Knowledge(known.game), known.without_points(position)
    lead, so_far = _margins_by(plain), plain.margin(position)
    try:
        final, same = lead(position), lead(rest) - plain.margin(rest)
    except SearchStopped:
        return None
    mine = final - so_far
    if mine != same:
        return f"without_points() is {rest!r}, with {same} points to come instead of {mine}"
    if abs(mine) > known.points_left(position):
        return f"points_left() is {known.points_left(position)}; to come is {mine}"
    for alpha in (-ANY_MARGIN, final - 1, final):
        least, most = known.final_margins(position, alpha, alpha + 1)
        if not least <= final <= most:
            return f"final_margins() are {least} and {most}; the best margin is {final}"
    return _lost_points(known, position, final) if plain.outcome(position) == OPEN else None


def _lost_points(known: Knowledge[Any], position: Any, final: int) -> Complaint:
    """A complaint if no candidate move, or not what is forced, leads to the best margin."""
    plain, state = Knowledge(known.game), known.state(position)
    lead, (forced, plies) = _margins_by(plain), known.play_forced(state)
    safe = [plain.play(position, move) for move in known.candidate_moves(state)]
    ways = {
        "candidate_moves()": [(after, 1) for after in safe],
        "play_forced()": [(known.position(forced), plies)],
    }
    for name, ends in ways.items():
        with suppress(SearchStopped):
            turns = [turns_passed(plain, position, *end) for end in ends]
            best = max(lead(end[0]) * (-1) ** odd for end, odd in zip(ends, turns, strict=True))
            if best != final:
                return f"{name} leads to a margin of {best}; the best is {final}"
    return None


def _margins_by(plain: Knowledge[Any]) -> Callable[[Any], int]:
    """The best margin of the player to move, by searches with one table.

    Raises:
        SearchStopped: they take too long.
    """
    window, run, table = (*ANY_BOUNDS, 0, ALL_MOVES), SearchControl(COMPARE_NODES), DictTable()
    ordering = AnyOrdering(COMPARE_NODES)
    return lambda position: best_margin(plain, position, *window, run, table, ordering)
