"""Kernels for games of either mark: sets of taken cells, with all 2ⁿ patterns for each.

A pattern is a word of n bits, 1 for a cross; it is its own rank. One more cell can be marked either
way, so there are two children for each, in one block. Bytes are as in `combinatorial/kernels.py`.
"""

from noughts.bits import count, lowest
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import (
    ALL_CELLS,
    FAR,
    LOW_BITS,
    MARKS,
    PATTERNS,
    SPAN,
    Board,
    Buffer,
    Layer,
    Scratch,
)
from noughts.tablebase.combinatorial.canonical import find, folding, images_of
from noughts.tablebase.combinatorial.ranking import ROW
from noughts.tablebase.combinatorial.terminals import lines_in, tally
from noughts.tablebase.combinatorial.transitions import prepare_turn

# Indices in a layer's numbers: the byte of a line, and of a full board without one.
LINED, FULL = 7, 8


def solve_either_sets(
    board: Board,
    layer: Layer,
    after: Layer,
    scratch: Scratch,
    begin: int,
    end: int,
    counts: Buffer,
) -> None:
    """Solve these sets from the layer after them, and count."""
    numbers, values = layer.numbers, layer.values
    size = numbers[PATTERNS]
    full = numbers[MARKS] == count(board.numbers[ALL_CELLS])
    for which in range(begin, end):
        taken, a = layer.sets[which], which * size
        for i in range(a, a + size):
            values[i] = numbers[FULL] if full else FAR
        if not full:
            meet_either(board, layer, scratch, taken, a, after)
            for i in range(a, a + size):
                values[i] = -values[i]
        masks = lines_in(board, scratch.masks, taken)
        end_either(layer, scratch, masks, a)
        tally(layer, scratch.flags, a, full, images_of(board, taken), counts)


def meet_either(
    board: Board, layer: Layer, scratch: Scratch, taken: int, a: int, after: Layer
) -> None:
    """Take the minimum over the children, from the opponent's view."""
    marks = layer.numbers[MARKS]
    free = board.numbers[ALL_CELLS] & ~taken
    while free:
        cell = lowest(free)
        free &= free - 1
        which = folding(board, taken | 1 << cell)
        goal = image(board.images, which * board.numbers[SPAN], taken | 1 << cell)
        b = find(after.sets, len(after.sets), goal) << marks + 1
        if which:
            prepare_turn(board, layer, scratch, taken, cell, which, goal)
            cross = count(goal & (1 << board.goals[which * ROW + cell]) - 1)
            meet_turned(layer, a, after.values, b, cross, scratch)
        else:
            meet_runs(layer, a, after.values, b, count(taken & (1 << cell) - 1))


def meet_runs(layer: Layer, a: int, there: Buffer, b: int, place: int) -> None:
    """Relax with block b, the new mark entering at a place: patterns equal above it form runs."""
    here, run = layer.values, 1 << place
    for start in range(0, layer.numbers[PATTERNS], run):
        for i in range(run):
            nought = there[b + 2 * start + i]
            cross = there[b + 2 * start + run + i]
            here[a + start + i] = min(here[a + start + i], min(nought, cross))


def meet_turned(layer: Layer, a: int, there: Buffer, b: int, cross: int, scratch: Scratch) -> None:
    """Relax patterns that are permuted, by the tables of `prepare_turn`."""
    here, low_bits = layer.values, layer.numbers[LOW_BITS]
    for high in range(1 << layer.numbers[MARKS] - low_bits):
        for low in range(1 << low_bits):
            nought = b + (scratch.high[high] | scratch.plain[low])
            best = min(there[nought], there[nought + (1 << cross)])
            here[a] = min(here[a], best)
            a += 1


def end_either(layer: Layer, scratch: Scratch, masks: int, a: int) -> None:
    """Write the byte of a line where there is one, and flag reachable positions.

    A position with lines is reachable if one mark completed them: all lines are of the same mark
    and have a cell in common.
    """
    for word in range(layer.numbers[PATTERNS]):
        crosses, noughts, common = 0, 0, -1
        for i in range(masks):
            mask = scratch.masks[i]
            if word & mask == mask:
                crosses += 1
                common &= mask
            elif not word & mask:
                noughts += 1
                common &= mask
        if crosses or noughts:
            layer.values[a + word] = layer.numbers[LINED]
        scratch.flags[word] = 0 if (crosses and noughts) or not common else 1
