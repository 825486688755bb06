"""The exact search: alpha-beta with a transposition table and symmetry.

Scores count from the position, not from the root, so that an entry of the table is true wherever
the position occurs: a win scores `BASE` minus the plies to it. From one ply to the next a score
moves by one (`to_parent`), and so does a window (`to_child`).

    Richard Greenblatt, Donald Eastlake and Stephen Crocker, "The Greenblatt Chess
    Program", 1967, for the table; Jonathan Schaeffer, "The history heuristic and
    alpha-beta search enhancements in practice", 1989, for its savings.
"""

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.context import SearchContext
from noughts.search.table import Table, lower_bound, pack, upper_bound
from noughts.value import BASE, INFINITY, OPEN, SOONEST, to_child, to_parent


def exact(
    game: Knowledge[P], position: P, alpha: int, beta: int, run: SearchContext, table: Table[P]
) -> int:
    """A score s for the player to move, against the true score v:

    alpha < s < beta  then  v = s;    s <= alpha  then  v <= s;    s >= beta  then  v >= s.
    """
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return outcome * BASE

    run.stay_above_the_end()
    folded = game.canonical(position)
    entry = table.find(folded)
    lower, upper = -SOONEST, SOONEST
    if entry:
        lower, upper = lower_bound(entry), upper_bound(entry)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    best = -INFINITY
    for move in game.moves(position):
        after = game.play(position, move)
        floor = max(alpha, best)
        best = max(
            best, to_parent(-exact(game, after, -to_child(beta), -to_child(floor), run, table))
        )
        if best >= beta:
            break

    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    table.store(folded, pack(lower, upper))
    return best
