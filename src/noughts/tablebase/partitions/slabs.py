"""Slabs of a layer: positions that agree on which chosen cells are occupied.

Some cells are chosen that symmetries map among themselves. The taken ones of these, up to symmetry,
name the slab of a set of taken cells. A new mark takes at most one chosen cell. So the children of
a slab with h chosen cells lie in at most h + 1 slabs of the next layer, and only these are needed
to solve it. Every set is in one slab, with the same bytes as in the whole layer.
"""

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import product
from math import prod

from noughts.native import kernel
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.canonical import fold_sets
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.combinatorial.tables import Tables

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

    Args:
        marking: the model of the game of marks.
        parts: the approximate number of slabs in a layer; there may be fewer.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.combinatorial.model import marking_of
    >>> slabs = Slabs(marking_of(TicTacToe()), parts=4)
    >>> bin(slabs.chosen), len(slabs.tops)
    ('0b101010101', 12)
    >>> [bin(top) for top in slabs.after(2, 0b1)]
    ['0b1', '0b101', '0b10001', '0b1000100']
    >>> list(slabs.sets(2, 0b1)) == [0b11, 0b1100]
    True
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
        for heights in product(*([*_heaps(column)] for column in self.columns)):
            top = sum(heights)
            images.setdefault(self.tables.folded(top)[0], []).append(top)
        return {top: tuple(images[top]) for top in sorted(images)}

    def of_layer(self, marks: int) -> list[int]:
        """The slabs of a layer."""
        return [top for top in self.tops if self._outer_marks(marks, top) is not None]

    def after(self, marks: int, top: int) -> list[int]:
        """The slabs of the next layer that contain the children of a slab."""
        return [each for each in self._next[top] if self._outer_marks(marks + 1, each) is not None]

    def before(self, marks: int, top: int) -> list[int]:
        """The slabs of the previous layer that contain the parents of a slab."""
        earlier = self._previous[top]
        return [each for each in earlier if self._outer_marks(marks - 1, each) is not None]

    @cached_property
    def _next(self) -> dict[int, list[int]]:
        """Successors of each slab: itself, and one for each chosen cell."""
        following = {}
        for top in self.tops:
            grown = (top | 1 << cell for cell in self.marking.open_cells(top | self.outer))
            following[top] = sorted({top, *(self.tables.folded(each)[0] for each in grown)})
        return following

    def sets(self, marks: int, top: int) -> "array[int]":
        """The sets of taken cells of a slab, in ascending order."""
        outer_marks = self._outer_marks(marks, top)
        assert outer_marks is not None  # the slab is in the layer
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
        """Predecessors of each slab."""
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
        """The bytes of a set's positions."""
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
        """The numbers of sets of 0, 1, 2, … outer cells that can be taken."""
        return set_counts(self._outer_columns)


def parts_for(tables: Tables, processors: int) -> int:
    """The number of slabs in a layer, for that many processors."""
    largest = max(tables.size(marks) for marks in range(tables.last + 1))
    return max(SLABS_EACH * processors, -(-largest // SLAB_BYTES))


def set_counts(columns: Iterable[tuple[int, ...]]) -> list[int]:
    """The numbers of sets of 0, 1, 2, … cells that can be taken, in columns from the ground up.

    >>> set_counts([(0, 1), (2, 3)])
    [1, 2, 3, 2, 1]
    """
    counts = [1]
    for column in columns:
        longer = [0] * (len(counts) + len(column))
        for size, number in enumerate(counts):
            for height in range(len(column) + 1):
                longer[size + height] += number
        counts = longer
    return counts


def _heaps(column: tuple[int, ...]) -> Iterator[int]:
    """The sets of taken cells possible in a column, from none to all."""
    taken = 0
    yield taken
    for cell in column:
        taken |= 1 << cell
        yield taken


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
