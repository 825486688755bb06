"""Indexer for games in which both players may put either mark: wild, Order and Chaos."""

from array import array
from collections.abc import Callable
from typing import Any

from noughts.game import Game, P
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import FAR, Layer, Scratch
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer, index_of
from noughts.tablebase.combinatorial.ranking import compressed, low_bits_of, spread
from noughts.tablebase.combinatorial.tables import Tables, room_for
from noughts.tablebase.indexer import Place
from noughts.tablebase.shared_marks.kernels import solve_either_sets
from noughts.tablebase.shared_marks.model import EitherMarking


class EitherTables(Tables):
    """The layers of a game of either mark: all 2ⁿ patterns for each set of taken cells.

    Args:
        either: the model of the game of either mark.
    """

    solve = staticmethod(solve_either_sets)

    def __init__(self, either: EitherMarking) -> None:
        super().__init__(either.marking)
        self.either = either

    def size(self, marks: int) -> int:
        """The number of positions in a layer, unreachable ones included."""
        return self.set_count(marks) << marks

    def layer(self, marks: int, values: Any = None, sets: Any = None) -> Layer:
        """A layer of positions, with room for their bytes unless those are given."""
        low_bits, ends = low_bits_of(marks), FAR - marks
        numbers = (
            marks, 0, 0, low_bits, 0, 1 << marks, 2 << marks,
            ends * self.either.lined[marks], ends * self.either.full,
        )  # fmt: skip
        unused = array("q", [0])
        return Layer(
            sets=self.sets(marks) if sets is None else sets,
            values=room_for(self.size(marks)) if values is None else values,
            arisen=bytearray(1),
            words=array("q", range(1 << low_bits)),
            holds=unused,
            first=unused,
            grown=array("b", [0]),
            low_ranks=array("i", [0]),
            high_ranks=array("i", [0]),
            numbers=array("q", numbers),
        )

    def scratch(self, marks: int) -> Scratch:
        """Scratch memory of one thread."""
        return super().scratch(marks)._replace(flags=array("b", bytes(1 << marks)))


class SharedMarksIndexer(CombinatorialIndexer[P]):
    """Positions by the rank of their taken cells and the pattern of crosses on them.

    Args:
        game: a game of either mark.
        either: its model as sets of cells.
    """

    def __init__(self, game: Game[P], either: EitherMarking) -> None:
        super().__init__(game, either.marking, EitherTables(either))

    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """The place of the byte for the smallest image of its taken cells and its crosses."""
        crosses, noughts = self._marks(position)
        taken, which = self.tables.folded(crosses | noughts)
        marks = taken.bit_count()
        number = index_of(keys(marks), taken)
        if number is None or crosses & noughts:
            return None
        own = image(self.tables.images, which * self.tables.span, crosses)
        return Place(marks, (number << marks) + compressed(own, taken))

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position with this index."""
        taken = keys[number >> layer]
        crosses = spread(number & (1 << layer) - 1, taken)
        position: P = self.game.showing(crosses, taken & ~crosses, layer % 2)
        return position
