"""Kernels from the positions of one taken set to their children.

For one taken set and one more cell, the children form one block of the next layer, and the new mark
enters the colour pattern at a place that does not depend on the pattern. If the new set is not the
smallest of its images, the pattern is also permuted, by a lookup of each half. The same loops carry
reachability forward (`relax`).
"""

from noughts.bits import count, lowest
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import Buffer, Field, Layer, Scratch
from noughts.tablebase.combinatorial.ranking import MOST_LOW_BITS, ROW, find, folding, rank_above


def relax(here: Buffer, i: int, there: Buffer, j: int, forward: int) -> None:
    """Update a position from a child, or a child from it.

    Backward: take the minimum with the child. Forward: a child of a reachable position is
        reachable.
    """
    if forward:
        there[j] |= here[i]
    else:
        here[i] = min(here[i], there[j])


def low(
    board: Field, layer: Layer, place: int, a: int, there: Buffer, b: int, forward: int
) -> None:
    """Relax block a with block b, the new mark entering among or just above the low bits."""
    here, low_bits = layer.values, layer.low_bits
    grown = place << low_bits
    for high in range(1 << layer.marks - low_bits):
        left = layer.ones - count(high)
        child_left = layer.child_ones - count(high)
        if 0 <= left <= low_bits:
            size = board.choose[low_bits * ROW + left]
            row = grown + layer.first[left]
            for i in range(size):
                relax(here, a + i, there, b + layer.grown[row + i], forward)
            a += size
        if 0 <= child_left <= low_bits + 1:
            b += board.choose[(low_bits + 1) * ROW + child_left]


def high(
    board: Field, layer: Layer, place: int, a: int, there: Buffer, b: int, forward: int
) -> None:
    """Relax with the new mark further up: patterns that are equal above it form runs."""
    here = layer.values
    gains = layer.child_ones - layer.ones
    for high in range(1 << layer.marks - place):
        left = layer.ones - count(high)
        child_left = left + gains
        if 0 <= left <= place:
            size = board.choose[place * ROW + left]
            start = b
            if gains and child_left <= place:  # patterns without the new mark come first
                start += board.choose[place * ROW + child_left]
            for i in range(size):
                relax(here, a + i, there, start + i, forward)
            a += size
        if 0 <= child_left <= place + 1:
            b += board.choose[(place + 1) * ROW + child_left]


def permuted(
    board: Field, layer: Layer, scratch: Scratch, a: int, there: Buffer, b: int, forward: int
) -> None:
    """Relax patterns that are permuted, by the tables of `prepare_turn`.

    A symmetry maps some upper bits to lower ones. So the uppermost are the first to change: each
    access is near the last one, which matters if blocks are larger than caches.
    """
    here = layer.values
    low_bits, rank_bits = layer.low_bits, layer.rank_bits
    lower = (1 << rank_bits) - 1
    high_bits = layer.marks - low_bits
    middle_bits = max(0, high_bits - MOST_LOW_BITS)
    for turn in range(1 << high_bits):
        high = turn >> high_bits - middle_bits | (turn << middle_bits) & (1 << high_bits) - 1
        left = layer.ones - count(high)
        if 0 <= left <= low_bits:
            first = layer.first[left]
            row = a + rank_above(board.choose, low_bits, left, high)
            for i in range(board.choose[low_bits * ROW + left]):
                word = scratch.high[high] | scratch.low[first + i]
                place = b + layer.low_ranks[word & lower] + layer.high_ranks[word >> rank_bits]
                relax(here, row + i, there, place, forward)


def prepare_turn(
    board: Field, layer: Layer, scratch: Scratch, taken: int, cell: int, which: int, goal: int
) -> None:
    """Write the images of a pattern's bits and of the new mark under a symmetry, by halves."""
    low_bits = layer.low_bits
    goals = which * ROW
    scratch.high[0] = 0
    if layer.child_ones > layer.ones:
        scratch.high[0] = 1 << count(goal & (1 << board.goals[goals + cell]) - 1)
    scratch.plain[0] = 0
    for bit in range(layer.marks):
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


def meet_after(board: Field, layer: Layer, scratch: Scratch, which_set: int, after: Layer) -> None:
    """Solve the positions of a taken set from their children."""
    taken = layer.sets[which_set]
    free = board.all_cells & ~taken
    while free:
        cell = lowest(free)
        free &= free - 1
        if board.below[cell] & ~taken:
            continue
        grown = taken | 1 << cell
        which = folding(board, grown)
        goal = image(board.images, which * board.span, grown)
        there = find(after.sets, len(after.sets), goal)
        if after.sets[there] == goal:
            a, b = which_set * layer.patterns, there * layer.child_patterns
            meet_block(board, layer, scratch, taken, cell, a, which, goal, after.values, b, 0)


def meet_before(board: Field, layer: Layer, scratch: Scratch, which_set: int, after: Layer) -> None:
    """Find the reachable positions of a taken set, from their parents.

    Reachability is the same for symmetric sets, so any image of a parent's set will do.
    """
    grown = after.sets[which_set]
    left = grown
    while left:
        cell = lowest(left)
        left &= left - 1
        taken = grown ^ 1 << cell
        if rests_on(board, taken, cell):
            continue
        which = folding(board, taken)
        folded = image(board.images, which * board.span, taken)
        there = find(layer.sets, len(layer.sets), folded)
        if layer.sets[there] == folded:
            a, b = there * layer.patterns, which_set * layer.child_patterns
            new = board.goals[which * ROW + cell]
            back = undoing(board, which, folded, taken, new, cell)
            meet_block(board, layer, scratch, folded, new, a, back, grown, after.values, b, 1)


def rests_on(board: Field, taken: int, cell: int) -> bool:
    while taken:
        if board.below[lowest(taken)] >> cell & 1:
            return True
        taken &= taken - 1
    return False


def undoing(board: Field, which: int, folded: int, taken: int, new: int, cell: int) -> int:
    """The symmetry from a folded set back to the taken cells and the new one; 0 for none."""
    if which:
        for back in range(board.symmetry_count):
            led = image(board.images, back * board.span, folded)
            if led == taken and board.goals[back * ROW + new] == cell:
                return back
    return 0


def meet_block(
    board: Field,  # the board
    layer: Layer,  # the layer of the taken set
    scratch: Scratch,  # scratch memory
    taken: int,  # the taken cells
    cell: int,  # the new cell
    a: int,  # the start of the set's bytes
    which: int,  # the symmetry from the grown set to the children's taken cells; 0 for none
    goal: int,  # the children's taken cells
    there: Buffer,  # the bytes of the next layer
    b: int,  # the start of the children's bytes
    forward: int,  # see `relax`
) -> None:
    """Relax the positions of one taken set with their children on one more cell."""
    place = count(taken & (1 << cell) - 1)
    if which:
        prepare_turn(board, layer, scratch, taken, cell, which, goal)
        permuted(board, layer, scratch, a, there, b, forward)
    elif place <= layer.low_bits:
        low(board, layer, place, a, there, b, forward)
    else:
        high(board, layer, place, a, there, b, forward)
