"""Looking ahead in games of rows on large boards, such as Gomoku: by the shapes of rows.

`deepening.py` finds the rows of a position again in every node. Here each empty cell keeps, for
either player and in each direction, the shape that a mark there would make: five in a row, a four,
an open three. A shape depends on the nearest cells alone, so it is read from a table, and a move
changes few of them. So the search is fast, even interpreted, and its compiled form is the same for
all boards, whether their edges meet or not, and for all that a longer row may mean.

Threats leave few moves: a five must be stopped, and a cell that would leave two ways to make five
can only be met near it, or by a four. The search follows fours beyond the horizon. A score beyond
±`ESTIMATE_LIMIT` is proved: a player who loses after the likely moves alone has not lost.

    Victor Allis, Jaap van den Herik and Matty Huntjens, "Go-Moku Solved by New Search Techniques",
    Computational Intelligence 12, 1996, for threats and the moves that meet them; Albert Zobrist,
    "A New Hashing Method with Application for Game Playing", Technical Report 88, University of
    Wisconsin, 1970, for the names of positions; Robert Hyatt and Timothy Mann, "A lock-less
    transposition table implementation for parallel search chess engines", ICGA Journal 25, 2002.
"""

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import chain, product
from random import Random
from typing import Any, NamedTuple

from noughts.bits import cells_of
from noughts.games.common.cell_game import Marks
from noughts.search.context import NO_LIMIT
from noughts.search.deepening import (
    DONE,
    IN_FULL,
    LESS_DEEPLY,
    MOVE_MASK,
    Lookahead,
    bound_of,
    earlier,
    entry_move,
    entry_score,
    entry_settles,
    first_attempt,
    later,
    next_attempt,
    packed_entry,
    reduction,
)
from noughts.search.memory import pages, zeros
from noughts.value import BASE, ESTIMATE_LIMIT, INFINITY, LOSS, WIN

DIRECTIONS = 4
# The most cells on either side of one for which there is a table of shapes.
FARTHEST = 5
# A cell is empty, has a mark of either side, or lies beyond the edge.
EMPTY, EDGE = 0, 3
# Shapes of a row, if a row of five wins: by the marks that it has, and whether another one of these
# would make the next better shape on two sides, and so on. An overline is a longer row that loses.
OVERLINE, NONE, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(11)
# The shape of a row from the best that another mark makes of it.
BEFORE = {OPEN_FOUR: OPEN_THREE, FOUR: THREE, OPEN_THREE: OPEN_TWO, THREE: TWO,
          OPEN_TWO: OPEN_ONE, TWO: ONE}  # fmt: skip
# The weight of a shape: points for the evaluation in the lower bits; above them a digit counts each
# shape that makes threats. The weight of a cell is the sum for the four directions; below 0, a mark
# there loses. A five counts twice, so that it is one beside overlines, too.
POINTS = (1 << 20) - 1
THREES, FOURS, TWO_ENDS, LOSES, FIVES = 1 << 20, 1 << 24, 1 << 28, 1 << 30, 1 << 32
WEIGHTS = (-LOSES, 0, 0, 0, 0, 10, 16, 72 + THREES, 98 + FOURS, 400 + TWO_ENDS, 1000 + 2 * FIVES)
# More points for a cell that makes two threats.
FOUR_AND_THREE, TWO_THREES = 1600, 600
# Points of the evaluation, as a power of 2, that are one of its score.
FINE = 2
# The most moves of a position without threats, and at the root; plies of fours beyond the horizon.
LIKELY, AT_ROOT, BEYOND = 10, 40, 6
# The moves of a node: the likely ones; the one against a five; those against two ways to make
# five; fours, beyond the horizon.
LIKELY_ONES, FIVE_STOPPED, FOURS_STOPPED, FOURS_ALONE = range(4)
# The most of an evaluation: losses that are not proved are below it, the later the better.
MOST = ESTIMATE_LIMIT - 100
# No score.
UNKNOWN = 2 * INFINITY
# The most plies of a line; log2 of the table's entries; bits of a random number.
DEEPEST_LINE, TABLE_BITS, NAME_BITS = 80, 20, 62


class RowRules(NamedTuple):
    """The rules of a game of rows on which the shapes of rows depend.

    Args:
        columns: the board's width.
        rows: its height.
        k: the length of a winning row.
        joined: whether its left edge meets the right one, and its upper the lower one.
        longer: what a longer row is for the first player and for the second: WIN, LOSS, or OPEN.
    """

    columns: int
    rows: int
    k: int
    joined: tuple[bool, bool] = (False, False)
    longer: tuple[int, int] = (WIN, WIN)

    @property
    def reach(self) -> int:
        """The number of cells on either side of a cell on which its shapes depend."""
        return self.k - (self.longer == (WIN, WIN))

    @property
    def fits(self) -> bool:
        """Whether there is a table of shapes, and no cell is twice in a line."""
        sizes = zip((self.columns, self.rows), self.joined, strict=True)
        enough = all(size > 2 * self.reach for size, joined in sizes if joined)
        return self.reach <= FARTHEST and enough


class RowBoard(Lookahead):
    """A running search, with the board on which it makes its moves and takes them back."""

    __slots__ = (
        "cells", "codes", "memory", "most", "mover", "name", "names", "near", "reach", "stones",
        "totals", "weights", "weights_of",
    )  # fmt: skip

    cells: int
    most: int  # moves of a position
    mover: int  # the side to move at the root
    reach: int  # cells of a line through a cell that matter to it, the cell not counted
    near: "array[int]"  # for each cell and direction, the nearest cells; -1 beyond the edge
    stones: "array[int]"  # for each cell, EMPTY, or 1 or 2 by its side
    codes: "array[int]"  # for each cell and direction, two bits for each of `near`
    weights_of: "array[int]"  # by side and code
    weights: "array[int]"  # by side and cell; valid for empty cells
    totals: "array[int]"  # by side, the weights of all empty cells
    names: "array[int]"  # random numbers by side and cell
    name: int  # of the position: the names of its marks together
    memory: "array[int]"  # the table: an entry, and the position's name changed by it

    def __init__(self, rules: RowRules, budget: int = NO_LIMIT, live: Any = None) -> None:
        super().__init__((DEEPEST_LINE + 1) * AT_ROOT, budget, live)
        columns, rows = rules.columns, rules.rows
        self.cells = columns * rows
        self.most = AT_ROOT
        self.mover = 0
        self.reach = 2 * rules.reach
        self.near, self.codes = _empty_board(rules)
        self.weights_of = _weights_of(rules)
        self.stones = zeros(self.cells)
        self.weights = array("q")
        for other in (0, 1 << 2 * self.reach):
            self.weights.extend(
                sum(self.weights_of[other + code] for code in self.codes[at : at + DIRECTIONS])
                + min(cell % columns, columns - 1 - cell % columns)  # the middle is better
                + min(cell // columns, rows - 1 - cell // columns)
                for cell, at in enumerate(range(0, len(self.codes), DIRECTIONS))
            )
        self.totals = array("q", [sum(self.weights[: self.cells]), sum(self.weights[self.cells :])])
        random = Random(0)
        self.names = array("q", [random.getrandbits(NAME_BITS) for _ in range(2 * self.cells + 1)])
        self.name = 0
        self.memory = pages(2 << TABLE_BITS)

    def with_position(
        self, position: Marks, mover: int, budget: int, live: "array[int]"
    ) -> "RowBoard":
        """A new search of a position on this empty board, with the same table."""
        twin = RowBoard.__new__(RowBoard)
        Lookahead.__init__(twin, self.room, budget, live)
        for name in RowBoard.__slots__:
            setattr(twin, name, getattr(self, name))
        for name in ("stones", "codes", "weights", "totals"):
            setattr(twin, name, getattr(self, name)[:])
        twin.mover = mover
        for marks, side in zip(position, (mover, 1 - mover), strict=True):
            for cell in cells_of(marks):
                put(twin, cell, side)
        return twin


# Functions, not methods: Numba compiles a method again for each method that calls it.


def put(board: RowBoard, cell: int, side: int) -> None:
    board.totals[0] -= board.weights[cell]
    board.totals[1] -= board.weights[board.cells + cell]
    board.stones[cell] = side + 1
    board.name ^= board.names[side * board.cells + cell]
    change_around(board, cell, side)


def take(board: RowBoard, cell: int, side: int) -> None:
    """Take back the last move."""
    change_around(board, cell, side)
    board.name ^= board.names[side * board.cells + cell]
    board.stones[cell] = EMPTY
    board.totals[0] += board.weights[cell]
    board.totals[1] += board.weights[board.cells + cell]


def change_around(board: RowBoard, cell: int, side: int) -> None:
    """Change the shapes of the empty cells in line with one that gets a mark, or loses it.

    Cells with marks are left out: marks are taken back in reverse order.
    """
    reach, cells, other = board.reach, board.cells, 1 << 2 * board.reach
    near, stones, codes = board.near, board.stones, board.codes
    weights, weights_of = board.weights, board.weights_of
    at, mark = cell * DIRECTIONS * reach, side + 1 << 2 * (reach - 1)
    for direction in range(DIRECTIONS):
        for i in range(reach):
            place = near[at + i]
            if place >= 0 and stones[place] == EMPTY:
                before = codes[DIRECTIONS * place + direction]
                after = before ^ mark >> 2 * i
                codes[DIRECTIONS * place + direction] = after
                more = weights_of[after] - weights_of[before]
                if more:
                    weights[place] += more
                    board.totals[0] += more
                more = weights_of[other + after] - weights_of[other + before]
                if more:
                    weights[cells + place] += more
                    board.totals[1] += more
        at += reach


def best_cell(board: RowBoard, side: int) -> int:
    """The empty cell of the greatest weight for a side; -1 if there is none."""
    best, found, at = -2 * FIVES, -1, side * board.cells
    weights, stones = board.weights, board.stones
    for cell in range(board.cells):
        if weights[at + cell] > best and stones[cell] == EMPTY:
            best, found = weights[at + cell], cell
    return found


def evaluation(board: RowBoard, side: int, best: int) -> int:
    """The points of the shapes that the player to move can make, less the opponent's.

    A cell on which the player would make two threats counts more, if it is his best.
    """
    mine, theirs = board.totals[side] & POINTS, board.totals[1 - side] & POINTS
    score = mine + (mine >> 2) - theirs + two_threats(best) >> FINE
    return -MOST if score < -MOST else min(score, MOST)


# The table. Threads may share it: an entry that is half another's does not match its name.


def table_slot(board: RowBoard, side: int) -> int:
    return (board.name ^ board.names[2 * board.cells] * side) >> NAME_BITS - TABLE_BITS << 1


def entry_of(board: RowBoard, side: int) -> int:
    slot = table_slot(board, side)
    entry = board.memory[slot]
    return entry if board.memory[slot + 1] ^ entry == board.name else 0


def keep(board: RowBoard, side: int, entry: int) -> None:
    slot = table_slot(board, side)
    board.memory[slot] = entry
    board.memory[slot + 1] = board.name ^ entry


# Moves wait on a stack, position by position along the path, sorted by their scores.


def add_move(board: RowBoard, first: int, end: int, most: int, cell: int, side: int) -> int:
    """Add a cell if it is among the best that many; returns the place after the last."""
    score = promise(board.weights[side * board.cells + cell])
    score += score + promise(board.weights[(1 - side) * board.cells + cell])
    place = end
    if end - first == most:
        place -= 1
        if board.words[place] >> 32 >= score:
            return end
    while place > first and board.words[place - 1] >> 32 < score:
        board.words[place] = board.words[place - 1]
        place -= 1
    board.words[place] = score << 32 | cell
    return end + (end - first < most)


def promise(weight: int) -> int:
    """The points of a cell for one side, and more if it makes two threats."""
    return (weight & POINTS) + two_threats(weight)


def two_threats(weight: int) -> int:
    """More points of a cell for a side that makes two threats there."""
    if weight >= FOURS + THREES:
        return FOUR_AND_THREE
    return TWO_THREES if weight >= 2 * THREES and weight < FOURS else 0


def add_all(board: RowBoard, side: int, ply: int, first: int, least: int) -> int:
    """Add the cells of at least that weight, the best of them; at the root many, of any weight."""
    end, at = first, side * board.cells
    most = LIKELY if ply and least == 0 else board.most
    for cell in range(board.cells):
        allowed = board.weights[at + cell] >= least if ply else not board.barred[cell]
        if allowed and board.stones[cell] == EMPTY:
            end = add_move(board, first, end, most, cell, side)
    return end


def add_stopping(board: RowBoard, side: int, cell: int, first: int, end: int) -> int:
    """Add a cell where the opponent would leave two ways to make five, and cells that change it.

    The fours of the side are there already; all other moves lose.
    """
    at, other = side * board.cells, (1 - side) << 2 * board.reach
    if 0 <= board.weights[at + cell] < FOURS:
        end = add_move(board, first, end, board.most, cell, side)
    for place in range(DIRECTIONS * cell, DIRECTIONS * cell + DIRECTIONS):
        if board.weights_of[other + board.codes[place]] >= FOURS:
            for i in range(place * board.reach, place * board.reach + board.reach):
                near = board.near[i]
                is_empty = near >= 0 and board.stones[near] == EMPTY
                if is_empty and 0 <= board.weights[at + near] < FOURS:
                    end = add_move(board, first, end, board.most, near, side)
    return end


def bring_to_front(board: RowBoard, first: int, end: int, move: int) -> None:
    """Put the table's move before the others, if it is among them."""
    place = first
    while place < end and board.words[place] & MOVE_MASK != move:
        place += 1
    if place < end:
        word = board.words[place]
        for i in range(place, first, -1):
            board.words[i] = board.words[i - 1]
        board.words[first] = word


def look_along_rows(depth: int, board: RowBoard) -> int:
    """The score of the board's position for the player to move, with a horizon, in plies.

    The best move is in the table.
    """
    root = board.root  # no literals, for which Numba would compile other forms
    low = -INFINITY
    return along_rows(board.mover, low, -low, depth, root, root, board)


def along_rows(  # noqa: PLR0913  # as `descend`
    side: int, alpha: int, beta: int, depth: int, ply: int, first: int, board: RowBoard
) -> int:
    """The score for the side to move, as `deepening.descend` bounds it by a window."""
    board.visit()
    cell, danger = best_cell(board, side), best_cell(board, 1 - side)
    if cell < 0:
        return 0
    hope = board.weights[side * board.cells + cell]
    threat = board.weights[(1 - side) * board.cells + danger]
    known = known_score(board, side, alpha, beta, depth, ply, hope, threat)
    if known != UNKNOWN:
        return known

    kind = kind_of_moves(ply, depth, threat)
    best, chosen, place, rest = -INFINITY, -1, first, depth if kind == FIVE_STOPPED else depth - 1
    if kind == FOURS_ALONE or depth <= -BEYOND:
        best = evaluation(board, side, hope)
        if best >= beta or depth <= -BEYOND:
            return best
    last = end = add_moves(board, side, ply, first, kind, danger)
    while place < end and best < beta:
        move, floor = board.words[place] & MOVE_MASK, max(alpha, best)
        less = reduction(place - first, depth) if kind == LIKELY_ONES else 0
        score = over_at_once(board, side, move) if ply == 0 else 0
        attempt = DONE if score else first_attempt(place - first, less)
        put(board, move, side)
        name = board.name if depth >= board.claim_depth else 0
        if board.leaves_to_others(name, place, first, last, end):
            take(board, move, side)
            last -= 1
            continue
        while attempt <= IN_FULL:
            low, high = later(floor), later(beta if attempt == IN_FULL else floor + 1)
            deep = rest - less if attempt == LESS_DEEPLY else rest
            score = earlier(-along_rows(1 - side, -high, -low, deep, ply + 1, end, board))
            attempt = next_attempt(attempt, score, floor, beta)
        if name:
            board.release(name)
        take(board, move, side)
        if score > best:
            best, chosen = score, move
            if ply == 0:
                board.chosen = move
        place += 1

    best = unproved(best) if kind == LIKELY_ONES and best <= -ESTIMATE_LIMIT else best
    keep(board, side, packed_entry(best, bound_of(best, alpha, beta), depth, chosen))
    return best


def known_score(  # noqa: PLR0913  # as `descend`
    board: RowBoard, side: int, alpha: int, beta: int, depth: int, ply: int, hope: int, threat: int
) -> int:
    """The score by the shapes or the table; `UNKNOWN` if neither has one."""
    if ply == 0:
        return UNKNOWN
    sure = sure_score(board, side, hope, threat)
    if sure or ply >= DEEPEST_LINE:
        return sure or evaluation(board, side, hope)
    entry = entry_of(board, side)
    return entry_score(entry) if entry and entry_settles(entry, depth, alpha, beta) else UNKNOWN


def over_at_once(board: RowBoard, side: int, move: int) -> int:
    """The score of a move that wins or loses by itself; 0 if there is none."""
    weight = board.weights[side * board.cells + move]
    if weight >= FIVES:
        return BASE - 1
    return 1 - BASE if weight < 0 else 0


def unproved(score: int) -> int:
    """A loss that is not proved, since other moves than likely ones may save the player."""
    return 1 - ESTIMATE_LIMIT + min(BASE + score, ESTIMATE_LIMIT - MOST - 2)


def kind_of_moves(ply: int, depth: int, threat: int) -> int:
    """The kind of moves to look at, by the depth and the opponent's best cell."""
    if ply > 0 and threat >= FIVES:
        return FIVE_STOPPED
    if ply > 0 and threat >= 2 * FOURS:
        return FOURS_STOPPED
    return LIKELY_ONES if depth > 0 else FOURS_ALONE


def add_moves(board: RowBoard, side: int, ply: int, first: int, kind: int, danger: int) -> int:
    """Put the moves of a kind into places from `first` on, the table's first; where they end."""
    if kind == FIVE_STOPPED:
        return add_move(board, first, first, board.most, danger, side)
    end = add_all(board, side, ply, first, 0 if kind == LIKELY_ONES else FOURS)
    if kind == FOURS_STOPPED:
        end = add_stopping(board, side, danger, first, end)
    bring_to_front(board, first, end, entry_move(entry_of(board, side)))
    return end


def sure_score(board: RowBoard, side: int, best: int, threat: int) -> int:
    """The score that the shapes prove, from the greatest weights of both sides; 0 for none."""
    if best >= FIVES:
        return BASE - 1
    if best < 0:
        return 1 - BASE
    if threat >= FIVES:
        fives, mine, at = 0, side * board.cells, (1 - side) * board.cells
        for cell in range(board.cells):
            if board.weights[at + cell] >= FIVES and board.stones[cell] == EMPTY:
                fives += 1 if board.weights[mine + cell] >= 0 else 2
        return 2 - BASE if fives > 1 else 0
    return BASE - 3 if best >= 2 * FOURS else 0


# The shapes.


@cache
def _weights_of(rules: RowRules) -> "array[int]":
    """For the first side and then the second, the weight of a cell by its code."""
    found, reach = array("q"), rules.reach
    for mark, longer in zip((1, 2), rules.longer, strict=True):
        codes = list(product(range(4), repeat=reach))  # of one half, the farthest cell first
        lefts = [_beside(code, mark, reach, -1) for code in codes]
        rights = [_beside(code[::-1], mark, reach, 1) for code in codes]
        rows = {
            right: [_weight(left, right, 1 << reach, rules.k, longer) for left in lefts]
            for right in set(rights)
        }
        found.extend(chain.from_iterable(rows[right] for right in rights))
    return found


def _beside(states: Iterable[int], mark: int, place: int, step: int) -> tuple[int, int]:
    """The own marks and the empty cells on one side of a cell, up to the first other mark."""
    own = empty = 0
    for state in states:
        place += step
        if state == mark:
            own |= 1 << place
        elif state == EMPTY:
            empty |= 1 << place
        else:
            break
    return own, empty


@cache
def _weight(left: tuple[int, int], right: tuple[int, int], middle: int, k: int, longer: int) -> int:
    """The weight of the middle cell, from the own marks and empty cells to its left and right."""
    return WEIGHTS[_shape(left[0] | middle | right[0], left[1] | right[1], middle, k, longer)]


@cache
def _shape(own: int, empty: int, middle: int, k: int, longer: int) -> int:
    """The shape of a row, from its own marks and the empty cells around them."""
    length = _length(own, middle)
    if length == k or (length > k and longer == WIN):
        return FIVE
    if length > k:
        return OVERLINE if longer == LOSS else NONE
    after = [
        _shape(own | 1 << cell, empty ^ 1 << cell, middle, k, longer) for cell in cells_of(empty)
    ]
    fives = after.count(FIVE)
    if fives:
        return OPEN_FOUR if fives > 1 else FOUR
    return BEFORE.get(max(after, default=NONE), NONE)


def _length(own: int, middle: int) -> int:
    """The number of marks in the row through the middle one."""
    row, before = middle, 0
    while row != before:
        before, row = row, own & (row << 1 | row | row >> 1)
    return row.bit_count()


def _empty_board(rules: RowRules) -> tuple["array[int]", "array[int]"]:
    """The cells near each cell, by direction; and the codes of an empty board."""
    near, codes = array("q"), array("q")
    columns, rows, reach = rules.columns, rules.rows, rules.reach
    offsets = [*range(-reach, 0), *range(1, reach + 1)]
    for cell in range(columns * rows):
        row, column = divmod(cell, columns)
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            found = [_cell_at(rules, column + i * right, row + i * down) for i in offsets]
            near.extend(found)
            codes.append(sum(EDGE << 2 * i for i, place in enumerate(found) if place < 0))
    return near, codes


def _cell_at(rules: RowRules, x: int, y: int) -> int:
    """The cell of a column and a row, round the board where its edges meet; -1 beyond them."""
    if rules.joined[0]:
        x %= rules.columns
    if rules.joined[1]:
        y %= rules.rows
    return y * rules.columns + x if 0 <= x < rules.columns and 0 <= y < rules.rows else -1
