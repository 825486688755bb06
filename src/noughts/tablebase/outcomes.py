"""The outcome of every position of a game of marks, by planes of bits; see `planes.py`."""

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from noughts.native import kernel
from noughts.tablebase.layout import Layer
from noughts.tablebase.marking import Marking
from noughts.tablebase.planes import (
    WORD_BITS,
    PlaneLayer,
    PlaneScratch,
    fill_planes,
    first_other,
    plane_sets,
)
from noughts.tablebase.ranking import ones_of, patterns
from noughts.tablebase.resources import Needs
from noughts.tablebase.tables import BYTES_IN_WORD, Tables, room_for
from noughts.tablebase.way import Counts, Done, nobody

# A layer is cut into so many pieces of work for each worker.
PIECES = 16


class Compared(NamedTuple):
    """A layer's outcomes held against stored bytes.

    Args:
        positions: how many were.
        faults: how many differ.
        first: the number of the first that does; -1 if none does.
    """

    positions: int
    faults: int
    first: int


class Outcomes:
    """The outcomes of all positions, layer by layer, from the full board back.

    Args:
        marking: the game as one of marks.
        workers: how many threads share the work.
        done: told how many positions more are solved.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.marking import marking_of
    >>> counts = [counts for _, counts in Outcomes(marking_of(TicTacToe())).layers()]
    >>> counts[9], counts[0]
    (Counts(won=0, drawn=1, lost=0, finished=0), Counts(won=0, drawn=0, lost=0, finished=78))
    """

    def __init__(self, marking: Marking, workers: int = 1, done: Done = nobody) -> None:
        """Lay out the board, without its symmetries."""
        self.tables = Tables(marking._replace(symmetries=marking.symmetries[:1]))
        self.workers = workers
        self.done = done

    def needs(self) -> Needs:
        """Two layers at a time in memory, each with its sets and two bits a position."""
        tables = self.tables
        sizes = [
            tables.set_count(marks) * (2 * span(marks) + 1) * BYTES_IN_WORD
            for marks in range(tables.last + 1)
        ]
        both = max(sum(sizes[i : i + 2]) for i in range(len(sizes)))
        return Needs(sum(map(tables.size, range(tables.last + 1))), both, 0)

    def layers(self) -> Iterator[tuple[PlaneLayer, Counts]]:
        """Every layer with its counts, that of the full board first.

        Where cells wait for others nothing is counted: what can arise is not known.
        """
        after = None
        for marks in range(self.tables.last, -1, -1):
            layer = self.layer(marks)
            yield layer, self._solve(layer, after or layer)
            after = layer

    def layer(self, marks: int) -> PlaneLayer:
        """A layer of which nothing is known yet."""
        sets, words = self.tables.sets(marks), span(marks)
        size = BYTES_IN_WORD * len(sets) * words
        left = patterns(marks) - WORD_BITS * (words - 1)
        planes = array("q", bytes(BYTES_IN_WORD * marks * words))
        kernel(fill_planes)(planes, marks, ones_of(marks), words)
        return PlaneLayer(
            sets=sets,
            wins=room_for(size).cast("B").cast("q"),
            losses=room_for(size).cast("B").cast("q"),
            planes=planes,
            numbers=array("q", (marks, words, (1 << left) - 1)),
        )

    def compared(self, layer: PlaneLayer, stored: Layer) -> Compared:
        """The layer held against one of bytes."""
        size = patterns(layer.numbers[0])

        def work(begin: int, end: int) -> tuple[int, int]:
            faults = array("q", [0])
            first = kernel(first_other)(layer, stored, size, begin, end, faults)
            return faults[0], first

        found = self._share(len(stored.sets), work)
        firsts = [first for _, first in found if first >= 0]
        return Compared(len(stored.values), sum(n for n, _ in found), min(firsts, default=-1))

    def _solve(self, layer: PlaneLayer, after: PlaneLayer) -> Counts:
        marks = layer.numbers[0]

        def work(begin: int, end: int) -> "array[int]":
            counts = array("q", [0] * 4)
            scratch = PlaneScratch(*(array("q", bytes(8 * self._most_lines)) for _ in range(2)))
            kernel(plane_sets)(self.tables.board, layer, after, scratch, begin, end, counts)
            self.done((end - begin) * patterns(marks))
            return counts

        return Counts(*map(sum, zip(*self._share(len(layer.sets), work), strict=True)))

    @property
    def _most_lines(self) -> int:
        return len(self.tables.marking.lines)

    def _share(self, sets: int, work: Callable[[int, int], Any]) -> list[Any]:
        """Have sets worked on in pieces; what comes of each."""
        step = -(-sets // (PIECES * self.workers))
        with ThreadPoolExecutor(self.workers) as pool:
            begins = range(0, sets, step)
            return list(pool.map(lambda begin: work(begin, min(sets, begin + step)), begins))


def span(marks: int) -> int:
    """How many words the patterns of so many marks take.

    >>> [span(marks) for marks in (0, 7, 8, 12)]
    [1, 1, 2, 15]
    """
    return -(-patterns(marks) // WORD_BITS)
