"""Play by points: a rule for Connect Four that finds a move in a few steps for each cell.

A *gap* of a side is an empty cell that would complete one of its lines; a *landing* is the lowest
empty cell of a column. The side that plays by points

1. completes a line; otherwise
2. takes the landing among the other side's gaps; otherwise
3. leaves out the landings straight below a gap of the other side; and
4. makes two threats: two landings among its gaps, or one with another gap straight above it;
   otherwise
5. takes the landing with the most points.

The first column goes first among equals. A strategy may leave out a position if this rule reaches
the claim against all replies. That is found by playing them all, so no theorem is needed.

A gap *lasts* if the other side has to play straight below it once all other columns are full, as
Allis's odd threats: an odd number of cells is empty in its column above the landing where it would
be entered.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988: zugzwang.
    2swap, WeakC4, 2025: leaves by a rule that is played out.
"""

from array import array
from typing import Any

from noughts.bits import count, lowest
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.search.context import SearchContext
from noughts.search.table import EntryTable
from noughts.value import OPEN

# The most points that a file may give, and what counts how much, in the order of `points_of`.
MOST_POINTS = 1_000_000
POINTS = (300, 831, 5, 50, 57, 2, 8, 13, 3, 5, 6)
COUNTED = (
    "less, if you had a gap straight above the cell",
    "less, if the other side can then make two threats",
    "more, if the cell, taken as a gap, would not last",
    "more, for each new gap of yours",
    "more, for each of these that lasts",
    "more, for each new gap that the other side would have with its mark in the cell",
    "more, for each of these that does not last",
    "more, if a landing is then among your gaps",
    "less, for each half column between the cell and the middle of the board",
    "less, for each new gap that the other side would have with its mark straight above",
    "less, for each new gap that you would have with your mark straight above",
)


def holds(  # shared by all nodes of a search
    known: Any,  # the knowledge of Connect Four
    position: Marks,  # open, the side that plays by points is to move
    goal: int,  # the least outcome that counts
    run: SearchContext,  # counts the positions in which it is to move
    points: "array[int]",  # as `POINTS`
    met: EntryTable[Marks],  # the answers so far
) -> int:
    """1 if playing by points reaches the goal, DRAW or WIN, against all replies; otherwise 0."""
    answer = met.find(position)
    if answer:
        return answer - 1
    run.visit()
    found = 0
    cell = landing_by_points(known, position, points)
    if cell:
        found = 1
        after = known.play(position, lowest(cell) // known.game.height)
        if known.outcome(after) != OPEN:
            found = 1 if known.outcome(after) <= -goal else 0
        else:
            for move in known.moves(after):
                if found:
                    reply = known.play(after, move)
                    end = known.outcome(reply)
                    if end != OPEN:
                        found = 1 if end >= goal else 0
                    else:
                        found = holds(known, reply, goal, run, points, met)
    met.store(position, 1 + found)
    return found


def landing_by_points(known: Any, position: Marks, points: "array[int]") -> int:
    """The cell that the rule takes; 0 if it has none."""
    taken = position.mine | position.theirs
    landings = known.landings(taken)
    wins: int = known.completing(position.mine) & ~taken & landings
    if wins:
        return wins & -wins
    dangers = known.completing(position.theirs) & ~taken
    forced = dangers & landings
    if forced:
        return 0 if forced & forced - 1 else forced
    cells: int = landings & ~(dangers >> 1)
    best, most = 0, 0
    while cells:
        cell = cells & -cells
        cells &= cells - 1
        if makes_two_threats(known, position.mine, taken, cell):
            return cell
        score = points_of(known, position, cell, points)
        if best == 0 or score > most:
            best, most = cell, score
    return best


def makes_two_threats(known: Any, cells: int, taken: int, cell: int) -> bool:
    """Whether a mark in the cell makes two threats, of which only one can be answered."""
    gaps: int = known.completing(cells | cell) & ~(taken | cell)
    threats: int = gaps & known.landings(taken | cell)
    return (threats & threats - 1 | gaps & threats << 1) != 0


def points_of(known: Any, position: Marks, cell: int, points: "array[int]") -> int:
    mine, theirs = position.mine, position.theirs
    taken = mine | theirs | cell
    wins = known.completing(mine) & ~taken
    gaps = known.completing(mine | cell) & ~taken
    dangers = known.completing(theirs)
    spoiled = known.completing(theirs | cell) & ~taken & ~dangers
    lasting = known.leader_cells
    if not known.game.cells - count(taken) & 1:
        lasting = ~lasting
    above = cell << 1 & known.game.all_cells
    score: int = -points[0] if wins >> 1 & cell else 0
    if allows_two_threats(known, theirs, taken, gaps):
        score -= points[1]
    if not cell & lasting:
        score += points[2]
    score += points[3] * count(gaps & ~wins) + points[4] * count(gaps & ~wins & lasting)
    score += points[5] * count(spoiled) + points[6] * count(spoiled & ~lasting)
    if gaps & known.landings(taken):
        score += points[7]
    column = lowest(cell) // known.game.height
    score -= points[8] * abs(2 * column + 1 - known.game.columns)
    if above:
        score -= points[9] * count(known.completing(theirs | above) & ~(taken | above | dangers))
        score -= points[10] * count(known.completing(mine | cell | above) & ~(taken | above | gaps))
    return score


def allows_two_threats(known: Any, cells: int, taken: int, gaps: int) -> bool:
    """Whether the side with these cells, to move, can make two threats."""
    landings = known.landings(taken)
    replies = gaps & landings or landings & ~(gaps >> 1)
    found = False
    while replies:
        found = found or makes_two_threats(known, cells, taken, replies & -replies)
        replies &= replies - 1
    return found


def move_by_points(known: Any, position: Any, points: "array[int]") -> int:
    return lowest(landing_by_points(known, position, points)) // int(known.game.height)


def points_for(game: Any) -> tuple[int, ...]:
    """The points of this game; empty if it has no play by points."""
    return POINTS if type(game) is ConnectFour and not game.misere else ()
