"""Kernels for reachability on bit planes, for games where cells must be taken in order.

This is the inverse of `plane_kernels.py`: the positions of a block are reached from blocks with one
cell less. For a last mark at a place, the earlier bits are scattered by the plane of that place
(`bits.pdep`).
"""

from noughts.bits import WORD_BITS, count, lowest, pdep
from noughts.tablebase.bitplanes.plane_kernels import (
    WORD,
    PlaneLayer,
    PlaneScratch,
    find_over,
    find_theirs,
    in_any_order,
    ones_left,
    sets_between,
)
from noughts.tablebase.combinatorial.arrays import Buffer, Field
from noughts.tablebase.combinatorial.ranking import find
from noughts.tablebase.combinatorial.set_kernels import lines_in
from noughts.tablebase.combinatorial.transitions import rests_on


def reach_pieces(
    board: Field, before: PlaneLayer, layer: PlaneLayer, scratch: PlaneScratch, begin: int, end: int
) -> None:
    for which, first, stop in sets_between(begin, end, layer.pieces.high):
        cells = lay_down_before(board, before, layer, scratch, which)
        lines = lines_in(board, scratch.lines, layer.sets[which])
        for upper in range(first, stop):
            if ones_left(layer.pieces, upper) >= 0:
                reach_piece(before, layer, scratch, which, upper, cells, lines)


def lay_down_before(
    board: Field, before: PlaneLayer, layer: PlaneLayer, scratch: PlaneScratch, which: int
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
            scratch.blocks[cells] = there * before.pieces.block
            scratch.entries[cells] = count(grown & (1 << cell) - 1)
            cells += 1
    return cells


def reach_piece(
    before: PlaneLayer,
    layer: PlaneLayer,
    scratch: PlaneScratch,
    which: int,
    upper: int,
    cells: int,
    lines: int,
) -> None:
    pieces, going = layer.pieces, layer.going
    span = pieces.spans[ones_left(pieces, upper)]
    a = which * pieces.block + pieces.starts[upper]
    for i in range(a, a + span):
        going[i] = 0
    for i in range(cells):
        come_from(before, scratch.blocks[i], layer, a, upper, scratch.entries[i])
    find_over(pieces, scratch, upper, lines)
    if layer.weights[which]:
        kept = layer.places[which] * pieces.block + pieces.starts[upper]
        for i in range(span):
            layer.arisen[kept + i] = going[a + i]
    for i in range(span):
        going[a + i] &= ~scratch.over[i]


def come_from(
    before: PlaneLayer, b: int, layer: PlaneLayer, a: int, upper: int, place: int
) -> None:
    """Reach a piece from a parent block, with the last mark at this place."""
    low, left = layer.pieces.low, ones_left(layer.pieces, upper)
    starts = before.pieces.starts
    if place >= low:
        above = place - low
        if upper >> above & 1 == layer.pieces.ones - before.pieces.ones:
            b += starts[upper >> above + 1 << above | upper & (1 << above) - 1]
            for i in range(layer.pieces.spans[left]):
                layer.going[a + i] |= before.going[b + i]
    elif before.pieces.low < low:
        scatter(before, b, 0, layer, a, left, place)
    else:  # the upper part's lowest bit was the lower part's highest
        begun = ones_left(before.pieces, upper >> 1)
        if begun >= 0:
            skipped = before.pieces.halves[begun] if upper & 1 else 0
            scatter(before, b + starts[upper >> 1], skipped, layer, a, left, place)


def scatter(
    before: PlaneLayer,  # the previous layer
    b: int,  # the start of the parents' piece
    skipped: int,  # the number of its patterns before the parents
    layer: PlaneLayer,  # the layer
    a: int,  # the start of the piece to reach
    left: int,  # the number of ones in its lower parts
    place: int,  # the place of the last mark
) -> None:
    """Reach patterns from their parents, which lack the last mark at this place (PDEP)."""
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


HALF = WORD_BITS // 2
BOTH = (1 << HALF) - 1
# A 1 for every position of a word.
ONES_IN_ALL = sum(1 << 2 * place for place in range(HALF))


def pack_outcomes(
    board: Field, layer: PlaneLayer, scratch: PlaneScratch, chosen: Buffer, packed: Buffer
) -> None:
    for i in range(len(chosen)):
        place = 2 * i * layer.pieces.block
        pack_set(board, layer, scratch, chosen[i], packed, place)


def pack_set(
    board: Field, layer: PlaneLayer, scratch: PlaneScratch, which: int, packed: Buffer, place: int
) -> None:
    pieces = layer.pieces
    lines = lines_in(board, scratch.lines, layer.sets[which])
    last = 0
    for upper in range(1 << pieces.high):
        left = ones_left(pieces, upper)
        if left >= 0:
            find_going(board, layer, scratch, which, upper, lines)
            a = which * pieces.block + pieces.starts[upper]
            b = place + 2 * pieces.starts[upper]
            for i in range(2 * pieces.spans[left]):
                word, shift = i // 2, i % 2 * HALF
                packed[b + i] = half = packed_half(
                    layer.wins[a + word] >> shift & BOTH,
                    layer.losses[a + word] >> shift & BOTH,
                    scratch.theirs[word] >> shift & BOTH,
                    last,
                )
                last = half >> 2 * (HALF - 1)


def find_going(
    board: Field, layer: PlaneLayer, scratch: PlaneScratch, which: int, upper: int, lines: int
) -> None:
    """Write to `theirs` the reachable open positions of a piece."""
    pieces, left = layer.pieces, ones_left(layer.pieces, upper)
    own = find_over(pieces, scratch, upper, lines)
    falls = board.falls
    if not falls:
        find_theirs(pieces, scratch, upper, lines)
    full = count(layer.sets[which]) == count(board.all_cells)
    arisen = layer.places[which] * pieces.block + pieces.starts[upper] if falls else 0
    for i in range(pieces.spans[left]):
        arise = layer.arisen[arisen + i] if falls else in_any_order(pieces, scratch, left, i, own)
        scratch.theirs[i] = 0 if full else arise & ~scratch.over[i]


def packed_half(wins: int, losses: int, going: int, last: int) -> int:
    """Half a word of a plane: two bits for each position.

    >>> bin(packed_half(0b100, 0b001, going=0b101, last=2) & 0b111111)   # a loss, the same, a win
    '0b100101'
    """
    if not going:
        return last * ONES_IN_ALL
    word = 0
    for place in range(HALF):
        if going >> place & 1:
            last = (wins >> place & 1) << 1 | losses >> place & 1
        word |= last << 2 * place
    return word
