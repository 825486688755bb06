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
