"""Kernels that pack a layer's outcomes for storage: two bits a position, made to compress.

A word has 31 positions, the first in its lowest bits: 1 is a loss, 2 a win, 0 a draw. A position
that is over or unreachable is never looked up; it repeats the one before it, so that runs are long.
"""

from noughts.bits import WORD_BITS, count
from noughts.tablebase.bitplanes.kernels import (
    PlaneLayer,
    PlaneScratch,
    find_over,
    find_theirs,
    in_any_order,
)
from noughts.tablebase.bitplanes.layout import BLOCK, HIGH, left_of
from noughts.tablebase.combinatorial.arrays import ALL_CELLS, FALLS, Board, Buffer
from noughts.tablebase.combinatorial.terminals import lines_in

HALF = WORD_BITS // 2
BOTH = (1 << HALF) - 1
# A 1 for every position of a word.
ONES_IN_ALL = sum(1 << 2 * place for place in range(HALF))


def pack_sets(
    board: Board, layer: PlaneLayer, scratch: PlaneScratch, chosen: Buffer, packed: Buffer
) -> None:
    """Write the outcomes of sets.

    Args:
        board: the board.
        layer: the layer, solved.
        scratch: scratch memory.
        chosen: the numbers of the sets in the layer.
        packed: the output, one set after another.
    """
    for i in range(len(chosen)):
        place = 2 * i * layer.pieces.numbers[BLOCK]
        pack_set(board, layer, scratch, chosen[i], packed, place)


def pack_set(
    board: Board, layer: PlaneLayer, scratch: PlaneScratch, which: int, packed: Buffer, place: int
) -> None:
    """Write the outcomes of a set, starting at a place."""
    pieces = layer.pieces
    lines = lines_in(board, scratch.lines, layer.sets[which])
    last = 0
    for upper in range(1 << pieces.numbers[HIGH]):
        left = left_of(pieces, upper)
        if left >= 0:
            find_going(board, layer, scratch, which, upper, lines)
            a = which * pieces.numbers[BLOCK] + pieces.starts[upper]
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
    board: Board, layer: PlaneLayer, scratch: PlaneScratch, which: int, upper: int, lines: int
) -> None:
    """Write to `theirs` the reachable open positions of a piece."""
    pieces, left = layer.pieces, left_of(layer.pieces, upper)
    own = find_over(pieces, scratch, upper, lines)
    falls = board.numbers[FALLS]
    if not falls:
        find_theirs(pieces, scratch, upper, lines)
    full = count(layer.sets[which]) == count(board.numbers[ALL_CELLS])
    arisen = layer.places[which] * pieces.numbers[BLOCK] + pieces.starts[upper] if falls else 0
    for i in range(pieces.spans[left]):
        arise = layer.arisen[arisen + i] if falls else in_any_order(pieces, scratch, left, i, own)
        scratch.theirs[i] = 0 if full else arise & ~scratch.over[i]


def packed_half(wins: int, losses: int, going: int, last: int) -> int:
    """Half a word of a plane: two bits for each position.

    Args:
        wins: bits of won positions.
        losses: bits of lost positions.
        going: bits of positions that can be looked up.
        last: the two bits of the previous position.

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
