"""Indexer for games of marks: a layer for every number of marks, a byte for each position."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any

from noughts.game import Game, P
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD, FAR
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.ranking import (
    binomials,
    compressed,
    ones_of,
    patterns,
    rank,
    spread,
)
from noughts.tablebase.combinatorial.solver import IndexedSolving
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Counts, Done, Indexer, Place, Solved, damaged_value
from noughts.tablebase.resources import Needs
from noughts.tablebase.storage.frontier_store import IN_MEMORY, Shelf
from noughts.value import DRAW, LOSS, WIN, Value


class CombinatorialIndexer(Indexer[P]):
    """Positions by the rank of their taken cells and of their colour pattern.

    Args:
        game: a game of marks.
        marking: its model as sets of cells.
        tables: the layout, by default the layout for games of marks.
    """

    name = "indexed"
    layers_are = "ply"
    value_bytes = 1

    def __init__(self, game: Game[P], marking: Marking, tables: Tables | None = None) -> None:
        self.game: Any = game
        self.marking = marking
        self.tables = tables or Tables(marking)
        self.symmetries = len(marking.symmetries)

    def needs(self) -> Needs:
        """The needs of two layers in memory, and for Connect Four one bit for each position."""
        tables, last = self.tables, self.tables.last
        sizes = [tables.size(marks) for marks in range(last + 1)]
        keys = [BYTES_IN_WORD * tables.set_count(marks) for marks in range(last + 1)]
        both = [sum(sizes[i : i + 2]) + sum(keys[i : i + 2]) for i in range(last + 1)]
        bits = sum(sizes) // 8 if self.marking.falls else 0
        return Needs(sum(sizes), max(both) + bits, sum(sizes) + sum(keys))

    def solved(
        self, threads: int, done: Done, last: Solved | None = None, shelf: Shelf = IN_MEMORY
    ) -> Iterator[Solved]:
        """The layers, the full board's first."""
        return self.solved_by(IndexedSolving(self.tables, threads, done), last)

    def solved_by(self, solving: IndexedSolving, last: Solved | None) -> Iterator[Solved]:
        """The layers of a solver."""
        solving.go_forward()
        after = last and self.tables.layer(last.number, last.values, last.keys)
        for number, layer, counts in solving.layers(after):
            yield Solved(number, layer.sets, layer.values, Counts(*counts))

    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """The place of the byte for the smallest image of its taken cells and its colours."""
        first, second = self._marks(position)
        taken, which = self.tables.folded(first | second)
        marks = taken.bit_count()
        number = index_of(keys(marks), taken)
        if number is None or first.bit_count() != ones_of(marks):
            return None
        own = image(self.tables.images, which * self.tables.span, first)
        return Place(marks, number * patterns(marks) + rank(compressed(own, taken)))

    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value: the byte determines the ply at which the game ends."""
        first, second = self._marks(position)
        marks = (first | second).bit_count()
        byte = values[offset]
        byte -= 256 if byte > FAR else 0
        if byte == 0:
            return Value(DRAW, self.tables.last - marks)
        plies = FAR - abs(byte) - marks
        if not 0 <= plies <= self.tables.last - marks:
            raise damaged_value(byte)
        return Value(WIN if byte > 0 else LOSS, plies)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position with this index."""
        which, place = divmod(number, patterns(layer))
        taken = keys[which]
        first = spread(unranked(place, ones_of(layer), layer), taken)
        position: P = self.game.showing(first, taken & ~first, layer % 2)
        return position

    def _marks(self, position: P) -> tuple[int, int]:
        """The first player's cells, and the second's."""
        first, second = self.game.shown(position, self.game.turn(position))
        return first, second


def unranked(place: int, ones: int, bits: int) -> int:
    """The word with this rank among words with that many ones.

    >>> [bin(unranked(place, 2, 4)) for place in (0, 1, 5)]
    ['0b11', '0b101', '0b1100']
    """
    choose, word = binomials(), 0
    for bit in reversed(range(bits)):
        below = choose[bit * 64 + ones]
        if ones and place >= below:
            place -= below
            ones -= 1
            word |= 1 << bit
    return word


def index_of(keys: Any, key: int) -> int | None:
    """The place of a key among ascending ones."""
    place = bisect_left(keys, key)
    return place if place < len(keys) and keys[place] == key else None
