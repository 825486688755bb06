"""Kernels of combinatorial solving, on plain buffers; `noughts.native.kernel` compiles them.

A layer has the positions with n marks: canonical sets of taken cells, ascending, and for each set
one byte for every colour pattern, in the order of their ranks. A byte encodes the value for the
player to move: 0 is a draw, FAR - e a win at ply e from the start of the game, and e - FAR a loss
at that ply. So a position's byte is simply the negated minimum of its children's bytes.

The kernels' parts are in `ranking.py` (sets of cells), `transitions.py` (from a position to its
children); finished positions are below.
"""

from noughts.bits import count
from noughts.tablebase.combinatorial.arrays import (
    DRAWN,
    FAR,
    FINISHED,
    LOST,
    WON,
    Buffer,
    Field,
    Layer,
    Scratch,
)
from noughts.tablebase.combinatorial.ranking import CHUNKS, HELD_BITS, ROW, compressed, images_of
from noughts.tablebase.combinatorial.transitions import meet_after, meet_before


def solve_sets(
    board: Field, layer: Layer, after: Layer, scratch: Scratch, begin: int, end: int, counts: Buffer
) -> None:
    for which in range(begin, end):
        open_set(board, layer, which)
        meet_after(board, layer, scratch, which, after)
        close_set(board, layer, scratch, which, counts)


def open_set(board: Field, layer: Layer, which: int) -> None:
    """Initialise the values of a set: terminals, and a loss elsewhere."""
    size = layer.patterns
    full = layer.marks == count(board.all_cells)
    for i in range(which * size, which * size + size):
        layer.values[i] = 0 if full else FAR


def close_set(board: Field, layer: Layer, scratch: Scratch, which: int, counts: Buffer) -> None:
    """Negate the minimum over each position's children, and count."""
    size, marks = layer.patterns, layer.marks
    a, full, decided = which * size, marks == count(board.all_cells), FAR - marks
    for i in range(a, a + size):
        layer.values[i] = -layer.values[i]
    masks = lines_in(board, scratch.masks, layer.sets[which])
    byte = decided if board.loses else -decided
    if masks:
        write_terminals(board, layer, scratch, masks, marks & 1, layer.values, a, byte)
    weight = images_of(board, layer.sets[which])
    if board.falls:
        unpack_arisen(layer, which, scratch.flags, 0)
        tally(layer, scratch.flags, a, full, weight, counts)
    elif masks:
        raise_flags(board, layer, scratch, masks)
        tally(layer, scratch.flags, a, full, weight, counts)
    else:
        tally(layer, scratch.ones, a, full, weight, counts)


def reach_sets(
    board: Field, layer: Layer, after: Layer, scratch: Scratch, begin: int, end: int
) -> None:
    """Find the reachable positions of these sets, from the layer before them.

    Bytes are 1 for reachable open positions. The stored bits include finished ones.
    """
    for which in range(begin, end):
        meet_before(board, layer, scratch, which, after)
        pack_arisen(after, which)
        drop_finished(board, after, scratch, which)


def drop_finished(board: Field, layer: Layer, scratch: Scratch, which: int) -> None:
    """Mark finished positions of a set so that nothing is reached from them."""
    masks = lines_in(board, scratch.masks, layer.sets[which])
    if masks:
        a, last = which * layer.patterns, layer.marks & 1
        write_terminals(board, layer, scratch, masks, last, layer.values, a, 0)


def lines_in(board: Field, words: Buffer, taken: int) -> int:
    found = 0
    for i in range(board.line_count):
        line = board.lines[i]
        if not line & ~taken:
            words[found] = compressed(line, taken)
            found += 1
    return found


def write_terminals(
    board: Field,
    layer: Layer,
    scratch: Scratch,
    masks: int,
    first_player: int,
    bytes_: Buffer,
    a: int,
    byte: int,
) -> None:
    """Write a byte wherever a player has a line."""
    low_bits = layer.low_bits
    for high in range(1 << layer.marks - low_bits):
        left = layer.ones - count(high)
        if left < 0 or left > low_bits:
            continue
        active = lines_above(scratch.masks, masks, scratch.own, low_bits, high, first_player)
        size = board.choose[low_bits * ROW + left]
        for begin in range(0, size if active else 0, HELD_BITS):
            chunk = left * CHUNKS + begin // HELD_BITS
            struck = held_any(layer, scratch.own, active, first_player, chunk)
            write_struck(bytes_, a + begin, min(HELD_BITS, size - begin), struck, byte)
        a += size


def raise_flags(board: Field, layer: Layer, scratch: Scratch, masks: int) -> None:
    """Flag the reachable patterns of one taken set, if marks may come in any order.

    The player to move has no line. The last mark completed all lines of the opponent, so they have
    a cell in common. Before that mark there was no line, whatever the order.
    """
    low_bits = layer.low_bits
    moved = layer.marks & 1
    a = 0
    for high in range(1 << layer.marks - low_bits):
        left = layer.ones - count(high)
        if left < 0 or left > low_bits:
            continue
        own = lines_above(scratch.masks, masks, scratch.own, low_bits, high, moved)
        others = lines_above(scratch.masks, masks, scratch.others, low_bits, high, 1 - moved)
        size = board.choose[low_bits * ROW + left]
        for begin in range(0, size, HELD_BITS):
            chunk, words = left * CHUNKS + begin // HELD_BITS, min(HELD_BITS, size - begin)
            struck = held_any(layer, scratch.others, others, 1 - moved, chunk)
            free = (1 << words) - 1 & ~struck
            struck |= held_apart(layer, scratch.own, own, moved, chunk, free)
            for i in range(words):
                scratch.flags[a + begin + i] = ~struck >> i & 1
        a += size


def write_struck(bytes_: Buffer, a: int, size: int, struck: int, byte: int) -> None:
    """Write a byte wherever there is a bit."""
    if struck:
        for i in range(size):
            bytes_[a + i] = byte if struck >> i & 1 else bytes_[a + i]


def lines_above(
    lines: Buffer,  # the lines, as words of places
    size: int,  # the number of lines
    found: Buffer,  # the output
    low_bits: int,  # the number of bits in the lower part
    high: int,  # the upper part of a pattern
    first_player: int,  # whether the player is the first, whose marks are ones
) -> int:
    """Write the lines whose upper part a side has; return how many."""
    others = ~high if first_player else high
    active = 0
    for i in range(size):
        if not (lines[i] >> low_bits) & others:
            found[active] = lines[i]
            active += 1
    return active


def held_any(layer: Layer, lines: Buffer, size: int, first_player: int, chunk: int) -> int:
    found = 0
    for j in range(size):
        found |= held(layer, lines[j], first_player, chunk)
    return found


def held_apart(
    layer: Layer, lines: Buffer, size: int, first_player: int, chunk: int, words: int
) -> int:
    """The words among these that contain lines without a common cell."""
    once, twice, found = 0, 0, 0
    for j in range(size if words else 0):
        holding = held(layer, lines[j], first_player, chunk) & words & ~found
        if once & holding:
            twice |= once & holding
            for k in range(j):
                if not lines[j] & lines[k]:
                    found |= holding & held(layer, lines[k], first_player, chunk)
        once |= holding
    # Each two lines may meet without a cell common to all.
    twice &= ~found
    while twice:
        word = twice & -twice
        twice ^= word
        common = -1
        for j in range(size):
            if held(layer, lines[j], first_player, chunk) & word:
                common &= lines[j]
        if not common:
            found |= word
    return found


def held(layer: Layer, line: int, first_player: int, chunk: int) -> int:
    """The words of a chunk that contain the lower part of a line."""
    low_bits = layer.low_bits
    part = first_player << low_bits | line & (1 << low_bits) - 1
    words: int = layer.holds[part * (low_bits + 1) * CHUNKS + chunk]
    return words


def unpack_arisen(layer: Layer, which_set: int, flags: Buffer, a: int) -> None:
    """Flag the reachable patterns of a set, starting at `a`, from the bits of `pack_arisen`."""
    size = layer.patterns
    step = (size + 7) // 8
    start = which_set * step
    for bit in range(8):
        first = bit * step
        for i in range(max(0, min(step, size - first))):
            flags[a + first + i] = layer.arisen[start + i] >> bit & 1


def pack_arisen(layer: Layer, which_set: int) -> None:
    """Store the reachable positions of one taken set as bits.

    Each bit of the bytes takes an eighth of the patterns that are neighbours, so that many are
    packed together.
    """
    size = layer.patterns
    step = (size + 7) // 8
    start, a = which_set * step, which_set * size
    for i in range(step):
        layer.arisen[start + i] = 0
    for bit in range(8):
        first = bit * step
        for i in range(max(0, min(step, size - first))):
            layer.arisen[start + i] |= layer.values[a + first + i] << bit


def tally(layer: Layer, flags: Buffer, a: int, full: int, weight: int, counts: Buffer) -> None:
    """Count the flagged positions of a block by value."""
    over = FAR - layer.marks
    won, drawn, lost, finished = 0, 0, 0, 0
    for i in range(layer.patterns):
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
