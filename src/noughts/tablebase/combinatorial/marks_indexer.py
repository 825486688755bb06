"""Games of marks: solved layer by layer; a byte for each position, found by its index."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from noughts.game import Game, P
from noughts.tablebase.combinatorial.arrays import FAR, Layer, Scratch
from noughts.tablebase.combinatorial.marking import Marking
from noughts.tablebase.combinatorial.ranking import (
    ones_of,
    patterns,
    rank,
    spread_pattern,
    unranked,
)
from noughts.tablebase.combinatorial.set_kernels import reach_sets
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import (
    Counts,
    Done,
    Indexer,
    Solved,
    ValuePlace,
    Work,
    added,
    damaged_value,
)
from noughts.tablebase.resources import Needs, report_nothing
from noughts.value import DRAW, LOSS, WIN, Value

# Pieces of work for each worker in a layer.
PIECES = 16


class IndexedSolving:
    """Solves the layers of a game of marks in order."""

    def __init__(self, tables: Tables, threads: int = 1, done: Done = report_nothing) -> None:
        tables.refuse_too_many()
        self.tables = tables
        self.threads = threads
        self.done = done
        #: The reachable positions of every layer; empty if positions themselves show whether they
        #: are.
        self.arisen: list[Any] = []

    def go_forward(self) -> None:
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
        reach = self.tables.quick(reach_sets)

        def work(scratch: Scratch, begin: int, end: int, counts: Any) -> None:
            reach(self.tables.board, before, layer, scratch, begin, end)

        self._share(layer, work)

    def layers(self, after: Layer | None = None) -> Iterator[tuple[int, Layer, Counts]]:
        """Every layer with its number of marks and its counts, the last one first."""
        marks = self.tables.last if after is None else after.marks - 1
        while marks >= 0:
            layer = self.tables.layer(marks)
            if self.arisen:
                layer = layer._replace(arisen=self.arisen[marks])
            yield marks, layer, self.counted(layer, after or layer)
            after = layer
            marks -= 1

    def counted(self, layer: Layer, after: Layer) -> Counts:
        solve = self.tables.quick(self.tables.solve)

        def work(scratch: Scratch, begin: int, end: int, counts: Any) -> None:
            solve(self.tables.board, layer, after, scratch, begin, end, counts)
            self.done((end - begin) * layer.patterns)

        return self._share(layer, work)

    def _share(self, layer: Layer, work: Callable[..., None]) -> Counts:
        def piece(begin: int, end: int) -> "array[int]":
            counts = array("q", [0] * 4)
            work(self.tables.scratch(layer.marks), begin, end, counts)
            return counts

        return added(shared(piece, len(layer.sets), self.threads))


def shared(work: Callable[[int, int], Any], size: int, threads: int) -> list[Any]:
    step = -(-size // (PIECES * threads))
    with ThreadPoolExecutor(threads) as pool:
        return list(
            pool.map(lambda begin: work(begin, min(size, begin + step)), range(0, size, step))
        )


class CombinatorialIndexer(Indexer[P]):
    """Positions by the rank of their taken cells and of their colour pattern."""

    name = "indexed"
    layers_are = "ply"
    value_bytes = 1

    def __init__(self, game: Game[P], marking: Marking, tables: Tables | None = None) -> None:
        self.game: Any = game
        self.marking = marking
        self.tables = tables or Tables(marking)
        self.symmetries = len(marking.symmetries)

    def needs(self) -> Needs:
        positions = sum(self.tables.sizes)
        layers = [self.tables.stored_bytes(marks) for marks in range(self.tables.last + 1)]
        bits = positions // 8 if self.marking.falls else 0
        return Needs(positions, max(map(sum, pairwise([0, *layers]))) + bits, sum(layers))

    def solved(self, work: Work) -> Iterator[Solved]:
        return self.solved_by(IndexedSolving(self.tables, work.threads, work.done), work.last)

    def solved_by(self, solving: IndexedSolving, last: Solved | None) -> Iterator[Solved]:
        solving.go_forward()
        after = last and self.tables.layer(last.number, last.values, last.keys)
        for number, layer, counts in solving.layers(after):
            yield Solved(number, layer.sets, layer.values, counts)

    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        first, second = self._marks(position)
        taken, word = self.tables.folded_marks(first, second)
        marks = taken.bit_count()
        number = place_in_sets(keys(marks), taken)
        if number is None or first.bit_count() != ones_of(marks):
            return None
        return ValuePlace(marks, number * patterns(marks) + rank(word))

    def read(self, position: P, values: Any, offset: int) -> Value:
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
        which, place = divmod(number, patterns(layer))
        taken = keys[which]
        first = spread_pattern(unranked(place, ones_of(layer), layer), taken)
        position: P = self.game.showing(first, taken & ~first, layer % 2)
        return position

    def _marks(self, position: P) -> tuple[int, int]:
        first, second = self.game.shown(position, self.game.turn(position))
        return first, second


def place_in_sets(keys: Any, key: int) -> int | None:
    place = bisect_left(keys, key)
    return place if place < len(keys) and keys[place] == key else None
