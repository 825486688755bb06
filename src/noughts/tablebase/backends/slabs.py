"""Slabs of a layer: positions that agree on which chosen cells are occupied.

Some cells are chosen that symmetries map among themselves. The taken ones of these, up to symmetry,
name the slab of a set of taken cells. A new mark takes at most one chosen cell. So the children of
a slab with h chosen cells lie in at most h + 1 slabs of the next layer, and only these are needed
to solve it. Every set is in one slab, with the same bytes as in the whole layer.
"""

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import prod
from pickle import PickleBuffer
from typing import Any

from noughts.native import kernel
from noughts.tablebase.combinatorial.arrays import Buffer, Field, Layer, Scratch
from noughts.tablebase.combinatorial.marking import Marking
from noughts.tablebase.combinatorial.ranking import find, fold_sets, orbits, patterns
from noughts.tablebase.combinatorial.set_kernels import (
    close_set,
    drop_finished,
    open_set,
    pack_arisen,
    unpack_arisen,
)
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.combinatorial.transitions import meet_after, meet_before
from noughts.tablebase.indexer import Counts
from noughts.tablebase.resources import BYTES_IN_WORD, zeroed_bytes

# Slabs for each processor, and the largest average slab.
SLABS_EACH = 4
SLAB_BYTES = 1 << 30
# Layers begun ahead while one is assembled and written.
AHEAD = 2
# The most restarts of a slab that its process, or machine, did not finish.
RETRIES = 8
# The most layers whose tables a worker keeps.
LAYERS_KEPT = 4


class Slabs:
    """The slabs of a game of marks.

    The name of a slab, `top`, is the set of its chosen cells that are taken; the smallest of
    symmetric sets.
    """

    def __init__(self, marking: Marking, parts: int) -> None:
        self.marking = marking
        self.tables = Tables(marking)
        self.columns = _chosen_columns(self._orbits(), parts * len(marking.symmetries))
        #: The chosen cells, and the others.
        self.chosen = sum(1 << cell for column in self.columns for cell in column)
        self.outer = marking.all_cells & ~self.chosen
        self.bare = lru_cache(LAYERS_KEPT)(self.tables.bare)

    @cached_property
    def tops(self) -> dict[int, tuple[int, ...]]:
        """The slabs, each with all its images."""
        images: dict[int, list[int]] = {}
        for heights in product(*map(_heaps, self.columns)):
            top = sum(heights)
            images.setdefault(self.tables.folded(top)[0], []).append(top)
        return {top: tuple(images[top]) for top in sorted(images)}

    def of_layer(self, marks: int) -> list[int]:
        return [top for top in self.tops if self._outer_marks(marks, top) is not None]

    def after(self, marks: int, top: int) -> list[int]:
        return [each for each in self._next[top] if self._outer_marks(marks + 1, each) is not None]

    def before(self, marks: int, top: int) -> list[int]:
        earlier = self._previous[top]
        return [each for each in earlier if self._outer_marks(marks - 1, each) is not None]

    @cached_property
    def _next(self) -> dict[int, list[int]]:
        following = {}
        for top in self.tops:
            grown = (top | 1 << cell for cell in self.marking.open_cells(top | self.outer))
            following[top] = sorted({top, *(self.tables.folded(each)[0] for each in grown)})
        return following

    def sets(self, marks: int, top: int) -> "array[int]":
        outer_marks = self._outer_marks(marks, top)
        assert outer_marks is not None  # the slab is in the layer
        if self.marking.falls:
            each = (
                image | outer for image in self.tops[top] for outer in self._outers[outer_marks]
            )
            return array(
                "q", sorted(cells for cells in each if self.tables.folded(cells)[0] == cells)
            )
        room = self._fold(outer_marks, top, array("q"))
        sets = array("q", bytes(BYTES_IN_WORD * room))
        self._fold(outer_marks, top, sets)
        return array("q", sorted(sets))

    def size(self, marks: int, top: int) -> float:
        """The approximate bytes of a slab, as if no set were symmetric in itself."""
        outer_marks = self._outer_marks(marks, top)
        if outer_marks is None:
            return 0
        sets = len(self.tops[top]) * self._outer_counts[outer_marks]
        return max(1, sets / len(self.marking.symmetries)) * self._set_size(marks)

    def held(self, marks: int, top: int, other: int, tops: list[int]) -> int:
        """The approximate bytes for work on a slab, with these of another layer in turn."""
        largest = max((self.size(other, each) for each in tops), default=0)
        return int(self.size(marks, top) + largest)

    @cached_property
    def _previous(self) -> dict[int, list[int]]:
        previous: dict[int, list[int]] = {top: [] for top in self.tops}
        for top, following in self._next.items():
            for each in following:
                previous[each].append(top)
        return previous

    def together(self, marks: int, top: int) -> float:
        """The approximate bytes of a slab with all its inputs."""
        after = (self.size(marks + 1, each) for each in self.after(marks, top))
        return self.size(marks, top) + sum(after)

    def _set_size(self, marks: int) -> int:
        return patterns(marks)

    def _orbits(self) -> list[tuple[tuple[int, ...], ...]]:
        """The columns in classes of symmetric ones, the smallest class first."""
        columns = self.marking.columns
        orbits = {
            tuple(sorted({symmetry[ground] for symmetry in self.marking.symmetries}))
            for ground in columns
        }
        fewest_first = sorted(orbits, key=lambda orbit: (len(orbit), orbit))
        return [tuple(columns[ground] for ground in orbit) for orbit in fewest_first]

    def _fold(self, outer_marks: int, top: int, sets: "array[int]") -> int:
        """Write the sets of a slab, while there is room; their number."""
        found, cells = 0, self.outer.bit_count()
        for image in self.tops[top]:
            found = kernel(fold_sets)(
                self.tables.board, self.outer, cells, outer_marks, image, sets, found
            )
        return found

    def _outer_marks(self, marks: int, top: int) -> int | None:
        """The number of marks on other cells; None if the layer has no such slab."""
        outer_marks = marks - top.bit_count()
        return outer_marks if 0 <= outer_marks <= self.outer.bit_count() else None

    @cached_property
    def _outer_columns(self) -> list[tuple[int, ...]]:
        return [each for each in self.marking.columns.values() if each not in self.columns]

    @cached_property
    def _outers(self) -> dict[int, list[int]]:
        outers: dict[int, list[int]] = {}
        for heights in product(*map(_heaps, self._outer_columns)):
            outer = sum(heights)
            outers.setdefault(outer.bit_count(), []).append(outer)
        return outers

    @cached_property
    def _outer_counts(self) -> list[int]:
        identity = self.marking.symmetries[:1]
        return orbits(identity, {column[0]: len(column) for column in self._outer_columns})


def parts_for(tables: Tables, processors: int) -> int:
    return max(SLABS_EACH * processors, -(-max(tables.sizes) // SLAB_BYTES))


def _heaps(column: tuple[int, ...]) -> Iterator[int]:
    return accumulate((1 << cell for cell in column), initial=0)


def _chosen_columns(
    orbits: Iterable[tuple[tuple[int, ...], ...]], most: int
) -> tuple[tuple[int, ...], ...]:
    """The columns to cut by, for at most `most` slabs, symmetric ones counted separately."""
    choices: dict[int, tuple[tuple[int, ...], ...]] = {1: ()}
    for orbit in orbits:
        kinds = prod(len(column) + 1 for column in orbit)
        for others, columns in tuple(choices.items()):
            if others * kinds <= most:
                choices.setdefault(others * kinds, columns + orbit)
    return choices[max(choices)]


class SlabPart:
    """The immutable data of a slab.

    It can be sent between processes without copying.
    """

    __slots__ = ("content", "sets")

    def __init__(self, sets: Any, content: Any) -> None:
        self.sets = memoryview(sets).cast("B").cast("q")
        self.content = memoryview(content).cast("B")

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle both as separate buffers."""
        return SlabPart, (PickleBuffer(self.sets), PickleBuffer(self.content))


@lru_cache(2)
def slabs_of(marking: Marking, parts: int) -> Slabs:
    return Slabs(marking, parts)


def arising(slabs: Slabs, marks: int, top: int, *before: SlabPart) -> SlabPart:
    sets = slabs.sets(marks, top)
    layer = _with_room(slabs, marks, sets)
    if marks == 0:
        layer.values[0] = 1
    scratch = slabs.tables.scratch(max(0, marks - 1))
    for part in before:
        earlier = _with_room(slabs, marks - 1, copied_sets(part))._replace(
            arisen=bytearray(part.content)
        )
        kernel(open_earlier)(slabs.tables.board, earlier, scratch, len(part.sets))
        kernel(reach_part)(slabs.tables.board, earlier, layer, scratch, len(sets))
    patterns = layer.patterns
    layer = layer._replace(arisen=bytearray(len(sets) * ((patterns + 7) // 8)))
    kernel(pack_arisen_sets)(layer, len(sets))
    return SlabPart(sets, layer.arisen)


def solving(
    slabs: Slabs,  # the slabs of the game
    marks: int,  # the number of marks
    top: int,  # the name of the slab
    arisen: SlabPart | None,  # its reachable positions, if positions themselves do not show this
    *after: SlabPart,  # the slabs after it, in order
) -> tuple[SlabPart, tuple[int, Counts]]:
    """The bytes of a slab; the number of its positions and the counts."""
    sets = copied_sets(arisen) if arisen else slabs.sets(marks, top)
    layer = _with_room(slabs, marks, sets)
    if arisen:
        layer = layer._replace(arisen=bytearray(arisen.content))
    board, scratch, counts = slabs.tables.board, slabs.tables.scratch(marks), array("q", [0] * 4)
    kernel(open_sets)(board, layer, len(sets))
    for part in after:
        later = with_content(layer, part)
        kernel(meet_sets)(board, layer, later, scratch, len(sets))
    kernel(close_sets)(board, layer, scratch, len(sets), counts)
    return SlabPart(sets, layer.values), (len(layer.values), Counts(*counts))


def with_content(layer: Layer, part: SlabPart) -> Layer:
    """The tables of a layer with the positions of a part.

    They are copied: compiled code needs writable memory, and memory shared with other readers must
    not be written to.
    """
    values = memoryview(bytearray(part.content)).cast("b")
    return layer._replace(sets=copied_sets(part), values=values)


def _with_room(slabs: Slabs, marks: int, sets: "array[int]") -> Layer:
    layer = slabs.bare(marks)
    return layer._replace(sets=sets, values=zeroed_bytes(len(sets) * layer.patterns))


def copied_sets(part: SlabPart) -> "array[int]":
    return array("q", part.sets.tobytes())


def open_sets(board: Field, layer: Layer, size: int) -> None:
    for which in range(size):
        open_set(board, layer, which)


def meet_sets(board: Field, layer: Layer, after: Layer, scratch: Scratch, size: int) -> None:
    """Relax these positions with a part of the next layer."""
    for which in range(size):
        meet_after(board, layer, scratch, which, after)


def close_sets(board: Field, layer: Layer, scratch: Scratch, size: int, counts: Buffer) -> None:
    for which in range(size):
        close_set(board, layer, scratch, which, counts)


def open_earlier(board: Field, layer: Layer, scratch: Scratch, size: int) -> None:
    """Flag the reachable open positions of a part."""
    for which in range(size):
        unpack_arisen(layer, which, layer.values, which * layer.patterns)
        drop_finished(board, layer, scratch, which)


def reach_part(board: Field, layer: Layer, after: Layer, scratch: Scratch, size: int) -> None:
    for which in range(size):
        meet_before(board, layer, scratch, which, after)


def pack_arisen_sets(layer: Layer, size: int) -> None:
    for which in range(size):
        pack_arisen(layer, which)


def copy_sets(layer: Layer, part: Layer, size: int, back: int) -> None:
    patterns = layer.patterns
    for which in range(size):
        here = which * patterns
        there = find(layer.sets, len(layer.sets), part.sets[which]) * patterns
        for i in range(patterns):
            if back:
                part.values[here + i] = layer.values[there + i]
            else:
                layer.values[there + i] = part.values[here + i]
