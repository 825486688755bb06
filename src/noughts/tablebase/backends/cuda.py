"""Solving on a GPU: the gather kernel for many lanes, a layer at a time.

The lanes of a block work on one set together, and produce the same bytes as
`combinatorial/set_kernels.py`. Lane i of n takes colour patterns i, i + n, i + 2n, … The image of a
pattern under a new mark and a symmetry is looked up piece by piece in a table that the lanes of a
block share. Interpreted, the kernel runs with a single lane; `native.gpu` compiles the same source
for a GPU. If reachability needs a forward pass, CPU threads run it.
"""

from array import array
from collections.abc import Generator
from functools import cache
from importlib.util import find_spec
from math import prod
from types import ModuleType
from typing import Any, NamedTuple

from noughts.bits import count, lowest
from noughts.errors import NoBackend, TooLarge, UnsuitedGame, to_install
from noughts.games.registry import spec_of
from noughts.knowledge.symmetry import image
from noughts.native import kernel
from noughts.tablebase.backends.backend import Backend, indexed
from noughts.tablebase.combinatorial.arrays import (
    DRAWN,
    FAR,
    FINISHED,
    LOST,
    WON,
    Buffer,
    Field,
    Layer,
)
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer, IndexedSolving
from noughts.tablebase.combinatorial.ranking import (
    ROW,
    compressed,
    find,
    folding,
    images_of,
    next_word,
    patterns,
)
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Counts, Done, Indexer, Solved, Work
from noughts.tablebase.resources import BYTES_IN_WORD, Needs, bytes_text

# The bits of a piece of a word of marks.
PIECE_BITS = 6
PIECE = 1 << PIECE_BITS
# A block's shared memory: the images of all pieces and of single marks; the taken cells; for each
# free cell the symmetry that makes the grown set smallest, that set, and the start of its values;
# the number of lines, and the lines.
IMAGES = 0
GOALS = IMAGES + -(-ROW // PIECE_BITS) * PIECE
TAKEN = GOALS + ROW
FOLDS = TAKEN + ROW
GROWN = FOLDS + ROW
THERE = GROWN + ROW
FOUND = THERE + ROW
MASKS = FOUND + 1
MOST_LINES = 512
SHARED = MASKS + MOST_LINES
NO_LINE = -1


class Gathering(NamedTuple):
    board: Field
    layer: Layer
    after: Layer
    words: Buffer
    counts: Buffer
    parts: int


class Share(NamedTuple):
    which: int
    first: int
    step: int
    lane: int
    lanes: int


def wait_for_lanes() -> None:
    """Barrier for all lanes of the block; a no-op with a single lane."""


def gather(task: Gathering, shared: Buffer, block: int, blocks: int, lane: int, lanes: int) -> None:
    """Solve a block's sets, or parts of them, as one of its lanes."""
    place = 4 * (block * lanes + lane)
    for kind in range(4):
        task.counts[place + kind] = 0
    for piece in range(block, len(task.layer.sets) * task.parts, blocks):
        which, part = piece // task.parts, piece % task.parts
        share = Share(which, part * lanes + lane, task.parts * lanes, lane, lanes)
        taken = task.layer.sets[which]
        open_lane(task, share)
        wait_for_lanes()
        share_cells(task, shared, share, taken)
        if lane == 0:
            share_lines(task, shared, taken)
        wait_for_lanes()
        free = task.board.all_cells & ~taken
        while free:
            cell = lowest(free)
            free &= free - 1
            if not task.board.below[cell] & ~taken:
                gather_cell(task, shared, share, cell)
        close_lane(task, shared, share, place)


def open_lane(task: Gathering, share: Share) -> None:
    """Initialise values: terminals, and a loss elsewhere."""
    layer = task.layer
    size = layer.patterns
    full = layer.marks == count(task.board.all_cells)
    for i in range(share.first, size, share.step):
        task.layer.values[share.which * size + i] = 0 if full else FAR


def share_cells(task: Gathering, shared: Buffer, share: Share, taken: int) -> None:
    """Write the cells of a set, and for each free cell the place of the grown set in the layer."""
    board, sets = task.board, task.after.sets
    for cell in range(share.lane, len(board.below), share.lanes):
        bit = 1 << cell
        if taken & bit:
            shared[TAKEN + count(taken & bit - 1)] = cell
        elif board.all_cells & bit and not board.below[cell] & ~taken:
            symmetry = folding(board, taken | bit)
            goal = image(board.images, symmetry * board.span, taken | bit)
            shared[FOLDS + cell] = symmetry
            shared[GROWN + cell] = goal
            shared[THERE + cell] = find(sets, len(sets), goal) * task.layer.child_patterns


def gather_cell(task: Gathering, shared: Buffer, share: Share, cell: int) -> None:
    """Relax with the children of a set on this cell."""
    board, layer = task.board, task.layer
    symmetry, goal = shared[FOLDS + cell], shared[GROWN + cell]
    wait_for_lanes()
    for mark in range(share.lane, layer.marks, share.lanes):
        shared[GOALS + mark] = bit_in(board, goal, symmetry, shared[TAKEN + mark])
    wait_for_lanes()
    share_images(shared, layer.marks, share)
    wait_for_lanes()
    new = bit_in(board, goal, symmetry, cell) if layer.child_ones > layer.ones else 0
    here = share.which * layer.patterns
    there = shared[THERE + cell]
    rank_bits = layer.rank_bits
    for i in range(share.first, layer.patterns, share.step):
        word = new | image_in(shared, task.words[i])
        low = layer.low_ranks[word & (1 << rank_bits) - 1]
        after = task.after.values[there + low + layer.high_ranks[word >> rank_bits]]
        layer.values[here + i] = min(layer.values[here + i], after)


def bit_in(board: Field, goal: int, symmetry: int, cell: int) -> int:
    return 1 << count(goal & (1 << board.goals[symmetry * ROW + cell]) - 1)


def share_images(shared: Buffer, marks: int, share: Share) -> None:
    """Write the image of every piece of a pattern."""
    pieces = (marks + PIECE_BITS - 1) // PIECE_BITS
    for entry in range(share.lane, pieces * PIECE, share.lanes):
        first = entry // PIECE * PIECE_BITS
        bits = 0
        for bit in range(PIECE_BITS):
            if entry >> bit & 1 and first + bit < marks:
                bits |= shared[GOALS + first + bit]
        shared[IMAGES + entry] = bits


def image_in(shared: Buffer, word: int) -> int:
    bits, entry = 0, IMAGES
    while word:
        bits |= shared[entry + (word & PIECE - 1)]
        word >>= PIECE_BITS
        entry += PIECE
    return bits


def share_lines(task: Gathering, shared: Buffer, taken: int) -> None:
    found = 0
    for i in range(task.board.line_count):
        line = task.board.lines[i]
        if not line & ~taken:
            shared[MASKS + found] = compressed(line, taken)
            found += 1
    shared[FOUND] = found


def common_of_lines(shared: Buffer, word: int) -> int:
    """The common cells of all lines within a word; NO_LINE if there is no line."""
    common = NO_LINE
    for i in range(shared[FOUND]):
        mask = shared[MASKS + i]
        if not mask & ~word:
            common &= mask
    return common


def close_lane(task: Gathering, shared: Buffer, share: Share, place: int) -> None:
    """Negate the minimum over each position's children, and count."""
    board, layer = task.board, task.layer
    size, marks, which = layer.patterns, layer.marks, share.which
    everything = (1 << marks) - 1
    byte = FAR - marks if board.loses else marks - FAR
    weight = images_of(board, task.layer.sets[which])
    full = marks == count(board.all_cells)
    won = drawn = lost = finished = 0
    for i in range(share.first, size, share.step):
        first = task.words[i]
        last = first if marks & 1 else everything & ~first
        common = common_of_lines(shared, last)
        value = -task.layer.values[which * size + i]
        if common != NO_LINE:
            value = byte
        task.layer.values[which * size + i] = value
        if board.falls:
            step = (size + 7) // 8  # as in `set_kernels.pack_arisen`
            arises = task.layer.arisen[which * step + i % step] >> i // step & 1
        else:
            arises = common != 0 and common_of_lines(shared, everything & ~last) == NO_LINE
        if arises and (full or common != NO_LINE):
            finished += 1
        elif arises:
            won += value > 0
            drawn += value == 0
            lost += value < 0
    counts = task.counts
    counts[place + WON] += weight * won
    counts[place + DRAWN] += weight * drawn
    counts[place + LOST] += weight * lost
    counts[place + FINISHED] += weight * finished


def write_words(words: Buffer, ones: int) -> None:
    word = (1 << ones) - 1
    for i in range(len(words)):
        words[i] = word
        if word:
            word = next_word(word)


NOTHING: "array[int]" = array("b")
# The fewest patterns of a set per lane; with fewer, the tables of a block do not pay.
PATTERNS_EACH = 8


class OnGpu(Backend):
    name = "cuda"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.gpu = _gpu()
        self.gpu.refuse_without()

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        return indexed(indexer, self.name).needs()

    def solved(self, indexer: Indexer[Any], work: Work) -> Generator[Solved]:
        marks = indexed(indexer, self.name)
        self._refuse(marks)
        solving = GpuSolving(self.gpu, marks.tables, self.threads, work.done)
        yield from marks.solved_by(solving, work.last)

    def _refuse(self, indexer: CombinatorialIndexer[Any]) -> None:
        most = max(gpu_bytes(indexer.tables, marks) for marks in range(indexer.tables.last + 1))
        free = self.gpu.free_gpu_memory()
        if most > free:
            raise TooLarge(
                f"{spec_of(indexer.game)} needs {bytes_text(most)} of GPU memory; "
                f"{bytes_text(int(free))} free. Choose a smaller board, or --backend threads."
            )
        if len(indexer.marking.lines) > MOST_LINES:
            raise UnsuitedGame(
                f"{spec_of(indexer.game)} has {len(indexer.marking.lines)} lines; the backend "
                f"cuda takes at most {MOST_LINES}. Use --backend threads."
            )


class GpuSolving(IndexedSolving):
    def __init__(self, gpu: ModuleType, tables: Tables, threads: int, done: Done) -> None:
        super().__init__(tables, threads, done)
        self.gpu = gpu
        self.run = _gathering(gpu)
        self.board = gpu.on_gpu(tables.board)
        self.counts = gpu.on_gpu(array("q", bytes(4 * BYTES_IN_WORD * prod(gpu.SHAPE))))
        self.there: tuple[Layer, Any] | None = None

    def counted(self, layer: Layer, after: Layer) -> Counts:
        gpu = self.gpu
        values = gpu.room_on_gpu(layer.values)
        here = gpu.on_gpu(layer._replace(values=NOTHING))._replace(values=values)
        task = Gathering(
            board=self.board,
            layer=here,
            after=self._held(after, here if after is layer else None),
            words=gpu.on_gpu(words_by_rank(layer)),
            counts=self.counts,
            parts=blocks_each_set(layer, *gpu.SHAPE),
        )
        self.run(task)
        gpu.fetched(here.values, layer.values)
        self.there = layer, here
        self.done(len(layer.values))
        return Counts(*gpu.sums(task.counts, 4))

    def _held(self, after: Layer, here: Any) -> Any:
        """The next layer, still on the GPU from when it was solved."""
        if here is not None:
            return here
        if self.there and self.there[0] is after:
            return self.there[1]
        return self.gpu.on_gpu(after)


def blocks_each_set(layer: Layer, blocks: int, lanes: int) -> int:
    """The number of blocks that share a set, so that few sets keep all blocks busy, too."""
    most: int = layer.patterns // (lanes * PATTERNS_EACH)
    return max(1, min(most, -(-blocks // len(layer.sets))))


def words_by_rank(layer: Layer) -> "array[int]":
    words = array("q", bytes(BYTES_IN_WORD * layer.patterns))
    kernel(write_words)(words, layer.ones)
    return words


def gpu_bytes(tables: Tables, marks: int) -> int:
    """GPU memory to solve a layer: the layer, the next one, and all patterns."""
    both = [each for each in (marks, marks + 1) if each <= tables.last]
    return sum(map(tables.stored_bytes, both)) + BYTES_IN_WORD * patterns(marks)


@cache
def _gathering(gpu: ModuleType) -> Any:
    return gpu.LaneKernel(gather, wait_for_lanes, SHARED)


def _gpu() -> ModuleType:
    if find_spec("numba") is None or find_spec("numba_cuda") is None:
        raise NoBackend(
            f"The backend cuda needs a library that is not installed: {to_install('cuda')}."
        )
    from noughts.native import gpu

    return gpu
