"""The outcome of every position of a game of marks, by bit planes; see `kernels.py`."""

from array import array
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from noughts.native import kernel
from noughts.tablebase.bitplanes.kernels import PlaneLayer, PlaneScratch, first_other, plane_pieces
from noughts.tablebase.bitplanes.layout import HIGH, LOW_BITS, Pieces, pieces_of, words_in_block
from noughts.tablebase.bitplanes.reachability import ReachLayer, reach_pieces
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD, Layer
from noughts.tablebase.combinatorial.canonical import images_of
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.combinatorial.solver import shared
from noughts.tablebase.combinatorial.tables import Tables, room_for
from noughts.tablebase.indexer import Counts, Done, added, nobody
from noughts.tablebase.resources import Needs

NOTHING = array("q", [0])


class Compared(NamedTuple):
    """The comparison of a layer's outcomes with stored bytes.

    Args:
        positions: the number of compared outcomes.
        faults: the number of differences.
        first: the number of the first that differs; -1 if none does.
    """

    positions: int
    faults: int
    first: int


class Outcomes:
    """The outcomes of all positions, layer by layer, from the full board back.

    Args:
        marking: the model of the game of marks.
        threads: the number of threads that share the work.
        done: called with the number of newly solved positions.
        low_bits: the length of the lower part of colour patterns (`layout.py`).

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.combinatorial.model import marking_of
    >>> counts = [counts for _, counts in Outcomes(marking_of(TicTacToe())).layers()]
    >>> counts[9], counts[0]
    (Counts(won=0, drawn=1, lost=0, finished=0), Counts(won=0, drawn=0, lost=0, finished=78))
    """

    def __init__(
        self,
        marking: Marking,
        threads: int = 1,
        done: Done = nobody,
        low_bits: int = LOW_BITS,
    ) -> None:
        self.tables = Tables(marking._replace(symmetries=marking.symmetries[:1]))
        self.folded = Tables(marking)
        self.threads = threads
        self.done = done
        self.low_bits = low_bits
        #: Returns a layer's reachable positions, for solvers that begin layers ahead.
        self.arisen: Callable[[int], Any] = lambda marks: None

    @property
    def last(self) -> int:
        """The number of marks on the full board."""
        return self.tables.last

    def needs(self) -> Needs:
        """The needs of two layers in memory, each with its sets and two bits a position."""
        sizes = [
            BYTES_IN_WORD * (2 * self.words(marks) + self.tables.set_count(marks))
            for marks in range(self.last + 1)
        ]
        both = max(sum(sizes[i : i + 2]) for i in range(len(sizes)))
        return Needs(sum(map(self.tables.size, range(self.last + 1))), both, 0)

    def words(self, marks: int) -> int:
        """The number of words with one bit for each position of a layer."""
        return self.tables.set_count(marks) * words_in_block(marks, self.low_bits)

    def layers(self) -> Iterator[tuple[PlaneLayer, Counts]]:
        """Every layer in memory with its counts, the full board's first.

        If cells wait for others, nothing is counted, since reachability is not known.
        """
        after = None
        for marks in range(self.last, -1, -1):
            size = self.words(marks)
            layer = self.layer(marks, room_for_words(size), room_for_words(size))
            yield layer, self.solve(layer, after or layer)
            after = layer

    def layer(
        self, marks: int, wins: Any, losses: Any, arisen: Any = None, sets: Any = None
    ) -> PlaneLayer:
        """A layer of positions, or a slab of one.

        Args:
            marks: the number of marks.
            wins: `words` words, empty unless the layer is solved.
            losses: `words` words, empty unless the layer is solved.
            arisen: the reachable positions from `reach`; needed for counts if cells must be taken
                in order.
            sets: the sets of taken cells; by default the whole layer's.
        """
        sets = self.tables.sets(marks) if sets is None else sets
        if arisen is None and self.tables.marking.falls:
            weights, places = array("b", bytes(len(sets))), NOTHING
        else:
            weights, places = self._weights(marks, sets)
        return PlaneLayer(
            sets, wins, losses, NOTHING if arisen is None else arisen, weights, places,
            self._pieces(marks),
        )  # fmt: skip

    def reach_layer(self, marks: int, going: Any, arisen: Any, sets: Any = None) -> ReachLayer:
        """A layer, or a slab of one, with nothing reached yet.

        Args:
            marks: the number of marks.
            going: `words` words.
            arisen: `arisen_words` words.
            sets: the sets of taken cells; by default the whole layer's.
        """
        sets = self.tables.sets(marks) if sets is None else sets
        weights, places = self._weights(marks, sets)
        return ReachLayer(sets, going, arisen, weights, places, self._pieces(marks))

    def arisen_words(self, marks: int) -> int:
        """The words of a layer's reachability bits, canonical sets only."""
        return self.folded.set_count(marks) * words_in_block(marks, self.low_bits)

    def reach(self, before: ReachLayer, layer: ReachLayer) -> None:
        """Find a layer's reachable positions, from the layer before it."""
        per_set = 1 << layer.pieces.numbers[HIGH]

        def work(begin: int, end: int) -> None:
            scratch = self.scratch(layer.pieces)
            kernel(reach_pieces)(self.tables.board, before, layer, scratch, begin, end)
            self.done((end - begin) * patterns(layer.pieces.marks) // per_set)

        shared(work, len(layer.sets) * per_set, self.threads)

    def solve(self, layer: PlaneLayer, after: PlaneLayer) -> Counts:
        """Solve a layer from the one after it; its counts."""
        per_set = 1 << layer.pieces.numbers[HIGH]

        def work(begin: int, end: int) -> "array[int]":
            counts = self.solve_pieces(layer, after, begin, end)
            self.done((end - begin) * patterns(layer.pieces.marks) // per_set)
            return counts

        return added(shared(work, len(layer.sets) * per_set, self.threads))

    def solve_pieces(
        self, layer: PlaneLayer, after: PlaneLayer, begin: int, end: int
    ) -> "array[int]":
        """Solve some pieces of a layer, numbered through all its sets; their four counts."""
        counts = array("q", [0] * 4)
        scratch = self.scratch(layer.pieces)
        kernel(plane_pieces)(self.tables.board, layer, after, scratch, begin, end, counts)
        return counts

    def compared(self, layer: PlaneLayer, stored: Layer) -> Compared:
        """Compare the layer with stored bytes."""

        def work(begin: int, end: int) -> tuple[int, int]:
            faults = array("q", [0])
            first = kernel(first_other)(self.tables.board, layer, stored, begin, end, faults)
            return faults[0], first

        found = shared(work, len(stored.sets), self.threads)
        firsts = [first for _, first in found if first >= 0]
        return Compared(len(stored.values), sum(n for n, _ in found), min(firsts, default=-1))

    def _weights(self, marks: int, sets: Any) -> tuple[Any, Any]:
        """Each set's weight, and its rank among the weighted sets.

        If cells wait for others, only canonical sets have a weight: their number of images.
        """
        if not self.tables.marking.falls:
            return array("b", b"\1" * len(sets)), NOTHING
        kept = set(self.folded.sets(marks))
        weights, places = array("b"), array("q")
        for cells in sets:
            places.append(places[-1] + (weights[-1] > 0) if places else 0)
            weights.append(images_of(self.folded.board, cells) if cells in kept else 0)
        return weights, places

    def _pieces(self, marks: int) -> Pieces:
        return pieces_of(marks, self.low_bits)

    def scratch(self, pieces: Pieces) -> PlaneScratch:
        """Scratch memory of one thread."""
        lines, cells, words = len(self.tables.marking.lines), self.last, max(pieces.spans)
        sizes = (cells, cells, lines, lines, lines, max(lines, words), words, words, words)
        return PlaneScratch(*(array("q", bytes(BYTES_IN_WORD * max(1, size))) for size in sizes))


class SolvesOutcomes(Protocol):
    """A solver of outcomes: a backend (`backends/`)."""

    def outcomes(self, marking: Marking, low_bits: int) -> AbstractContextManager[Outcomes]:
        """Context: a solver of a game's outcomes, ready to begin.

        Args:
            marking: the model of the game of marks.
            low_bits: the length of the lower part of colour patterns (`layout.py`).
        """


def room_for_words(size: int) -> Any:
    """That many zeroed words in memory."""
    return room_for(BYTES_IN_WORD * size).cast("B").cast("q")
