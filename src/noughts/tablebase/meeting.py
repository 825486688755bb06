"""Kernels that lead from the positions of one taken set to those after them.

For one taken set and one more cell, the positions after it make up one block of the next layer,
and the new mark enters the colour pattern at a place that does not depend on the pattern. Where
the new set is not the smallest of its images, the pattern is permuted, too, which is looked up by
halves. The same loops carry forward which positions can arise (`meet`).
"""

from noughts.bits import count, lowest
from noughts.games.symmetry import image
from noughts.tablebase.folding import find, folding
from noughts.tablebase.layout import (
    ALL_CELLS,
    CHILD_ONES,
    CHILD_PATTERNS,
    LOW_BITS,
    MARKS,
    ONES,
    PATTERNS,
    RANK_BITS,
    SPAN,
    SYMMETRIES,
    Board,
    Buffer,
    Layer,
    Scratch,
)
from noughts.tablebase.ranking import ROW


def meet(here: Buffer, i: int, there: Buffer, j: int, forward: int) -> None:
    """What a position and one after it tell each other.

    Backward: it is worth no more than that one. Forward: if it can arise, so can that one.
    """
    if forward:
        if here[i]:  # no |=, which could undo what another thread has just written
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
    """Meet the positions after those of one taken set, as far as that part of a layer has them."""
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
        there = find(after.sets, len(after.sets), goal)
        if after.sets[there] != goal:
            continue
        b = there * numbers[CHILD_PATTERNS]
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
