"""The inner loops of indexed solving, on plain buffers; `noughts.native.kernel` compiles them.

A layer holds the positions with n marks: sets of taken cells, ascending, of symmetric ones the
smallest; and for each set one byte for every colour pattern, in the order of their ranks. A byte
is worth what the position is to the player to move: 0 a draw, FAR - e a win at ply e counted from
the start of the game, e - FAR a loss then. So a position's byte is the negative of the smallest
one after it, with nothing to adjust.

For one taken set and one more cell, the positions after it make up one block of the next layer,
and the new mark enters the colour pattern at a place that does not depend on the pattern. Where
the new set is not the smallest of its images, the pattern is permuted, too, which is looked up by
halves. The same loops carry forward which positions can arise (`meet`).
"""

from typing import Any, NamedTuple

from noughts.bits import count, lowest
from noughts.games.symmetry import image

# A row of `ranking.binomials`.
ROW = 64
# The byte of a game that was over before it began; above that of any win.
FAR = 127

Buffer = Any


class Board(NamedTuple):
    """What is the same for all layers of a game; see `Marking`.

    Args:
        choose: binomials, in rows.
        lines: the lines.
        below: for every bit the cell that must be taken first.
        goals: where the bits go under each symmetry, in rows.
        images: where pieces of sets go under each symmetry (`symmetry.image_table`).
        numbers: all cells; how many lines; how many symmetries; how much of `images` belongs to
            one; whether a line loses; whether cells wait for others.
    """

    choose: Buffer
    lines: Buffer
    below: Buffer
    goals: Buffer
    images: Buffer
    numbers: Buffer


ALL_CELLS, LINES, SYMMETRIES, SPAN, LOSES, FALLS = range(6)


class Layer(NamedTuple):
    """One layer of positions, and the tables that lead from it to the next.

    Args:
        sets: the sets of taken cells.
        values: the bytes, a block for each set.
        arisen: which positions can arise, one bit each, the blocks padded to bytes.
        words: the words of the low bits, in order (`ranking.words_in_order`).
        first: where those with 0, 1, 2, … ones begin.
        grown: for every place of a new bit, the rank of each of them with it.
        low_ranks: what the lower part of a word adds to the rank of a word of the next layer.
        high_ranks: what its upper part adds.
        numbers: marks; ones; ones in the next layer; low bits; low bits of the next layer's ranks;
            colour patterns; those of the next layer.
    """

    sets: Buffer
    values: Buffer
    arisen: Buffer
    words: Buffer
    first: Buffer
    grown: Buffer
    low_ranks: Buffer
    high_ranks: Buffer
    numbers: Buffer


MARKS, ONES, CHILD_ONES, LOW_BITS, RANK_BITS, PATTERNS, CHILD_PATTERNS = range(7)


class Scratch(NamedTuple):
    """Room for one thread to work in.

    Args:
        plain: images of the low words as they are numbered.
        low: the same, in order.
        high: images of the upper words.
        masks: the lines of a set, as words.
        active: some of them.
        flags: for every colour pattern of one set, whether it can arise.
        ones: the same, all 1.
    """

    plain: Buffer
    low: Buffer
    high: Buffer
    masks: Buffer
    active: Buffer
    flags: Buffer
    ones: Buffer


#: What is counted of a layer: positions that can arise and are won, drawn or lost for the player
#: to move, and those in which the game is over.
WON, DRAWN, LOST, FINISHED = range(4)


# Sets of cells.


def fold_sets(board: Board, marks: int, sets: Buffer, room: int) -> int:
    """Write the sets of so many cells that no symmetry makes smaller; how many there are."""
    found = 0
    all_cells = board.numbers[ALL_CELLS]
    cells = (1 << marks) - 1
    while cells <= all_cells:
        if is_smallest(board, cells):
            if found < room:
                sets[found] = cells
            found += 1
        if cells == 0:
            break
        # The next word with as many ones (Gosper's hack, HAKMEM item 175).
        step = cells & -cells
        carried = cells + step
        cells = carried | ((carried ^ cells) >> 2) >> lowest(step)
    return found


def is_smallest(board: Board, cells: int) -> bool:
    """Whether no symmetry makes the set smaller."""
    span = board.numbers[SPAN]
    for which in range(1, board.numbers[SYMMETRIES]):
        if image(board.images, which * span, cells) < cells:
            return False
    return True


def folding(board: Board, cells: int) -> int:
    """Which symmetry makes the set smallest; 0, for none, when it is so already."""
    span = board.numbers[SPAN]
    smallest, best = cells, 0
    for which in range(1, board.numbers[SYMMETRIES]):
        other = image(board.images, which * span, cells)
        if other < smallest:
            smallest, best = other, which
    return best


def images_of(board: Board, cells: int) -> int:
    """How many different images the set has."""
    span = board.numbers[SPAN]
    same = 0
    for which in range(board.numbers[SYMMETRIES]):
        if image(board.images, which * span, cells) == cells:
            same += 1
    images: int = board.numbers[SYMMETRIES] // same
    return images


def find(sets: Buffer, size: int, cells: int) -> int:
    """Where a set stands among sets in ascending order; it does."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if sets[middle] < cells:
            low = middle + 1
        else:
            high = middle
    return low


def word_of(cells: int, taken: int) -> int:
    """`ranking.compressed`: those of the taken cells that are in the set, as a word."""
    word = 0
    cells &= taken
    while cells:
        cell = cells & -cells
        word |= 1 << count(taken & cell - 1)
        cells ^= cell
    return word


# From a position to those after it.


def meet(here: Buffer, i: int, there: Buffer, j: int, forward: int) -> None:
    """What a position and one after it tell each other.

    Backward: it is worth no more than that one. Forward: if it can arise, so can that one.
    """
    if forward:
        if here[i]:
            there[j] = 1
    else:
        here[i] = min(here[i], there[j])


def near(
    board: Board, layer: Layer, place: int, a: int, there: Buffer, b: int, forward: int
) -> None:
    """Meet block b from block a, the new mark entering among or just above the low bits."""
    here, numbers, low_bits = layer.values, layer.numbers, layer.numbers[LOW_BITS]
    grown = place << low_bits
    for high in range(1 << numbers[MARKS] - low_bits):
        left = numbers[ONES] - count(high)
        child_left = numbers[CHILD_ONES] - count(high)
        if 0 <= left <= low_bits:
            size = board.choose[low_bits * ROW + left]
            row = grown + layer.first[left]
            for i in range(size):
                meet(here, a + i, there, b + layer.grown[row + i], forward)
            a += size
        if 0 <= child_left <= low_bits + 1:
            b += board.choose[(low_bits + 1) * ROW + child_left]


def far(
    board: Board, layer: Layer, place: int, a: int, there: Buffer, b: int, forward: int
) -> None:
    """The same, the new mark entering further up: patterns equal above it make up runs."""
    here, numbers = layer.values, layer.numbers
    gains = numbers[CHILD_ONES] - numbers[ONES]
    for high in range(1 << numbers[MARKS] - place):
        left = numbers[ONES] - count(high)
        child_left = left + gains
        if 0 <= left <= place:
            size = board.choose[place * ROW + left]
            start = b
            if gains and child_left <= place:  # those without the new one come first
                start += board.choose[place * ROW + child_left]
            for i in range(size):
                meet(here, a + i, there, start + i, forward)
            a += size
        if 0 <= child_left <= place + 1:
            b += board.choose[(place + 1) * ROW + child_left]


def turned(
    board: Board, layer: Layer, scratch: Scratch, a: int, there: Buffer, b: int, forward: int
) -> None:
    """The same for patterns that are permuted, as `prepare_turn` has laid down."""
    here, numbers = layer.values, layer.numbers
    low_bits, rank_bits = numbers[LOW_BITS], numbers[RANK_BITS]
    lower = (1 << rank_bits) - 1
    for high in range(1 << numbers[MARKS] - low_bits):
        left = numbers[ONES] - count(high)
        if 0 <= left <= low_bits:
            first = layer.first[left]
            size = board.choose[low_bits * ROW + left]
            for i in range(size):
                word = scratch.high[high] | scratch.low[first + i]
                place = b + layer.low_ranks[word & lower] + layer.high_ranks[word >> rank_bits]
                meet(here, a + i, there, place, forward)
            a += size


def prepare_turn(
    board: Board, layer: Layer, scratch: Scratch, taken: int, cell: int, which: int, goal: int
) -> None:
    """Where a symmetry takes the bits of a pattern, and the new mark, by halves.

    Args:
        board: the board.
        layer: the layer of the positions before the mark.
        scratch: where the images are written.
        taken: the cells taken before it.
        cell: the new one.
        which: the symmetry.
        goal: the set that it makes of all of them.
    """
    numbers, low_bits = layer.numbers, layer.numbers[LOW_BITS]
    goals = which * ROW
    scratch.high[0] = 0
    if numbers[CHILD_ONES] > numbers[ONES]:
        scratch.high[0] = 1 << count(goal & (1 << board.goals[goals + cell]) - 1)
    scratch.plain[0] = 0
    for bit in range(numbers[MARKS]):
        image_of_bit = 1 << count(goal & (1 << board.goals[goals + lowest(taken)]) - 1)
        taken &= taken - 1
        if bit < low_bits:
            for word in range(1 << bit):
                scratch.plain[1 << bit | word] = scratch.plain[word] | image_of_bit
        else:
            half = 1 << bit - low_bits
            for word in range(half):
                scratch.high[half | word] = scratch.high[word] | image_of_bit
    for i in range(1 << low_bits):
        scratch.low[i] = scratch.plain[layer.words[i]]


def meet_all(
    board: Board, layer: Layer, scratch: Scratch, which_set: int, after: Layer, forward: int
) -> None:
    """Meet the positions after those of one taken set."""
    numbers = layer.numbers
    taken = layer.sets[which_set]
    a = which_set * numbers[PATTERNS]
    free = board.numbers[ALL_CELLS] & ~taken
    while free:
        cell = lowest(free)
        free &= free - 1
        if board.below[cell] & ~taken:
            continue
        grown = taken | 1 << cell
        which = folding(board, grown)
        goal = image(board.images, which * board.numbers[SPAN], grown)
        b = find(after.sets, len(after.sets), goal) * numbers[CHILD_PATTERNS]
        place = count(taken & (1 << cell) - 1)
        if which:
            prepare_turn(board, layer, scratch, taken, cell, which, goal)
            turned(board, layer, scratch, a, after.values, b, forward)
        elif place <= numbers[LOW_BITS]:
            near(board, layer, place, a, after.values, b, forward)
        else:
            far(board, layer, place, a, after.values, b, forward)
        # Backward one image is as good as another; forward each brings patterns of its own.
        for other in range(which + 1, board.numbers[SYMMETRIES] if forward else 0):
            if image(board.images, other * board.numbers[SPAN], grown) == goal:
                prepare_turn(board, layer, scratch, taken, cell, other, goal)
                turned(board, layer, scratch, a, after.values, b, forward)


# Where the game is over, and what can arise.


def lines_in(board: Board, scratch: Scratch, taken: int) -> int:
    """Write the lines among the taken cells as words; how many there are."""
    found = 0
    for i in range(board.numbers[LINES]):
        line = board.lines[i]
        if not line & ~taken:
            scratch.masks[found] = word_of(line, taken)
            found += 1
    return found


def strike(
    board: Board,
    layer: Layer,
    scratch: Scratch,
    masks: int,
    first_player: int,
    several: int,
    bytes_: Buffer,
    a: int,
    byte: int,
) -> None:
    """Write a byte wherever a player has a line; or where his lines have no cell in common.

    Args:
        board: the board.
        layer: the layer.
        scratch: where the lines stand.
        masks: how many they are.
        first_player: whether the first player is meant.
        several: whether it takes lines without a cell in common.
        bytes_: one for each pattern, from place `a` on.
        a: see there.
        byte: what is written.
    """
    numbers, low_bits = layer.numbers, layer.numbers[LOW_BITS]
    lower = (1 << low_bits) - 1
    turned_high = 0 if first_player else (1 << numbers[MARKS] - low_bits) - 1
    turned_low = 0 if first_player else lower
    for high in range(1 << numbers[MARKS] - low_bits):
        left = numbers[ONES] - count(high)
        if left < 0 or left > low_bits:
            continue
        own_high = high ^ turned_high
        active = 0
        for i in range(masks):
            if not (scratch.masks[i] >> low_bits) & ~own_high:
                scratch.active[active] = scratch.masks[i]
                active += 1
        first = layer.first[left]
        size = board.choose[low_bits * ROW + left]
        if active > several:
            for i in range(size):
                own = layer.words[first + i] ^ turned_low
                if several:
                    struck = part_without_common(scratch, active, own, lower)
                else:
                    struck = holds_line(scratch, active, own, lower)
                if struck:
                    bytes_[a + i] = byte
        a += size


def holds_line(scratch: Scratch, active: int, own: int, lower: int) -> bool:
    """Whether the lower part of one of the active lines lies in a word."""
    for j in range(active):
        if not scratch.active[j] & lower & ~own:
            return True
    return False


def part_without_common(scratch: Scratch, active: int, own: int, lower: int) -> bool:
    """Whether the active lines that lie in a word have no cell in common."""
    common, found = -1, 0
    for j in range(active):
        if not scratch.active[j] & lower & ~own:
            common &= scratch.active[j]
            found += 1
    return found > 1 and common == 0


def raise_flags(board: Board, layer: Layer, scratch: Scratch, masks: int) -> None:
    """Flag the patterns of one taken set that can arise where marks may come in any order.

    The player to move has no line; and the last mark completed all lines of the other, so that
    these have a cell in common. Without such a mark nobody had a line, whatever the order.
    """
    first_moved_last = layer.numbers[MARKS] & 1
    for i in range(layer.numbers[PATTERNS]):
        scratch.flags[i] = 1
    strike(board, layer, scratch, masks, 1 - first_moved_last, 0, scratch.flags, 0, 0)
    strike(board, layer, scratch, masks, first_moved_last, 1, scratch.flags, 0, 0)


def unpack(layer: Layer, scratch: Scratch, which_set: int) -> None:
    """Flag the patterns of one taken set that can arise, as was found by going forward."""
    start = which_set * ((layer.numbers[PATTERNS] + 7) // 8)
    for i in range(layer.numbers[PATTERNS]):
        scratch.flags[i] = layer.arisen[start + (i >> 3)] >> (i & 7) & 1


def pack(layer: Layer, which_set: int) -> None:
    """Keep which positions of one taken set can arise, as bits."""
    size = layer.numbers[PATTERNS]
    start, a = which_set * ((size + 7) // 8), which_set * size
    for byte in range((size + 7) // 8):
        packed = 0
        for i in range(8 * byte, min(size, 8 * byte + 8)):
            packed |= layer.values[a + i] << (i & 7)
        layer.arisen[start + byte] = packed


def tally(layer: Layer, flags: Buffer, a: int, full: int, weight: int, counts: Buffer) -> None:
    """Count the flagged positions of a block by what they are worth.

    Args:
        layer: the layer.
        flags: 1 for what counts.
        a: where the block begins.
        full: whether no cell is left, so that the game is over whoever has a line.
        weight: how often each counts.
        counts: where it is added up.
    """
    over = FAR - layer.numbers[MARKS]
    won, drawn, lost, finished = 0, 0, 0, 0
    for i in range(layer.numbers[PATTERNS]):
        value = layer.values[a + i]
        flag = flags[i]
        ended = full or value == over or value == -over
        finished += flag if ended else 0
        won += flag if value > 0 and not ended else 0
        drawn += flag if value == 0 and not ended else 0
        lost += flag if value < 0 and not ended else 0
    counts[WON] += weight * won
    counts[DRAWN] += weight * drawn
    counts[LOST] += weight * lost
    counts[FINISHED] += weight * finished


# A layer's work, for the sets from one to another.


def solve_sets(
    board: Board,
    layer: Layer,
    after: Layer,
    scratch: Scratch,
    begin: int,
    end: int,
    counts: Buffer,
) -> None:
    """Work out the bytes of these sets from those of the layer after them, and count them."""
    numbers = layer.numbers
    size, marks = numbers[PATTERNS], numbers[MARKS]
    full = marks == count(board.numbers[ALL_CELLS])
    decided = FAR - marks
    for which in range(begin, end):
        a = which * size
        for i in range(a, a + size):
            layer.values[i] = 0 if full else FAR
        if not full:
            meet_all(board, layer, scratch, which, after, 0)
            for i in range(a, a + size):
                layer.values[i] = -layer.values[i]
        masks = lines_in(board, scratch, layer.sets[which])
        byte = decided if board.numbers[LOSES] else -decided
        if masks:
            strike(board, layer, scratch, masks, marks & 1, 0, layer.values, a, byte)
        weight = images_of(board, layer.sets[which])
        if board.numbers[FALLS]:
            unpack(layer, scratch, which)
            tally(layer, scratch.flags, a, full, weight, counts)
        elif masks:
            raise_flags(board, layer, scratch, masks)
            tally(layer, scratch.flags, a, full, weight, counts)
        else:
            tally(layer, scratch.ones, a, full, weight, counts)


def spread_sets(
    board: Board, layer: Layer, after: Layer, scratch: Scratch, begin: int, end: int
) -> None:
    """Flag what can arise after the positions of these sets, whose bytes are 1 if they can."""
    numbers = layer.numbers
    for which in range(begin, end):
        pack(layer, which)
        masks = lines_in(board, scratch, layer.sets[which])
        if masks:
            a, last = which * numbers[PATTERNS], numbers[MARKS] & 1
            strike(board, layer, scratch, masks, last, 0, layer.values, a, 0)
        if numbers[MARKS] < count(board.numbers[ALL_CELLS]):
            meet_all(board, layer, scratch, which, after, 1)
