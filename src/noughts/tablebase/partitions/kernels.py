"""Kernels for solving a layer slab by slab: the single steps of `combinatorial/kernels.py`.

A part is updated from the parts of the next layer one by one, so that only one must be in memory.
"""

from noughts.tablebase.combinatorial.arrays import PATTERNS, Board, Buffer, Layer, Scratch
from noughts.tablebase.combinatorial.canonical import find
from noughts.tablebase.combinatorial.kernels import close_set, drop_finished, open_set
from noughts.tablebase.combinatorial.terminals import pack, unpack
from noughts.tablebase.combinatorial.transitions import meet_after, meet_before


def open_sets(board: Board, layer: Layer, size: int) -> None:
    """Initialise the bytes of a part of that many sets."""
    for which in range(size):
        open_set(board, layer, which)


def meet_sets(board: Board, layer: Layer, after: Layer, scratch: Scratch, size: int) -> None:
    """Relax these positions with a part of the next layer."""
    for which in range(size):
        meet_after(board, layer, scratch, which, after)


def close_sets(board: Board, layer: Layer, scratch: Scratch, size: int, counts: Buffer) -> None:
    """Finish the bytes of a part, and count them."""
    for which in range(size):
        close_set(board, layer, scratch, which, counts)


def open_earlier(board: Board, layer: Layer, scratch: Scratch, size: int) -> None:
    """Flag the reachable open positions of a part."""
    for which in range(size):
        unpack(layer, which, layer.values, which * layer.numbers[PATTERNS])
        drop_finished(board, layer, scratch, which)


def reach_part(board: Board, layer: Layer, after: Layer, scratch: Scratch, size: int) -> None:
    """Flag the positions of a part reachable from a part of the layer before it."""
    for which in range(size):
        meet_before(board, layer, scratch, which, after)


def pack_sets(layer: Layer, size: int) -> None:
    """Store the reachable positions of a part as bits."""
    for which in range(size):
        pack(layer, which)


def copy_sets(layer: Layer, part: Layer, size: int, back: int) -> None:
    """Copy the bytes of a part to their place in the layer, or back to the part."""
    patterns = layer.numbers[PATTERNS]
    for which in range(size):
        here = which * patterns
        there = find(layer.sets, len(layer.sets), part.sets[which]) * patterns
        for i in range(patterns):
            if back:
                part.values[here + i] = layer.values[there + i]
            else:
                layer.values[there + i] = part.values[here + i]
