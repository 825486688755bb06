"""Tables for the kernels: of a board, and of each of its layers."""

from array import array
from collections.abc import Callable
from functools import cached_property
from typing import Any

from noughts.errors import TooLarge
from noughts.knowledge import symmetry
from noughts.native import kernel
from noughts.tablebase.combinatorial import ranking
from noughts.tablebase.combinatorial.arrays import Field, Layer, Scratch
from noughts.tablebase.combinatorial.marking import Marking
from noughts.tablebase.combinatorial.ranking import ROW, ones_of, patterns
from noughts.tablebase.combinatorial.set_kernels import solve_sets
from noughts.tablebase.resources import BYTES_IN_WORD, zeroed_bytes

BYTES_IN_RANK = 4
# Ranks have four bytes, also for patterns with one more mark than the board takes.
MOST_MARKS = 32


class Tables:
    """The layers of a game of marks, without values."""

    #: The kernel that solves a layer.
    solve: Callable[..., None] = staticmethod(solve_sets)

    def __init__(self, marking: Marking) -> None:
        self.marking = marking
        self.images = symmetry.image_table(marking.symmetries)
        self.span = symmetry.span(marking.width)

    @cached_property
    def board(self) -> Field:
        marking = self.marking
        rows = [[*each, *(0,) * (ROW - len(each))] for each in marking.symmetries]
        return Field(
            choose=ranking.binomials(),
            lines=array("q", marking.lines),
            below=array("q", marking.below),
            goals=array("q", [goal for row in rows for goal in row]),
            images=array("q", self.images),
            all_cells=marking.all_cells,
            line_count=len(marking.lines),
            symmetry_count=len(marking.symmetries),
            span=self.span,
            loses=int(marking.loses),
            falls=int(marking.falls),
        )

    @property
    def last(self) -> int:
        return self.marking.cells

    # Sets of taken cells.

    def set_count(self, marks: int) -> int:
        return self._orbits[marks]

    def sets(self, marks: int) -> "array[int]":
        if self.marking.falls:
            return array("q", self._fallen[marks])
        all_cells = self.marking.all_cells
        sets = array("q", bytes(BYTES_IN_WORD * self._orbits[marks]))
        self.quick(ranking.fold_sets)(self.board, all_cells, self.marking.cells, marks, 0, sets, 0)
        return sets

    def folded(self, cells: int) -> tuple[int, int]:
        """The smallest image of a set, and the number of the symmetry that makes it."""
        starts = range(0, len(self.images), self.span)
        return min((symmetry.image(self.images, start, cells), i) for i, start in enumerate(starts))

    def folded_marks(self, first: int, second: int) -> tuple[int, int]:
        """The smallest image of the taken cells, and the word of the first marks on it."""
        taken, which = self.folded(first | second)
        return taken, ranking.compressed(
            symmetry.image(self.images, which * self.span, first), taken
        )

    @cached_property
    def _orbits(self) -> list[int]:
        return ranking.orbits(self.marking.symmetries, self.marking.heights)

    @cached_property
    def _fallen(self) -> list[list[int]]:
        layers = [[0]]
        while len(layers) <= self.last:
            after = {
                self.folded(cells | 1 << cell)[0]
                for cells in layers[-1]
                for cell in self.marking.open_cells(cells)
            }
            layers.append(sorted(after))
        return layers

    # Layers.

    def refuse_too_many(self) -> None:
        """Raise TooLarge if full boards have too many marks for the index."""
        if self.last > MOST_MARKS:
            raise TooLarge(
                f"The board holds {self.last} marks; values can be stored for at most "
                f"{MOST_MARKS}. Choose a smaller board, or find out only who wins (--outcomes)."
            )

    def quick(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A kernel, compiled if the number of positions makes it pay."""
        return kernel(function, sum(self.sizes))

    @cached_property
    def sizes(self) -> list[int]:
        """The number of values in each layer, from no marks on."""
        return [self.size(marks) for marks in range(self.last + 1)]

    def stored_bytes(self, marks: int) -> int:
        """The bytes of a layer's values and keys."""
        return self.size(marks) + BYTES_IN_WORD * self.set_count(marks)

    def size(self, marks: int) -> int:
        return self.set_count(marks) * patterns(marks)

    def layer(self, marks: int, values: Any = None, sets: Any = None) -> Layer:
        """A layer of positions, with room for their bytes unless those are given."""
        packed = self.set_count(marks) * ((patterns(marks) + 7) // 8) if self.marking.falls else 1
        return self.bare(marks)._replace(
            sets=self.sets(marks) if sets is None else sets,
            values=zeroed_bytes(self.size(marks)) if values is None else values,
            arisen=bytearray(packed),
        )

    def bare(self, marks: int) -> Layer:
        """A layer without positions: only the tables that lead to the next layer."""
        low_bits, rank_bits = ranking.low_bits_of(marks), ranking.low_bits_of(marks + 1)
        words = ranking.words_in_order(low_bits)
        ones = [word.bit_count() for word in words]
        grows = ones_of(marks + 1) - ones_of(marks)
        grown = [
            ranking.rank(ranking.inserted(word, place, grows))
            for place in range(low_bits + 1)
            for word in words
        ]
        high_ranks = array("i", bytes(BYTES_IN_RANK << marks + 1 - rank_bits))
        self.quick(ranking.rank_high_words)(
            ranking.binomials(), rank_bits, ones_of(marks + 1), high_ranks
        )
        return Layer(
            sets=array("q"),
            values=array("b"),
            arisen=bytearray(1),
            words=array("q", words),
            holds=ranking.words_holding(low_bits),
            first=array("q", [ones.index(n) for n in range(low_bits + 1)]),
            grown=array("b", grown),
            low_ranks=array("i", [ranking.rank(word) for word in range(1 << rank_bits)]),
            high_ranks=high_ranks,
            marks=marks,
            ones=ones_of(marks),
            child_ones=ones_of(marks + 1),
            low_bits=low_bits,
            rank_bits=rank_bits,
            patterns=patterns(marks),
            child_patterns=patterns(marks + 1),
        )

    def scratch(self, marks: int) -> Scratch:
        low, high = ranking.low_bits_of(marks), marks - ranking.low_bits_of(marks)
        return Scratch(
            plain=array("q", bytes(BYTES_IN_WORD << low)),
            low=array("q", bytes(BYTES_IN_WORD << low)),
            high=array("q", bytes(BYTES_IN_WORD << high)),
            masks=array("q", bytes(BYTES_IN_WORD * len(self.marking.lines))),
            own=array("q", bytes(BYTES_IN_WORD * len(self.marking.lines))),
            others=array("q", bytes(BYTES_IN_WORD * len(self.marking.lines))),
            flags=array("b", bytes(patterns(marks))),
            ones=array("b", b"\1" * patterns(marks)),
        )
