"""Solving on a GPU: the gather kernel for many lanes, a layer at a time.

If reachability needs a forward pass, CPU threads run it.
"""

from array import array
from collections.abc import Generator
from functools import cache
from importlib.util import find_spec
from math import prod
from types import ModuleType
from typing import Any

from noughts.errors import NoBackend, TooLarge, UnsuitedGame, to_install
from noughts.games.registry import spec_of
from noughts.native import kernel
from noughts.tablebase.backends.backend import Backend, Work, indexed
from noughts.tablebase.backends.cuda_kernel import (
    MOST_LINES,
    SHARED,
    Gathering,
    gather,
    together,
    write_words,
)
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD, ONES, PATTERNS, Layer
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.combinatorial.solver import IndexedSolving
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Done, Indexer, Solved
from noughts.tablebase.resources import Needs, in_words

NOTHING: "array[int]" = array("b")
# The fewest patterns of a set per lane; with fewer, the tables of a block do not pay.
PATTERNS_EACH = 8


class OnGpu(Backend):
    """An NVIDIA GPU.

    Args:
        threads: the number of threads for the forward pass, if needed.

    Raises:
        NoBackend: numba-cuda is not installed, or there is no GPU.
    """

    name = "cuda"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.gpu = _gpu()
        self.gpu.refuse_without()

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """Memory and disk needed by the indexer."""
        return indexed(indexer, self.name).needs()

    def solved(self, work: Work) -> Generator[Solved]:
        """The layers.

        Raises:
            TooLarge: not enough GPU memory.
            UnsuitedGame: the board has too many lines.
        """
        indexer = indexed(work.indexer, self.name)
        self._refuse(indexer)
        solving = GpuSolving(self.gpu, indexer.tables, self.threads, work.done)
        yield from indexer.solved_by(solving, work.last)

    def _refuse(self, indexer: CombinatorialIndexer[Any]) -> None:
        """Raise an error if a layer is too large."""
        most = max(room_on_gpu(indexer.tables, marks) for marks in range(indexer.tables.last + 1))
        free = self.gpu.free_gpu_memory()
        if most > free:
            raise TooLarge(
                f"{spec_of(indexer.game)} needs {in_words(most)} of GPU memory; "
                f"{in_words(int(free))} free. Choose a smaller board, or --backend threads."
            )
        if len(indexer.marking.lines) > MOST_LINES:
            raise UnsuitedGame(
                f"{spec_of(indexer.game)} has {len(indexer.marking.lines)} lines; the backend "
                f"cuda takes at most {MOST_LINES}. Use --backend threads."
            )


class GpuSolving(IndexedSolving):
    """The layers of a game of marks, solved on a GPU.

    Args:
        gpu: the module `native.gpu`.
        tables: the layers.
        threads: the number of threads for the forward pass.
        done: called with the number of newly solved positions.
    """

    def __init__(self, gpu: ModuleType, tables: Tables, threads: int, done: Done) -> None:
        """Copy the data shared by all layers to the GPU."""
        super().__init__(tables, threads, done)
        self.gpu = gpu
        self.run = _gathering(gpu)
        self.board = gpu.on_gpu(tables.board)
        self.counts = gpu.on_gpu(array("q", bytes(4 * BYTES_IN_WORD * prod(gpu.SHAPE))))
        self.there: tuple[Layer, Any] | None = None

    def counted(self, layer: Layer, after: Layer) -> list[int]:
        """Solve a layer; its counts."""
        gpu = self.gpu
        values = gpu.room_on_gpu(layer.values)
        here = gpu.on_gpu(layer._replace(values=NOTHING))._replace(values=values)
        task = Gathering(
            board=self.board,
            layer=here,
            after=self._held(after, here if after is layer else None),
            words=gpu.on_gpu(words_of(layer)),
            counts=self.counts,
            parts=parts_of(layer, *gpu.SHAPE),
        )
        self.run(task)
        gpu.fetched(here.values, layer.values)
        self.there = layer, here
        self.done(len(layer.values))
        counts: list[int] = gpu.sums(task.counts, 4)
        return counts

    def _held(self, after: Layer, here: Any) -> Any:
        """The next layer, still on the GPU from when it was solved."""
        if here is not None:
            return here
        if self.there and self.there[0] is after:
            return self.there[1]
        return self.gpu.on_gpu(after)


def parts_of(layer: Layer, blocks: int, lanes: int) -> int:
    """The number of blocks that share a set, so that few sets keep all blocks busy, too."""
    most: int = layer.numbers[PATTERNS] // (lanes * PATTERNS_EACH)
    return max(1, min(most, -(-blocks // len(layer.sets))))


def words_of(layer: Layer) -> "array[int]":
    """A layer's colour patterns, by rank."""
    words = array("q", bytes(BYTES_IN_WORD * layer.numbers[PATTERNS]))
    kernel(write_words)(words, layer.numbers[ONES])
    return words


def room_on_gpu(tables: Tables, marks: int) -> int:
    """GPU memory to solve a layer: the layer, the next one, and all patterns."""
    both = [each for each in (marks, marks + 1) if each <= tables.last]
    sizes = sum(tables.size(each) + BYTES_IN_WORD * tables.set_count(each) for each in both)
    return sizes + BYTES_IN_WORD * patterns(marks)


@cache
def _gathering(gpu: ModuleType) -> Any:
    """The kernel, compiled once."""
    return gpu.LaneKernel(gather, together, SHARED)


def _gpu() -> ModuleType:
    """The module `native.gpu`.

    Raises:
        NoBackend: it lacks a library.
    """
    if find_spec("numba") is None or find_spec("numba_cuda") is None:
        raise NoBackend(
            f"The backend cuda needs a library that is not installed: {to_install('cuda')}."
        )
    from noughts.native import gpu

    return gpu
