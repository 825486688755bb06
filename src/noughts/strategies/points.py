"""Play by points: a rule for Connect Four that finds a move in a few steps for each cell.

A *gap* of a side is an empty cell that would complete one of its lines; a *landing* is the lowest
empty cell of a column. The side that plays by points

1. completes a line; otherwise
2. takes the landing among the other side's gaps; otherwise
3. leaves out the landings straight below a gap of the other side; and
4. makes two threats: two landings among its gaps, or one with another gap straight above it;
   otherwise
5. takes the landing with the most points.

Points may go on with *weights of lines*: numbers that depend on the marks along each line through
the cell, and through the cell above it. Then the play is part of the strategy: it takes the file's
answers where there are some, it ends where following up is enough, and each position is first
turned as in the file. So a file needs answers only where the rule would go wrong.

The first column goes first among equals. A strategy may leave out a position if this rule reaches
the claim against all replies. That is found by playing them all, so no theorem is needed.

A gap *lasts* if the other side has to play straight below it once all other columns are full, as
Allis's odd threats: an odd number of cells is empty in its column above the landing where it would
be entered.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988: zugzwang.
    2swap, WeakC4, 2025: leaves by a rule that is played out.
"""

import json
import zlib
from array import array
from functools import cache
from itertools import accumulate, chain
from typing import Any

from noughts.bits import cells_of, count, lowest
from noughts.errors import BadStrategy
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.search.attack import NONE
from noughts.search.context import SearchContext
from noughts.search.table import EntryTable
from noughts.strategies import SHIPPED
from noughts.value import OPEN, WIN

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

# The states of the other cells: empty, mine, theirs, a landing, or straight above a landing.
STATES = 5


def holds(  # noqa: PLR0913  # shared by all nodes of a search
    known: Any,  # the knowledge of Connect Four
    position: Marks,  # open, the side that plays by points is to move
    goal: int,  # the least outcome that counts
    run: SearchContext,  # counts the positions in which it is to move
    points: "array[int]",  # as `POINTS`, then weights of lines
    lines: "array[int]",  # as `places_of_weights`
    met: EntryTable[Marks],  # the answers so far
    answered: EntryTable[Marks],  # the positions with an answer in the file
) -> int:
    """1 if playing by points reaches the goal, DRAW or WIN, against all replies; otherwise 0.

    With weights of lines, positions with an answer in the file are taken to reach it.
    """
    if lines[0] and answered.find(position):
        return 1
    answer = met.find(position)
    if answer:
        return answer - 1
    run.visit()
    found = 1 if lines[0] and settling_move(known, position, goal, 0) != NONE else 0
    cell = 0 if found else landing_by_points(known, position, points, lines)
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
                        at = known.canonical(reply) if lines[0] else reply
                        found = holds(known, at, goal, run, points, lines, met, answered)
    met.store(position, 1 + found)
    return found


def settling_move(known: Any, position: Any, goal: int, by_pairs: int) -> int:
    """The first move that guarantees a draw by pairs of cells, or the goal by following up.

    NONE if there is none.
    """
    found = NONE
    for move in known.moves(position):
        after = known.play(position, move)
        if found == NONE and known.outcome(after) == OPEN:
            settled = known.paired(after, WIN) if by_pairs else known.follows(after, goal)
            if settled:
                found = move
    return found


def landing_by_points(
    known: Any, position: Marks, points: "array[int]", lines: "array[int]"
) -> int:
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
        score += weights_of(known, position, cell, points, lines)
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


def weights_of(
    known: Any, position: Marks, cell: int, points: "array[int]", lines: "array[int]"
) -> int:
    """The weights of the lines through the cell, and through the one above, once it is taken."""
    mine, theirs, size = position.mine | cell, position.theirs, known.game.k
    landings = known.landings(mine | theirs)
    score, above = 0, landings << 1
    for kind in range(2):
        place = 2 * lowest(cell) + 3 * kind  # above the top there are no lines
        at = lines[place]
        while at < lines[place + 1]:
            state = 0
            for i in range(size - 1):
                other = lines[at + i]
                of_side = (mine >> other & 1) + 2 * (theirs >> other & 1)
                of_empty = 3 * (landings >> other & 1) + 4 * (above >> other & 1)
                state = STATES * state + of_side + of_empty
            score += points[lines[at + size - 1] + state]
            at += size
    return score


Row = tuple[int, ...]  # a cell, and the other cells of a line through it


@cache
def _rows(game: Any) -> dict[Row, Row]:
    """Each cell's lines; with it the row that comes first of it and its mirror image."""
    last = (game.columns - 1) * game.height

    def image(row: Row) -> Row:
        cell, *others = (last + 2 * (bit % game.height) - bit for bit in row)
        return cell, *sorted(others)

    rows = []
    for step in game.line_steps:
        for first in cells_of(game.rows_along(step, game.all_cells)):
            line = range(first, first + step * game.k, step)
            rows += [(cell, *(other for other in line if other != cell)) for cell in line]
    return {row: min(row, image(row)) for row in rows}


def weights_on(game: Any) -> int:
    """The number of weights on a board: a row has some for the cell, and some for the one above."""
    return int(2 * STATES ** (game.k - 1) * len(set(_rows(game).values())))


def places_of_weights(game: Any, count: int) -> "array[int]":
    """Where the weights of a cell's lines are: first where each list begins, then the lists.

    The list 2 × cell is for a mark in that cell, the next one for a mark straight below it. It has
    the other cells of each line, and where the line's weights begin. All are empty if the count of
    points is that without weights.

    Raises:
        BadStrategy: the count is another.
    """
    lists: list[list[int]] = [[] for _ in range(2 * game.columns * game.height)]
    if count == len(POINTS):
        return array("q", [0] * (len(lists) + 1))
    last, each = (game.columns - 1) * game.height, STATES ** (game.k - 1)
    numbers = {row: number for number, row in enumerate(sorted(set(_rows(game).values())))}
    if count != len(POINTS) + weights_on(game):
        raise BadStrategy("its weights of lines are not as many as this board has")
    for row, least in _rows(game).items():
        turned = (last + 2 * (bit % game.height) - bit for bit in least[1:])
        others = row[1:] if row == least else tuple(turned)
        for kind in range(2):
            begin = len(POINTS) + each * (numbers[least] + kind * len(numbers))
            lists[2 * row[0] + kind] += [*others, begin]
    sizes = map(len, lists)
    return array("q", [*accumulate(sizes, initial=len(lists) + 1), *chain(*lists)])


def move_by_points(known: Any, position: Any, points: "array[int]", lines: "array[int]") -> int:
    """The rule's move; −1 if it has none."""
    return lowest(landing_by_points(known, position, points, lines)) // int(known.game.height)


def has_points(game: Any) -> bool:
    return type(game) is ConnectFour and not game.misere


def points_for(game: Any) -> tuple[int, ...]:
    """The points of this game, with weights of lines if some ship; empty if none are for it."""
    return _points_on(game.columns, game.rows, game.k) if has_points(game) else ()


@cache
def _points_on(columns: int, rows: int, k: int) -> tuple[int, ...]:
    path = SHIPPED / f"connectfour-{columns}-{rows}-{k}.points"
    return tuple(json.loads(zlib.decompress(path.read_bytes()))) if path.exists() else POINTS
