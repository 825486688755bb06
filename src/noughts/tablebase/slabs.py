"""Layers cut into slabs: the positions that have the same of some cells taken.

A few cells are chosen that symmetries keep among themselves. Which of them are taken tells, of
symmetric cases one, the slab of a set of taken cells. A new mark takes none of the chosen cells or
one: so what comes after a slab of h chosen cells lies in h + 1 slabs of the next layer at most,
and it can be worked out by whoever has those, without regard to all others. Every set stands in
one slab and is the same there as in the whole layer, and so are its bytes.
"""

from array import array
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import product
from math import prod

from noughts.native import kernel
from noughts.tablebase.marking import Marking
from noughts.tablebase.ranking import patterns
from noughts.tablebase.slab_kernels import fold_part
from noughts.tablebase.tables import BYTES_IN_WORD, Tables

# The layers whose tables a worker keeps at hand.
LAYERS_KEPT = 4


class Slabs:
    """The slabs of a game of marks.

    A slab is named by the chosen cells that are taken in it, `top`; of symmetric ones by the
    smallest.

    Args:
        marking: the game as one of marks.
        parts: about how many slabs a layer is cut into; there may be fewer.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.marking import marking_of
    >>> slabs = Slabs(marking_of(TicTacToe()), parts=4)
    >>> bin(slabs.chosen), len(slabs.tops)
    ('0b101010101', 12)
    >>> [bin(top) for top in slabs.after(2, 0b1)]
    ['0b1', '0b101', '0b10001', '0b1000100']
    >>> list(slabs.sets(2, 0b1)) == [0b11, 0b1100]
    True
    """

    def __init__(self, marking: Marking, parts: int) -> None:
        """Choose the cells."""
        self.marking = marking
        self.tables = Tables(marking)
        self.columns = _chosen_columns(marking, parts)
        #: The chosen cells, and the others.
        self.chosen = sum(1 << cell for column in self.columns for cell in column)
        self.outer = marking.all_cells & ~self.chosen
        self.bare = lru_cache(LAYERS_KEPT)(self.tables.bare)

    @cached_property
    def tops(self) -> dict[int, tuple[int, ...]]:
        """The slabs, each with all its images."""
        images: dict[int, list[int]] = {}
        for heights in product(*([*_heaps(column)] for column in self.columns)):
            top = sum(heights)
            images.setdefault(self.tables.folded(top)[0], []).append(top)
        return {top: tuple(images[top]) for top in sorted(images)}

    def of_layer(self, marks: int) -> list[int]:
        """The slabs that a layer has."""
        return [top for top in self.tops if self._outer_marks(marks, top) is not None]

    def after(self, marks: int, top: int) -> list[int]:
        """The slabs of the next layer in which the positions after those of a slab are."""
        return [each for each in self._next[top] if self._outer_marks(marks + 1, each) is not None]

    def before(self, marks: int, top: int) -> list[int]:
        """The slabs of the layer before from which a slab is come to."""
        return [each for each in self.of_layer(marks - 1) if top in self._next[each]]

    @cached_property
    def _next(self) -> dict[int, list[int]]:
        """For each slab those that are one mark away: itself, and one for each cell chosen."""
        following = {}
        for top in self.tops:
            grown = (top | 1 << cell for cell in self.marking.open_cells(top | self.outer))
            following[top] = sorted({top, *(self.tables.folded(each)[0] for each in grown)})
        return following

    def sets(self, marks: int, top: int) -> "array[int]":
        """The sets of taken cells of a slab, in ascending order."""
        outer_marks = self._outer_marks(marks, top)
        assert outer_marks is not None  # one of the layer's slabs is asked for
        if self.marking.falls:
            each = (
                image | outer for image in self.tops[top] for outer in self._outers[outer_marks]
            )
            return array("q", sorted(cells for cells in each if self._is_smallest(cells)))
        room = self._fold(outer_marks, top, array("q"))
        sets = array("q", bytes(BYTES_IN_WORD * room))
        self._fold(outer_marks, top, sets)
        return array("q", sorted(sets))

    def size(self, marks: int, top: int) -> float:
        """About how many positions a slab has: each set taken to have as many images as can be."""
        outer_marks = self._outer_marks(marks, top)
        if outer_marks is None:
            return 0
        sets = len(self.tops[top]) * self._outer_counts[outer_marks]
        return sets * patterns(marks) / len(self.marking.symmetries)

    def together(self) -> Iterator[list[float]]:
        """For each slab its own size, and the sizes of those that it is worked out from."""
        for marks in range(self.tables.last + 1):
            for top in self.of_layer(marks):
                after = (self.size(marks + 1, each) for each in self.after(marks, top))
                yield [self.size(marks, top), *after]

    def _fold(self, outer_marks: int, top: int, sets: "array[int]") -> int:
        """Write the sets of a slab, as far as there is room; how many there are."""
        found, cells = 0, self.outer.bit_count()
        for image in self.tops[top]:
            found = kernel(fold_part)(
                self.tables.board, self.outer, cells, outer_marks, image, sets, found
            )
        return found

    def _outer_marks(self, marks: int, top: int) -> int | None:
        """How many marks lie on other cells; None if the layer has no such slab."""
        outer_marks = marks - top.bit_count()
        return outer_marks if 0 <= outer_marks <= self.outer.bit_count() else None

    def _is_smallest(self, cells: int) -> bool:
        return self.tables.folded(cells)[0] == cells

    @cached_property
    def _outer_columns(self) -> list[tuple[int, ...]]:
        return [each for each in self.marking.columns.values() if each not in self.columns]

    @cached_property
    def _outers(self) -> dict[int, list[int]]:
        """The sets of outer cells that can be taken, by their size."""
        outers: dict[int, list[int]] = {}
        for heights in product(*([*_heaps(column)] for column in self._outer_columns)):
            outer = sum(heights)
            outers.setdefault(outer.bit_count(), []).append(outer)
        return outers

    @cached_property
    def _outer_counts(self) -> list[int]:
        """How many sets of 0, 1, 2, … outer cells can be taken."""
        counts = [1]
        for column in self._outer_columns:
            heights = range(len(column) + 1)
            longer = [0] * (len(counts) + len(column))
            for size, number in enumerate(counts):
                for height in heights:
                    longer[size + height] += number
            counts = longer
        return counts


def _heaps(column: tuple[int, ...]) -> Iterator[int]:
    """The sets of cells that a column can have taken, from none to all."""
    taken = 0
    yield taken
    for cell in column:
        taken |= 1 << cell
        yield taken


def _chosen_columns(marking: Marking, parts: int) -> tuple[tuple[int, ...], ...]:
    """The columns to cut by: as many as make about so many slabs, symmetric ones together."""
    most = parts * len(marking.symmetries)
    choices: dict[int, tuple[tuple[int, ...], ...]] = {1: ()}
    for orbit in _orbits_of_columns(marking):
        kinds = prod(len(column) + 1 for column in orbit)
        for others, columns in tuple(choices.items()):
            if others * kinds <= most:
                choices.setdefault(others * kinds, columns + orbit)
    return choices[max(choices)]


def _orbits_of_columns(marking: Marking) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The columns that symmetries take to each other, the fewest first."""
    columns = marking.columns
    orbits = {
        tuple(sorted({symmetry[ground] for symmetry in marking.symmetries})) for ground in columns
    }
    for orbit in sorted(orbits, key=lambda orbit: (len(orbit), orbit)):
        yield tuple(columns[ground] for ground in orbit)
