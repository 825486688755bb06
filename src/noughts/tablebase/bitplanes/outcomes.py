"""The outcome of every position of a game of marks, by bit planes; see `plane_kernels.py`."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, Generic, NamedTuple

from noughts.bits import WORD_BITS, cells_of
from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.native import kernel
from noughts.search.depth import refuse_wide
from noughts.tablebase.bitplanes.plane_kernels import (
    LOW_BITS,
    Pieces,
    PlaneLayer,
    PlaneScratch,
    first_other,
    pieces_of,
    plane_pieces,
    words_in_block,
)
from noughts.tablebase.bitplanes.plane_passes import HALF, pack_outcomes, reach_pieces
from noughts.tablebase.combinatorial.arrays import Layer
from noughts.tablebase.combinatorial.marking import Marking, marking_of
from noughts.tablebase.combinatorial.marks_indexer import place_in_sets, shared
from noughts.tablebase.combinatorial.ranking import images_of, ones_of, patterns, rank
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Counts, Done, ValuePlace, added
from noughts.tablebase.resources import BYTES_IN_WORD, Needs, report_nothing, zeroed_words
from noughts.tablebase.storage.manifest import (
    OF_OUTCOMES,
    RAW,
    ZSTD,
    Manifest,
    StoredLayer,
    manifest_for,
)
from noughts.tablebase.storage.store import BATCH, CHUNK, PlaneFolder, PlanesInMemory, as_bytes
from noughts.value import DRAW, LOSS, WIN

NOTHING = array("q", [0])
# The outcome of each two bits.
OUTCOMES = (DRAW, LOSS, WIN)


class Compared(NamedTuple):
    """The comparison of a layer's outcomes with stored bytes."""

    positions: int
    faults: int
    first: int


class Outcomes:
    """The outcomes of all positions, layer by layer, from the full board back."""

    def __init__(
        self,
        marking: Marking,
        threads: int = 1,
        done: Done = report_nothing,
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
        return self.tables.last

    def needs(self) -> Needs:
        """The needs of two layers in memory, each with its sets and two bits a position."""
        sizes = [
            BYTES_IN_WORD * (2 * self.words(marks) + self.tables.set_count(marks))
            for marks in range(self.last + 1)
        ]
        return Needs(sum(self.tables.sizes), max(map(sum, pairwise([0, *sizes]))), 0)

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
            layer = self.layer(marks, zeroed_words(size), zeroed_words(size))
            yield layer, self.solve(layer, after or layer)
            after = layer

    def layer(
        self, marks: int, wins: Any, losses: Any, arisen: Any = None, sets: Any = None
    ) -> PlaneLayer:
        """A layer of positions, or a slab of one."""
        sets = self.tables.sets(marks) if sets is None else sets
        if arisen is None and self.tables.marking.falls:
            weights, places = array("b", bytes(len(sets))), NOTHING
        else:
            weights, places = self._weights(marks, sets)
        return PlaneLayer(
            sets, wins, losses, NOTHING if arisen is None else arisen, weights, places,
            self.pieces(marks), NOTHING,
        )  # fmt: skip

    def reach_layer(self, marks: int, going: Any, arisen: Any, sets: Any = None) -> PlaneLayer:
        """A layer, or a slab of one, with nothing reached yet."""
        return self.layer(marks, NOTHING, NOTHING, arisen, sets)._replace(going=going)

    def arisen_words(self, marks: int) -> int:
        """The words of a layer's reachability bits, canonical sets only."""
        return self.folded.set_count(marks) * words_in_block(marks, self.low_bits)

    def reach(self, before: PlaneLayer, layer: PlaneLayer) -> None:
        per_set = 1 << layer.pieces.high

        def work(begin: int, end: int) -> None:
            scratch = self.scratch(layer.pieces)
            kernel(reach_pieces)(self.tables.board, before, layer, scratch, begin, end)
            self.done((end - begin) * patterns(layer.pieces.marks) // per_set)

        shared(work, len(layer.sets) * per_set, self.threads)

    def solve(self, layer: PlaneLayer, after: PlaneLayer) -> Counts:
        per_set = 1 << layer.pieces.high

        def work(begin: int, end: int) -> "array[int]":
            counts = self.solve_pieces(layer, after, begin, end)
            self.done((end - begin) * patterns(layer.pieces.marks) // per_set)
            return counts

        return added(shared(work, len(layer.sets) * per_set, self.threads))

    def solve_pieces(
        self, layer: PlaneLayer, after: PlaneLayer, begin: int, end: int
    ) -> "array[int]":
        counts = array("q", [0] * 4)
        scratch = self.scratch(layer.pieces)
        kernel(plane_pieces)(self.tables.board, layer, after, scratch, begin, end, counts)
        return counts

    def compared(self, layer: PlaneLayer, stored: Layer) -> Compared:
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

    def pieces(self, marks: int) -> Pieces:
        return pieces_of(marks, self.low_bits)

    def scratch(self, pieces: Pieces) -> PlaneScratch:
        lines, cells, words = len(self.tables.marking.lines), self.last, max(pieces.spans)
        sizes = (cells, cells, lines, lines, lines, max(lines, words), words, words, words)
        return PlaneScratch(*(array("q", bytes(BYTES_IN_WORD * max(1, size))) for size in sizes))


# The fewest bytes packed at a time.
ROOM = BATCH * CHUNK


class OutcomeIndexer(Generic[P]):
    """Solves the outcomes of a game in a store of planes, and numbers its positions.

    If some cells must be taken before others, a forward pass first marks the reachable positions,
    one bit each. Then a backward pass solves the layers. These bits and two layers are in the
    store. Each solved layer can be kept there, packed and compressed: only the smallest of
    symmetric sets of taken cells, and no full boards, since they are over.
    """

    def __init__(self, game: Game[P], outcomes: Outcomes) -> None:
        self.game: Any = game
        self.outcomes = outcomes
        self.tables = outcomes.folded
        self.falls = self.tables.marking.falls
        self.pieces = lru_cache(None)(outcomes.pieces)

    def manifest(self, keep: bool) -> Manifest:
        compression = ZSTD if keep else RAW
        low_bits = self.outcomes.low_bits
        return manifest_for(self.game, OF_OUTCOMES, compression=compression, low_bits=low_bits)

    def needs(self, in_files: bool) -> Needs:
        """The peak need of memory or disk."""
        outcomes, most, arisen = self.outcomes, 0, 0
        words = [outcomes.words(marks) for marks in range(outcomes.last + 1)]
        for marks, size in enumerate(words):
            after = words[marks + 1] if marks < outcomes.last else 0
            before = words[marks - 1] if marks else 0
            arisen += outcomes.arisen_words(marks) if self.falls else 0
            most = max(
                most, arisen + 2 * (size + after), arisen + size + before if self.falls else 0
            )
        positions, size = sum(outcomes.tables.sizes), most * BYTES_IN_WORD
        return Needs(positions, 0, size) if in_files else Needs(positions, size, 0)

    def done(self, manifest: Manifest) -> int:
        """The number of positions of both passes that are done."""
        sizes = self.outcomes.tables.sizes
        solved = (sizes[layer.number] for layer in manifest.layers)
        return sum(sizes[: manifest.reached + 1]) + sum(solved)

    def solve(self, store: PlaneFolder | PlanesInMemory) -> None:
        """Do the work that is left, layer by layer; the results are in the store's manifest."""
        if self.falls:
            self.outcomes.arisen = lambda marks: self._arisen(store, marks)
            self._go_forward(store)
        self._go_back(store)

    def _go_forward(self, store: PlaneFolder | PlanesInMemory) -> None:
        outcomes, reached, before = self.outcomes, store.manifest.reached, None
        if 0 <= reached < outcomes.last:
            going = store.plane(f"going-{reached:02}", outcomes.words(reached))
            before = outcomes.reach_layer(reached, going, self._arisen(store, reached))
        for marks in range(reached + 1, outcomes.last + 1):
            going = store.room(f"going-{marks:02}", outcomes.words(marks))
            arisen = store.room(f"arisen-{marks:02}", outcomes.arisen_words(marks))
            layer = outcomes.reach_layer(marks, going, arisen)
            if before is None:
                going[0] = arisen[0] = 1
            else:
                outcomes.reach(before, layer)
            self._advance(store, reached=marks)
            before = layer

    def _go_back(self, store: PlaneFolder | PlanesInMemory) -> None:
        outcomes, solved = self.outcomes, store.manifest.layers
        first = solved[-1].number - 1 if solved else outcomes.last
        after = self._layer(first + 1, store.plane) if solved and first >= 0 else None
        for marks in range(first, -1, -1):
            layer = self._layer(
                marks, store.room, self._arisen(store, marks) if self.falls else None
            )
            counts, parts = outcomes.solve(layer, after or layer), {}
            if (
                isinstance(store, PlaneFolder)
                and store.manifest.compression == ZSTD
                and marks < outcomes.last
            ):
                parts = store.write_values(marks, self._packed(layer), outcomes.threads)
            stored = StoredLayer(marks, 0, 0, counts, parts)
            outcome = None if marks else (layer.wins[0] & 1) - (layer.losses[0] & 1)
            layers = (*store.manifest.layers, stored)
            self._advance(store, layers=layers, complete=marks == 0, outcome=outcome)
            after = layer

    def _layer(self, marks: int, planes: Any, arisen: Any = None) -> PlaneLayer:
        words = self.outcomes.words(marks)
        wins, losses = (planes(f"{name}-{marks:02}", words) for name in ("wins", "losses"))
        return self.outcomes.layer(marks, wins, losses, arisen)

    def _arisen(self, store: PlaneFolder | PlanesInMemory, marks: int) -> Any:
        return store.plane(f"arisen-{marks:02}", self.outcomes.arisen_words(marks))

    def _advance(self, store: PlaneFolder | PlanesInMemory, **progress: Any) -> None:
        manifest = store.manifest._replace(**progress)
        store.advance(manifest, self._needed(manifest))

    def _needed(self, manifest: Manifest) -> Iterator[str]:
        solved = manifest.layers[-1].number if manifest.layers else self.outcomes.last + 1
        if manifest.layers and solved:
            yield from (f"wins-{solved:02}", f"losses-{solved:02}")
        yield from (f"arisen-{marks:02}" for marks in range(min(manifest.reached + 1, solved)))
        if 0 <= manifest.reached < self.outcomes.last:
            yield f"going-{manifest.reached:02}"

    def _packed(self, layer: PlaneLayer) -> Iterator[memoryview]:
        outcomes = self.outcomes
        kept = self.tables.sets(layer.pieces.marks)
        chosen = array("q", (bisect_left(layer.sets, cells) for cells in kept))
        words = 2 * layer.pieces.block
        together = -(-ROOM // (words * BYTES_IN_WORD))
        packed = zeroed_words(words * min(together, len(chosen)))
        for begin in range(0, len(chosen), together):
            end = min(begin + together, len(chosen))

            def work(first: int, last: int, begin: int = begin) -> None:
                kernel(pack_outcomes)(
                    outcomes.tables.board,
                    layer,
                    outcomes.scratch(layer.pieces),
                    chosen[begin + first : begin + last],
                    packed[words * first : words * last],
                )

            shared(work, end - begin, outcomes.threads)
            yield as_bytes(packed[: words * (end - begin)])

    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        """The layer of an open position, and the first bit of its outcome; None if unreachable."""
        first, second = self.game.shown(position, self.game.turn(position))
        if not can_arise(self.tables.marking, first, second):
            return None
        taken, pattern = self.tables.folded_marks(first, second)
        marks = taken.bit_count()
        number = place_in_sets(keys(marks), taken)
        assert number is not None  # since it is reachable
        pieces = self.pieces(marks)
        plane_word, place = place_of(pieces, pattern)
        word = 2 * (number * pieces.block + plane_word) + place // HALF
        return ValuePlace(marks, 8 * BYTES_IN_WORD * word + 2 * (place % HALF))

    def outcome(self, values: Any, offset: int) -> int:
        return OUTCOMES[values[offset // 8] >> offset % 8 & 3]


def outcome_marking(game: Game[Any]) -> Marking:
    refuse_wide(game, "A tablebase")
    marking = marking_of(game)
    if marking is None:
        raise UnsuitedGame(
            f"--outcomes works only for m,n,k games, Connect Four and the cube, not for "
            f"{spec_of(game)}. Without it any game can be solved."
        )
    return marking


def outcome_needs(game: Game[Any], in_files: bool) -> Needs:
    return OutcomeIndexer(game, Outcomes(outcome_marking(game))).needs(in_files)


def place_of(pieces: Pieces, pattern: int) -> tuple[int, int]:
    """A pattern's word in a block, and its place in the word.

    >>> place_of(pieces_of(4, low_bits=3), 0b1010)   # 0011, 0101, 0110 and 1001, 1010, 1100
    (1, 1)
    """
    number = rank(pattern & (1 << pieces.low) - 1)
    return pieces.starts[pattern >> pieces.low] + number // WORD_BITS, number % WORD_BITS


def can_arise(marking: Marking, first: int, second: int) -> bool:
    """Whether an open position can be the result of alternate marks.

    Neither player has a line, so any order will do in which no cell is taken too early. Marks are
    taken back, in turn, until none is left.
    """
    taken = first | second
    if first.bit_count() != ones_of(taken.bit_count()):
        return False
    if not marking.falls:
        return True
    left, met = [taken], {taken}
    while taken := left.pop():
        covered = sum(marking.below[cell] for cell in cells_of(taken))
        last = first if taken.bit_count() % 2 else second
        for cell in cells_of(taken & last & ~covered):
            before = taken ^ 1 << cell
            if before not in met:
                met.add(before)
                left.append(before)
        if not left:
            return False
    return True
