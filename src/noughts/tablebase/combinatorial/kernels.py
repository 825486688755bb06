"""Kernels of combinatorial solving, on plain buffers; `noughts.native.kernel` compiles them.

A layer has the positions with n marks: canonical sets of taken cells, ascending, and for each set
one byte for every colour pattern, in the order of their ranks. A byte encodes the value for the
player to move: 0 is a draw, FAR - e a win at ply e from the start of the game, and e - FAR a loss
at that ply. So a position's byte is simply the negated minimum of its children's bytes.

The kernels' parts are in `canonical.py` (sets of cells), `transitions.py` (from a position to its
children) and `terminals.py` (finished positions).
"""

from noughts.bits import count
from noughts.tablebase.combinatorial.arrays import (
    ALL_CELLS,
    FALLS,
    FAR,
    LOSES,
    MARKS,
    PATTERNS,
    Board,
    Buffer,
    Layer,
    Scratch,
)
from noughts.tablebase.combinatorial.canonical import images_of
from noughts.tablebase.combinatorial.terminals import (
    lines_in,
    pack,
    raise_flags,
    tally,
    unpack,
    write_terminals,
)
from noughts.tablebase.combinatorial.transitions import meet_after, meet_before


def solve_sets(
    board: Board,
    layer: Layer,
    after: Layer,
    scratch: Scratch,
    begin: int,
    end: int,
    counts: Buffer,
) -> None:
    """Solve these sets from the layer after them, and count."""
    for which in range(begin, end):
        open_set(board, layer, which)
        meet_after(board, layer, scratch, which, after)
        close_set(board, layer, scratch, which, counts)


def open_set(board: Board, layer: Layer, which: int) -> None:
    """Initialise the values of a set: terminals, and a loss elsewhere."""
    size = layer.numbers[PATTERNS]
    full = layer.numbers[MARKS] == count(board.numbers[ALL_CELLS])
    for i in range(which * size, which * size + size):
        layer.values[i] = 0 if full else FAR


def close_set(board: Board, layer: Layer, scratch: Scratch, which: int, counts: Buffer) -> None:
    """Negate the minimum over each position's children, and count."""
    numbers = layer.numbers
    size, marks = numbers[PATTERNS], numbers[MARKS]
    a, full, decided = which * size, marks == count(board.numbers[ALL_CELLS]), FAR - marks
    for i in range(a, a + size):
        layer.values[i] = -layer.values[i]
    masks = lines_in(board, scratch.masks, layer.sets[which])
    byte = decided if board.numbers[LOSES] else -decided
    if masks:
        write_terminals(board, layer, scratch, masks, marks & 1, layer.values, a, byte)
    weight = images_of(board, layer.sets[which])
    if board.numbers[FALLS]:
        unpack(layer, which, scratch.flags, 0)
        tally(layer, scratch.flags, a, full, weight, counts)
    elif masks:
        raise_flags(board, layer, scratch, masks)
        tally(layer, scratch.flags, a, full, weight, counts)
    else:
        tally(layer, scratch.ones, a, full, weight, counts)


def reach_sets(
    board: Board, layer: Layer, after: Layer, scratch: Scratch, begin: int, end: int
) -> None:
    """Find the reachable positions of these sets, from the layer before them.

    Bytes are 1 for reachable open positions. The stored bits include finished ones.
    """
    for which in range(begin, end):
        meet_before(board, layer, scratch, which, after)
        pack(after, which)
        drop_finished(board, after, scratch, which)


def drop_finished(board: Board, layer: Layer, scratch: Scratch, which: int) -> None:
    """Mark finished positions of a set so that nothing is reached from them."""
    masks = lines_in(board, scratch.masks, layer.sets[which])
    if masks:
        a, last = which * layer.numbers[PATTERNS], layer.numbers[MARKS] & 1
        write_terminals(board, layer, scratch, masks, last, layer.values, a, 0)
