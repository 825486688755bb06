"""Solves a game of marks layer by layer, from full boards back to the empty one."""

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from noughts.tablebase.combinatorial.arrays import MARKS, PATTERNS, Layer, Scratch
from noughts.tablebase.combinatorial.kernels import reach_sets
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Done, added, nobody

# Pieces of work for each worker in a layer.
PIECES = 16


class IndexedSolving:
    """Solves the layers of a game of marks in order.

    Args:
        tables: the layers.
        threads: the number of threads that share the work; the result does not depend on it.
        done: called with the number of newly solved positions.

    Raises:
        TooLarge: the board takes too many marks.
    """

    def __init__(self, tables: Tables, threads: int = 1, done: Done = nobody) -> None:
        tables.refuse_too_many()
        self.tables = tables
        self.threads = threads
        self.done = done
        #: The reachable positions of every layer; empty if positions themselves show whether they
        #: are.
        self.arisen: list[Any] = []

    def go_forward(self) -> None:
        """Run the forward pass for reachability, if the game needs it."""
        if not self.tables.marking.falls:
            return
        before = self.tables.layer(0)
        before.values[0] = 1
        for marks in range(self.tables.last + 1):
            layer = self.tables.layer(marks) if marks else before
            self.reach(before, layer)
            self.arisen.append(layer.arisen)
            before = layer

    def reach(self, before: Layer, layer: Layer) -> None:
        """Find a layer's reachable positions, from the layer before it."""
        reach = self.tables.quick(reach_sets)

        def work(scratch: Scratch, begin: int, end: int, counts: Any) -> None:
            reach(self.tables.board, before, layer, scratch, begin, end)

        self._share(layer, work)

    def layers(self, after: Layer | None = None) -> Iterator[tuple[int, Layer, list[int]]]:
        """Every layer with its number of marks and its counts, the last one first.

        Args:
            after: the layer solved last; earlier layers are left to solve.
        """
        marks = self.tables.last if after is None else after.numbers[MARKS] - 1
        while marks >= 0:
            layer = self.tables.layer(marks)
            if self.arisen:
                layer = layer._replace(arisen=self.arisen[marks])
            yield marks, layer, self.counted(layer, after or layer)
            after = layer
            marks -= 1

    def counted(self, layer: Layer, after: Layer) -> list[int]:
        """Solve a layer from the one after it; its counts."""
        solve = self.tables.quick(self.tables.solve)

        def work(scratch: Scratch, begin: int, end: int, counts: Any) -> None:
            solve(self.tables.board, layer, after, scratch, begin, end, counts)
            self.done((end - begin) * layer.numbers[PATTERNS])

        return self._share(layer, work)

    def _share(self, layer: Layer, work: Callable[..., None]) -> list[int]:
        """Share a layer's sets among threads; the sum of the counts."""

        def piece(begin: int, end: int) -> "array[int]":
            counts = array("q", [0] * 4)
            work(self.tables.scratch(layer.numbers[MARKS]), begin, end, counts)
            return counts

        return list(added(shared(piece, len(layer.sets), self.threads)))


def shared(work: Callable[[int, int], Any], size: int, threads: int) -> list[Any]:
    """The results of work on that many items, shared among threads in pieces."""
    step = -(-size // (PIECES * threads))
    with ThreadPoolExecutor(threads) as pool:
        return list(
            pool.map(lambda begin: work(begin, min(size, begin + step)), range(0, size, step))
        )
