"""Kernels for reachability on bit planes, for games where cells must be taken in order.

This is the inverse of `kernels.py`: the positions of a block are reached from blocks with one cell
less. For a last mark at a place, the earlier bits are scattered by the plane of that place
(`bits.pdep`).
"""

from typing import NamedTuple

from noughts.bits import WORD_BITS, count, lowest, pdep
from noughts.tablebase.bitplanes.kernels import PlaneScratch, find_over
from noughts.tablebase.bitplanes.layout import (
    BLOCK,
    HIGH,
    LOW,
    ONES,
    WORD,
    Pieces,
    left_of,
    sets_between,
)
from noughts.tablebase.combinatorial.arrays import Board, Buffer
from noughts.tablebase.combinatorial.canonical import find
from noughts.tablebase.combinatorial.terminals import lines_in
from noughts.tablebase.combinatorial.transitions import rests_on


class ReachLayer(NamedTuple):
    """The reachable positions of a layer.

    Args:
        sets: the sets of taken cells.
        going: the reachable open positions, a block for each set.
        arisen: the reachable positions, blocks of the sets with a weight.
        weights: the weight of every set in the counts.
        places: for every set the number of its block in `arisen`.
        pieces: the layout of blocks.
    """

    sets: Buffer
    going: Buffer
    arisen: Buffer
    weights: Buffer
    places: Buffer
    pieces: Pieces


def reach_pieces(
    board: Board, before: ReachLayer, layer: ReachLayer, scratch: PlaneScratch, begin: int, end: int
) -> None:
    """Find the reachable positions of these pieces, from the layer before them."""
    for which, first, stop in sets_between(begin, end, layer.pieces.numbers[HIGH]):
        cells = lay_down_before(board, before, layer, scratch, which)
        lines = lines_in(board, scratch.lines, layer.sets[which])
        for upper in range(first, stop):
            if left_of(layer.pieces, upper) >= 0:
                reach_piece(before, layer, scratch, which, upper, cells, lines)


def lay_down_before(
    board: Board, before: ReachLayer, layer: ReachLayer, scratch: PlaneScratch, which: int
) -> int:
    """Write the start of each parent block of a set; return their number."""
    grown, cells = layer.sets[which], 0
    left = grown
    while left:
        cell = lowest(left)
        left &= left - 1
        taken = grown ^ 1 << cell
        if not rests_on(board, taken, cell):
            there = find(before.sets, len(before.sets), taken)
            scratch.blocks[cells] = there * before.pieces.numbers[BLOCK]
            scratch.entries[cells] = count(grown & (1 << cell) - 1)
            cells += 1
    return cells


def reach_piece(
    before: ReachLayer,
    layer: ReachLayer,
    scratch: PlaneScratch,
    which: int,
    upper: int,
    cells: int,
    lines: int,
) -> None:
    """Find the reachable positions of one piece.

    Args:
        before: the previous layer.
        layer: the layer.
        scratch: contains the parent blocks and the lines.
        which: the number of the set.
        upper: the upper part of the patterns.
        cells: the number of parent blocks.
        lines: the number of lines.
    """
    pieces, going = layer.pieces, layer.going
    span = pieces.spans[left_of(pieces, upper)]
    a = which * pieces.numbers[BLOCK] + pieces.starts[upper]
    for i in range(a, a + span):
        going[i] = 0
    for i in range(cells):
        come_from(before, scratch.blocks[i], layer, a, upper, scratch.entries[i])
    find_over(pieces, scratch, upper, lines)
    if layer.weights[which]:
        kept = layer.places[which] * pieces.numbers[BLOCK] + pieces.starts[upper]
        for i in range(span):
            layer.arisen[kept + i] = going[a + i]
    for i in range(span):
        going[a + i] &= ~scratch.over[i]


def come_from(
    before: ReachLayer, b: int, layer: ReachLayer, a: int, upper: int, place: int
) -> None:
    """Reach a piece from a parent block, with the last mark at this place."""
    low, left = layer.pieces.numbers[LOW], left_of(layer.pieces, upper)
    starts = before.pieces.starts
    if place >= low:
        above = place - low
        if upper >> above & 1 == layer.pieces.numbers[ONES] - before.pieces.numbers[ONES]:
            b += starts[upper >> above + 1 << above | upper & (1 << above) - 1]
            for i in range(layer.pieces.spans[left]):
                layer.going[a + i] |= before.going[b + i]
    elif before.pieces.numbers[LOW] < low:
        scatter(before, b, 0, layer, a, left, place)
    else:  # the upper part's lowest bit was the lower part's highest
        begun = left_of(before.pieces, upper >> 1)
        if begun >= 0:
            skipped = before.pieces.halves[begun] if upper & 1 else 0
            scatter(before, b + starts[upper >> 1], skipped, layer, a, left, place)


def scatter(
    before: ReachLayer, b: int, skipped: int, layer: ReachLayer, a: int, left: int, place: int
) -> None:
    """Reach patterns from their parents, which lack the last mark at this place (PDEP).

    Args:
        before: the previous layer.
        b: the start of the parents' piece.
        skipped: the number of its patterns before the parents.
        layer: the layer.
        a: the start of the piece to reach.
        left: the number of ones in its lower parts.
        place: the place of the last mark.
    """
    pieces, going = layer.pieces, before.going
    b += skipped // WORD_BITS
    used = skipped % WORD_BITS
    mask = pieces.firsts[left] + place * pieces.spans[left]
    for i in range(pieces.spans[left]):
        chosen = pieces.planes[mask + i]
        found = count(chosen)
        if found:
            word = going[b] >> used
            used += found
            if used > WORD_BITS:
                word |= going[b + 1] << WORD_BITS + found - used & WORD
            if used >= WORD_BITS:
                b += 1
                used -= WORD_BITS
            layer.going[a + i] |= pdep(word, chosen)
