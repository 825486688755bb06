"""Slabs of outcomes: bit planes of a part of a layer, solved from the slabs after it.

Outcomes are not folded, so the cells that name a slab need not be symmetric. They are the highest
cells: a slab is a run of its layer's sets, and all slabs in order are the layer.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from noughts.tablebase.backends.slabs import SlabPart, Slabs, copied_sets
from noughts.tablebase.bitplanes.outcomes import NOTHING, Outcomes
from noughts.tablebase.bitplanes.pieces import words_in_block
from noughts.tablebase.bitplanes.plane_kernels import PlaneLayer
from noughts.tablebase.bitplanes.plane_passes import ReachLayer
from noughts.tablebase.combinatorial.marking import Marking
from noughts.tablebase.indexer import Counts
from noughts.tablebase.resources import BYTES_IN_WORD, zeroed_words


class PlaneSlabs(Slabs):
    """The slabs of the outcomes of a game of marks.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.combinatorial.marking import marking_of
    >>> slabs = PlaneSlabs(marking_of(TicTacToe()), parts=4, low_bits=16)
    >>> [bin(top) for top in slabs.tops]
    ['0b0', '0b10000000', '0b100000000', '0b110000000']
    >>> slabs.blocks(slabs.sets(1, 0), 0, marks=1)    # seven sets, each with a word of patterns
    slice(0, 7, None)
    """

    def __init__(self, marking: Marking, parts: int, low_bits: int) -> None:
        self.outcomes = Outcomes(marking, low_bits=low_bits)
        super().__init__(self.outcomes.tables.marking, parts)

    def reached(self, marks: int, top: int, *before: SlabPart) -> tuple[SlabPart, SlabPart]:
        sets, block = self.sets(marks, top), words_in_block(marks, self.outcomes.low_bits)
        kept = self.blocks(self._kept(marks), top, marks)
        going, arisen = (_room(size) for size in (block * len(sets), kept.stop - kept.start))
        layer = self.outcomes.reach_layer(marks, going, arisen, sets)
        sets_before, going_before = _side_by_side(before, 1)
        earlier = self.outcomes.reach_layer(marks - 1, going_before, NOTHING, sets_before)
        self.outcomes.reach(earlier, layer)
        return SlabPart(sets, going), SlabPart(sets, arisen)

    def solved(
        self, marks: int, top: int, arisen: SlabPart | None, *after: SlabPart
    ) -> tuple[SlabPart, Counts]:
        """The outcomes of a slab, wins and then losses, and its counts."""
        sets = copied_sets(arisen) if arisen else self.sets(marks, top)
        words = len(sets) * words_in_block(marks, self.outcomes.low_bits)
        planes = zeroed_words(2 * words)
        can_arise = array("q", arisen.content.tobytes()) if arisen else None
        layer = self.outcomes.layer(marks, planes[:words], planes[words:], can_arise, sets)
        counts = self.outcomes.solve(layer, self._after(marks, after) if after else layer)
        return SlabPart(sets, planes), counts

    def blocks(self, sets: Any, top: int, marks: int) -> slice:
        block = words_in_block(marks, self.outcomes.low_bits)
        begin, end = bisect_left(sets, top), bisect_right(sets, top | self.outer)
        return slice(begin * block, end * block)

    def cut(self, layer: ReachLayer | PlaneLayer, planes: Sequence[Any], top: int) -> SlabPart:
        marks = layer.pieces.marks
        where, content = self.blocks(layer.sets, top, marks), array("q")
        for plane in planes:
            content.frombytes(plane[where].cast("B"))
        return SlabPart(self.sets(marks, top), content)

    def cut_arisen(self, marks: int, arisen: Any, top: int) -> SlabPart:
        content = arisen[self.blocks(self._kept(marks), top, marks)]
        return SlabPart(self.sets(marks, top), content if len(content) else NOTHING)

    def put_arisen(self, marks: int, arisen: Any, top: int, part: SlabPart) -> None:
        """Copy a slab's reachability bits to their place in the layer."""
        where = self.blocks(self._kept(marks), top, marks)
        arisen[where] = part.content.cast("q")[: where.stop - where.start]

    def held(self, marks: int, top: int, other: int, tops: list[int]) -> int:
        """The approximate bytes for work on a slab, with all of these of another layer."""
        return int(self.size(marks, top) + sum(self.size(other, each) for each in tops))

    def _after(self, marks: int, after: Sequence[SlabPart]) -> PlaneLayer:
        sets, wins, losses = _side_by_side(after, 2)
        return self.outcomes.layer(marks + 1, wins, losses, sets=sets)

    def _kept(self, marks: int) -> Any:
        return self.outcomes.folded.sets(marks)

    def _set_size(self, marks: int) -> int:
        return 2 * BYTES_IN_WORD * words_in_block(marks, self.outcomes.low_bits)

    def _orbits(self) -> list[tuple[tuple[int, ...], ...]]:
        return super()._orbits()[::-1]


@lru_cache(2)
def plane_slabs_of(marking: Marking, parts: int, low_bits: int) -> PlaneSlabs:
    return PlaneSlabs(marking, parts, low_bits)


def _side_by_side(parts: Sequence[SlabPart], planes: int) -> "list[array[int]]":
    """The sets of several parts in a row, and their planes.

    They are copied, since compiled code needs writable memory.
    """
    rows = [array("q") for _ in range(1 + planes)]
    for part in parts:
        rows[0].frombytes(part.sets.cast("B"))
        size = len(part.content) // planes
        for i, row in enumerate(rows[1:]):
            row.frombytes(part.content[i * size : (i + 1) * size])
    return rows


def _room(words: int) -> Any:
    """That many words, at least one: empty memory cannot be sent."""
    return zeroed_words(max(1, words))
