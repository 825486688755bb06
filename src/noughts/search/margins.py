"""The best margin of points: alpha-beta over margins, with a table of remaining margins.

A game that counts points is won by any margin; this search looks for the largest. A margin is the
points of the player to move minus the opponent's. Points are never lost: so the table stores bounds
on the remaining margin, and merges positions that differ only in points
(`Knowledge.without_points`).

    For Dots and Boxes: Joseph Barker and Richard Korf, "Solving Dots-And-Boxes", AAAI 2012.
"""

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.control import SearchControl
from noughts.search.table import Table, lower_bound, pack, upper_bound
from noughts.value import OPEN

# More points than any game has.
ANY_MARGIN = 10_000_000


def best_margin(
    game: Knowledge[P], position: P, alpha: int, beta: int, run: SearchControl, table: Table[P]
) -> int:
    """A margin m at the end for the player to move, against the true best margin v (fail-soft):

    alpha < m < beta  then  v = m;    m <= alpha  then  v <= m;    m >= beta  then  v >= m.
    """
    run.visit()
    so_far = game.margin(position)
    if game.outcome(position) != OPEN:
        return so_far

    rest = game.without_points(position)
    entry = table.find(rest)
    lower, upper = -ANY_MARGIN, ANY_MARGIN
    if entry:
        lower, upper = lower_bound(entry) + so_far, upper_bound(entry) + so_far
    left = game.points_left(position)
    lower, upper = max(lower, so_far - left), min(upper, so_far + left)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    best = -ANY_MARGIN
    for passes in range(1 if game.alternates else 0, 2):  # moves that keep the turn come first
        for move in game.moves(position):
            after, floor = game.play(position, move), max(alpha, best)
            if best >= beta or keeps_turn(game, position, after) == passes:
                continue
            if passes:
                margin = -best_margin(game, after, -beta, -floor, run, table)
            else:
                margin = best_margin(game, after, floor, beta, run, table)
            best = max(best, margin)

    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    table.store(rest, pack(lower - so_far, upper - so_far))
    return best
