"""Solves one slab, given only its inputs."""

from array import array
from collections.abc import Iterable
from functools import lru_cache
from pickle import PickleBuffer
from typing import Any

from noughts.native import kernel
from noughts.tablebase.combinatorial.arrays import PATTERNS, Layer
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.tables import room_for
from noughts.tablebase.partitions.kernels import (
    close_sets,
    meet_sets,
    open_earlier,
    open_sets,
    pack_sets,
    reach_part,
)
from noughts.tablebase.partitions.slabs import Slabs


class Part:
    """The immutable data of a slab.

    It can be sent between processes without copying.

    Args:
        sets: the sets of taken cells, as whole numbers of eight bytes.
        content: a byte for each position; in the forward pass, a bit for its reachability.
    """

    __slots__ = ("content", "sets")

    def __init__(self, sets: Any, content: Any) -> None:
        self.sets = memoryview(sets).cast("B").cast("q")
        self.content = memoryview(content).cast("B")

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle both as separate buffers."""
        return Part, (PickleBuffer(self.sets), PickleBuffer(self.content))


@lru_cache(2)
def slabs_of(marking: Marking, parts: int) -> Slabs:
    """The slabs of a game, cached with their tables."""
    return Slabs(marking, parts)


def arising(slabs: Slabs, marks: int, top: int, before: Iterable[Part]) -> Part:
    """The reachable positions of a slab, from the slabs before it."""
    sets = slabs.sets(marks, top)
    layer = _with_room(slabs, marks, sets)
    if marks == 0:
        layer.values[0] = 1
    scratch = slabs.tables.scratch(max(0, marks - 1))
    for part in before:
        earlier = _with_room(slabs, marks - 1, sets_of(part))._replace(
            arisen=bytearray(part.content)
        )
        kernel(open_earlier)(slabs.tables.board, earlier, scratch, len(part.sets))
        kernel(reach_part)(slabs.tables.board, earlier, layer, scratch, len(sets))
    patterns = layer.numbers[PATTERNS]
    layer = layer._replace(arisen=bytearray(len(sets) * ((patterns + 7) // 8)))
    kernel(pack_sets)(layer, len(sets))
    return Part(sets, layer.arisen)


def solving(
    slabs: Slabs, marks: int, top: int, arisen: Part | None, after: Iterable[Part]
) -> tuple[Part, tuple[int, ...]]:
    """The bytes of a slab, and its counts, from the bytes of the slabs after it.

    Args:
        slabs: the slabs of the game.
        marks: the number of marks.
        top: the name of the slab.
        arisen: its reachable positions, if positions themselves do not show this.
        after: its inputs in the next layer, in order.
    """
    sets = sets_of(arisen) if arisen else slabs.sets(marks, top)
    layer = _with_room(slabs, marks, sets)
    if arisen:
        layer = layer._replace(arisen=bytearray(arisen.content))
    board, scratch, counts = slabs.tables.board, slabs.tables.scratch(marks), array("q", [0] * 4)
    kernel(open_sets)(board, layer, len(sets))
    for part in after:
        later = with_content(layer, part)
        kernel(meet_sets)(board, layer, later, scratch, len(sets))
    kernel(close_sets)(board, layer, scratch, len(sets), counts)
    return Part(sets, layer.values), tuple(counts)


def with_content(layer: Layer, part: Part) -> Layer:
    """The tables of a layer with the positions of a part.

    They are copied: compiled code needs writable memory, and memory shared with other readers must
    not be written to.
    """
    values = memoryview(bytearray(part.content)).cast("b")
    return layer._replace(sets=sets_of(part), values=values)


def _with_room(slabs: Slabs, marks: int, sets: "array[int]") -> Layer:
    """The tables of a layer with room for the bytes of a part."""
    layer = slabs.bare(marks)
    return layer._replace(sets=sets, values=room_for(len(sets) * layer.numbers[PATTERNS]))


def sets_of(part: Part) -> "array[int]":
    """A copy of the sets of a part."""
    return array("q", part.sets.tobytes())
