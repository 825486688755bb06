"""Kernels that tell where the game is over and what can arise, and count it."""

from noughts.bits import count
from noughts.tablebase.layout import (
    DRAWN,
    FAR,
    FINISHED,
    LINES,
    LOST,
    LOW_BITS,
    MARKS,
    ONES,
    PATTERNS,
    WON,
    Board,
    Buffer,
    Layer,
    Scratch,
)
from noughts.tablebase.ranking import ROW, compressed


def lines_in(board: Board, scratch: Scratch, taken: int) -> int:
    """Write the lines among the taken cells as words; how many there are."""
    found = 0
    for i in range(board.numbers[LINES]):
        line = board.lines[i]
        if not line & ~taken:
            scratch.masks[found] = compressed(line, taken)
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
    for high in range(1 << numbers[MARKS] - low_bits):
        left = numbers[ONES] - count(high)
        if left < 0 or left > low_bits:
            continue
        first, size = layer.first[left], board.choose[low_bits * ROW + left]
        active = lines_above(layer, scratch, masks, high, first_player)
        if not several:
            for j in range(active):
                holds = row_of(layer, scratch.active[j], first_player) + first
                for i in range(size):
                    bytes_[a + i] = byte if layer.holds[holds + i] else bytes_[a + i]
        elif active > 1:
            find_common(layer, scratch, active, first_player, first, size)
            for i in range(size):
                bytes_[a + i] = bytes_[a + i] if scratch.common[i] else byte
        a += size


def lines_above(layer: Layer, scratch: Scratch, masks: int, high: int, first_player: int) -> int:
    """Write the lines whose upper part a player has; how many there are."""
    low_bits = layer.numbers[LOW_BITS]
    others = high if not first_player else ~high
    active = 0
    for i in range(masks):
        if not (scratch.masks[i] >> low_bits) & others:
            scratch.active[active] = scratch.masks[i]
            active += 1
    return active


def row_of(layer: Layer, line: int, first_player: int) -> int:
    """Where it stands which low words hold the lower part of a line."""
    low_bits: int = layer.numbers[LOW_BITS]
    lower = (1 << low_bits) - 1
    return (first_player << low_bits | line & lower) << low_bits


def find_common(
    layer: Layer, scratch: Scratch, active: int, first_player: int, first: int, size: int
) -> None:
    """Write for each low word the cells that all active lines in it have in common.

    0 if there are none, which takes two lines; -1 if no line lies in it.
    """
    for i in range(size):
        scratch.common[i] = -1
    for j in range(active):
        line = scratch.active[j]
        holds = row_of(layer, line, first_player) + first
        for i in range(size):
            scratch.common[i] &= line | ~layer.holds[holds + i]


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


def unpack(layer: Layer, which_set: int, flags: Buffer, a: int) -> None:
    """Flag the patterns of one taken set that can arise, from place `a` on, as `pack` kept them."""
    size = layer.numbers[PATTERNS]
    step = (size + 7) // 8
    start = which_set * step
    for bit in range(8):
        first = bit * step
        for i in range(max(0, min(step, size - first))):
            flags[a + first + i] = layer.arisen[start + i] >> bit & 1


def pack(layer: Layer, which_set: int) -> None:
    """Keep which positions of one taken set can arise, as bits.

    Each of the eight bits of the bytes takes an eighth of the patterns that are neighbours, so that
    many are packed at once.
    """
    size = layer.numbers[PATTERNS]
    step = (size + 7) // 8
    start, a = which_set * step, which_set * size
    for i in range(step):
        layer.arisen[start + i] = 0
    for bit in range(8):
        first = bit * step
        for i in range(max(0, min(step, size - first))):
            layer.arisen[start + i] |= layer.values[a + first + i] << bit


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
