"""Indexer for games in which both players put the same mark: Notakto."""

from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from noughts.game import Game, P
from noughts.tablebase.combinatorial.arrays import Layer, Scratch
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer, index_of
from noughts.tablebase.combinatorial.tables import Tables, room_for
from noughts.tablebase.impartial.kernels import solve_one_sets
from noughts.tablebase.impartial.model import OneMarking
from noughts.tablebase.indexer import Place
from noughts.tablebase.resources import Needs


class OneTables(Tables):
    """The layers of a game of one mark: only reachable sets, each with a single byte.

    Args:
        one: the model of the game of one mark.

    >>> from noughts.games.notakto import Notakto
    >>> from noughts.tablebase.impartial.model import one_marking_of
    >>> tables = OneTables(one_marking_of(Notakto()))
    >>> [tables.set_count(marks) for marks in range(tables.last + 1)]
    [1, 3, 8, 16, 23, 23, 11, 2]
    """

    solve = staticmethod(solve_one_sets)

    def __init__(self, one: OneMarking) -> None:
        super().__init__(one.marking)
        self.one = one

    @property
    def last(self) -> int:
        """The number of marks on all boards at the end."""
        return self.one.boards * max(map(int.bit_count, self.one.arising))

    def set_count(self, marks: int) -> int:
        """The number of canonical sets in the layer with that many marks."""
        return len(self._layers[marks])

    def sets(self, marks: int) -> "array[int]":
        """The sets of marked cells of a layer, in ascending order."""
        return self._layers[marks]

    def size(self, marks: int) -> int:
        """The number of positions in a layer."""
        return self.set_count(marks)

    def layer(self, marks: int, values: Any = None, sets: Any = None) -> Layer:
        """A layer of positions, with room for their bytes unless those are given."""
        bare = self.bare(0)  # no colours: as with no marks
        return bare._replace(
            sets=self.sets(marks) if sets is None else sets,
            values=room_for(self.size(marks)) if values is None else values,
            numbers=array("q", (marks, *bare.numbers[1:], self.one.boards)),
        )

    def scratch(self, marks: int) -> Scratch:
        """Scratch memory of one thread."""
        return super().scratch(0)

    def smallest(self, cells: int) -> int:
        """The smallest image of a set, turning each board and exchanging boards."""
        width = self.marking.width
        boards = (cells >> number * width for number in range(self.one.boards))
        return self._together(
            sorted((self._turned[each & self.marking.all_cells] for each in boards), reverse=True)
        )

    def _together(self, boards: Iterable[int]) -> int:
        """The cells of all boards as one set."""
        return sum(cells << number * self.marking.width for number, cells in enumerate(boards))

    @cached_property
    def _turned(self) -> "array[int]":
        """The smallest image of every set of cells of one board."""
        return array("q", [self.folded(cells)[0] for cells in range(self.marking.all_cells + 1)])

    @cached_property
    def _layers(self) -> list["array[int]"]:
        """The sets of all layers."""
        layers: list[list[int]] = [[] for _ in range(self.last + 1)]
        boards = [cells for cells in self.one.arising if self._turned[cells] == cells]
        for each in combinations_with_replacement(reversed(boards), self.one.boards):
            layers[sum(map(int.bit_count, each))].append(self._together(each))
        return [array("q", sorted(layer)) for layer in layers]


class ImpartialIndexer(CombinatorialIndexer[P]):
    """Positions by the rank of their marked cells among reachable sets.

    Args:
        game: a game of one mark.
        one: its model as sets of cells.
    """

    tables: OneTables

    def __init__(self, game: Game[P], one: OneMarking) -> None:
        super().__init__(game, one.marking, OneTables(one))
        self.symmetries = len(one.marking.symmetries) ** one.boards * factorial(one.boards)

    def needs(self) -> Needs:
        """The needs: all sets, and the bytes of two layers, take less memory than disk."""
        needs = super().needs()
        return needs._replace(memory=needs.disk)

    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """The place of the byte for the smallest image of its marked cells."""
        taken, _ = self._marks(position)
        marks = taken.bit_count()
        number = index_of(keys(marks), self.tables.smallest(taken))
        return None if number is None else Place(marks, number)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position with this index."""
        position: P = self.game.showing(keys[number], 0, layer % 2)
        return position
