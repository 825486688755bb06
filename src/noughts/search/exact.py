"""The exact searches, of scores and of margins: alpha-beta with a transposition table.

Scores count from the position, not from the root, so that an entry of the table is true wherever
the position occurs: a win scores `BASE` minus the plies to it. From one ply to the next a score
moves by one (`to_parent`), and so does a window (`to_child`).

    Richard Greenblatt, Donald Eastlake and Stephen Crocker, "The Greenblatt Chess
    Program", 1967, for the table; Jonathan Schaeffer, "The history heuristic and
    alpha-beta search enhancements in practice", 1989, for its savings.
"""

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.context import Ordering, SearchContext, SearchControl
from noughts.search.solver import turns_passed
from noughts.search.table import EntryTable, lower_bound, pack_bounds, upper_bound
from noughts.value import BASE, INFINITY, OPEN, SOONEST, flip_bounds, to_child, to_parent

# More points than any game has.
ANY_MARGIN = 10_000_000
ANY_BOUNDS = -ANY_MARGIN, ANY_MARGIN
# Moves that pass the turn come after all that keep it.
PASSES = 1 << 20
# A guess looks at the first moves alone: at FIRST_MOVES at its root, half as many from each ply to
# the next, and never fewer than FEWEST.
ALL_MOVES, FIRST_MOVES, FEWEST = 0, 32, 2


def exact(
    game: Knowledge[P], position: P, alpha: int, beta: int, run: SearchContext, table: EntryTable[P]
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
    table.store(folded, pack_bounds(lower, upper))
    return best


def best_margin(
    game: Knowledge[P],
    position: P,
    alpha: int,
    beta: int,
    first: int,
    most: int,
    run: SearchControl,
    table: EntryTable[P],
    ordering: Ordering,
) -> int:
    """A margin m at the end for the player to move, against the true best margin v (fail-soft):

    alpha < m < beta  then  v = m;    m <= alpha  then  v <= m;    m >= beta  then  v >= m.

    A game that counts points is won by any margin; this search looks for the largest. A margin is
    the points of the player to move minus the opponent's. Points are never lost: so the table
    stores bounds on the remaining margin, and merges positions that differ only in points
    (`Knowledge.without_points`). Moves are put in order in places of `ordering` from `first` on.
    Unless `most` is ALL_MOVES, no more than `most` are searched; then the answer is a guess, and so
    is all that the table has.

        For Dots and Boxes: Joseph Barker and Richard Korf, "Solving Dots-And-Boxes", AAAI 2012.
    """
    run.visit()
    so_far = game.margin(position)
    lower, upper = game.final_margins(position, alpha, beta)
    if lower == upper:
        return lower
    if game.outcome(position) != OPEN:
        return so_far

    rest = game.without_points(position)
    lower, upper = known_margins(game, position, rest, table, (lower, upper))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    sure, end = put_in_order(game, position, beta, first, table, ordering)
    if sure >= beta:
        return sure
    best = -ANY_MARGIN
    fewer = max(FEWEST, most // 2) if most else ALL_MOVES
    for place in range(first, min(end, first + most) if most else end):
        after, passes = ordering.state(place, position), ordering.plies(place)
        low, high = flip_bounds(max(alpha, best), beta, passes)
        margin = best_margin(game, after, low, high, end, fewer, run, table, ordering)
        margin, _ = flip_bounds(margin, margin, passes)
        best = max(best, margin)
        if best >= beta:
            break

    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    table.store(rest, pack_bounds(lower - so_far, upper - so_far))
    return best


def put_in_order(
    game: Knowledge[P],
    position: P,
    beta: int,
    first: int,
    table: EntryTable[P],
    ordering: Ordering,
) -> tuple[int, int]:
    """The margin that the table makes sure of after a move, and the end of the places of moves.

    Only a margin of `beta` or more counts, which leaves moves out.
    """
    end, state, slowly = first, game.state(position), game.orders_slowly(position)
    for move in game.candidate_moves(state):
        child, forced = game.play_forced(game.advance(state, move))
        after = game.position(child)
        passes = turns_passed(game, state, child, 1 + forced) & 1
        if slowly:
            known = known_margins(game, after, game.without_points(after), table, ANY_BOUNDS)
            sure, _ = flip_bounds(known[0], known[1], passes)
            if sure >= beta:
                return sure, end
        score = game.move_score(state, move) - passes * PASSES
        end = ordering.insert(first, end, after, passes, score)
    for place in range(first, end if slowly else first):
        late = game.late_score(game.state(ordering.state(place, position)))
        ordering.bring(place, first, place, late if ordering.plies(place) else -late)
    return -ANY_MARGIN, end


def known_margins(
    game: Knowledge[P], position: P, rest: P, table: EntryTable[P], bounds: tuple[int, int]
) -> tuple[int, int]:
    """The bounds, narrowed by the table."""
    (lower, upper), entry = bounds, table.find(rest)
    if entry:
        so_far = game.margin(position)
        lower = max(lower, so_far + lower_bound(entry))
        upper = min(upper, so_far + upper_bound(entry))
    return lower, upper
