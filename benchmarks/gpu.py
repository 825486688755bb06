"""Solving on a GPU beside threads of the same machine, and how much of the time is what.

Both write the same bytes, which is looked at. The kernel's time is held against the memory's
bandwidth: each value is written once, and read once for every move to its position. Larger boards:
`python -c "from benchmarks import gpu; print(gpu.measure(1, ('mnk:6,4,4',)))"`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from unittest.mock import patch

from benchmarks.report import Figure, Section
from benchmarks.timing import seconds
from noughts.bits import lowest
from noughts.errors import NoBackend
from noughts.games.registry import find_game
from noughts.native import kernel
from noughts.tablebase.backends import backend_named
from noughts.tablebase.backends.backend import Backend, Threads
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.combinatorial.arrays import Buffer, Field
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.tables import Tables

BOARDS = ("connectfour:5,5", "mnk:5,4,4")
THREADS = 2
# Bytes that are copied on the GPU to measure its memory.
COPIED = 1 << 30
GIGA = 1e9
TITLE = f"Solving on a GPU, beside {THREADS} threads; values a second"


def measure(rounds: int = 1, boards: tuple[str, ...] = BOARDS) -> Section:
    """The times of threads, of the GPU and of its kernels alone, for each board."""
    try:
        gpu = backend_named("cuda", THREADS)
    except NoBackend as error:
        return Section(TITLE, "faster", [Figure("a GPU", None, None, str(error))])
    make_tablebase(find_game("tictactoe"), backend=gpu)  # compiles
    figures = [figure for spec in boards for figure in _figures(spec, gpu, rounds)]
    figures.append(Figure("copied on the GPU", 1, None, f"{_bandwidth() / GIGA:,.0f} GB/s"))
    return Section(TITLE, "faster", figures)


def _figures(spec: str, gpu: Backend, rounds: int) -> Iterator[Figure]:
    """One board: threads, the GPU, its kernels alone."""
    threads = Threads(THREADS)
    if spec in BOARDS:
        _compare_bytes(spec, gpu)
    made, values, moved = [], *_values_and_bytes(spec)

    def solve(backend: Backend) -> None:
        made.append(make_tablebase(find_game(spec), backend=backend))

    slow = min(seconds(lambda: solve(threads)) for _ in range(rounds))
    with _timed_kernels() as kernels:
        fast = min(seconds(lambda: solve(gpu)) for _ in range(rounds))
    if any(each.layers != made[0].layers for each in made):
        raise AssertionError(f"{spec}: the GPU counts other positions than the threads.")
    inside = sum(kernels) / rounds
    rate = f"{values:,} values, {{:,.0f}} million a second"
    yield Figure(f"{spec}, threads", slow, 1, rate.format(values / slow / 1e6))
    yield Figure(f"{spec}, GPU", fast, slow / fast, rate.format(values / fast / 1e6))
    note = f"{values / inside / GIGA:,.1f} billion; {moved / inside / GIGA:,.0f} GB/s"
    yield Figure(f"{spec}, its kernels", inside, slow / inside, note)


def _compare_bytes(spec: str, gpu: Backend) -> None:
    """See that both write the same; this compiles, too."""
    with TemporaryDirectory() as parent:
        folders = Path(parent) / "threads", Path(parent) / "gpu"
        for folder, backend in zip(folders, (Threads(THREADS), gpu), strict=True):
            make_tablebase(find_game(spec), folder, backend=backend)
        if _contents(folders[0]) != _contents(folders[1]):
            raise AssertionError(f"{spec}: the GPU writes other bytes than the threads.")


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _values_and_bytes(spec: str) -> tuple[int, int]:
    """How many values a board has, and how many bytes of them must be read and written."""
    marking = marking_of(find_game(spec))
    assert marking is not None
    tables, values, moved = Tables(marking), 0, 0
    for marks in range(tables.last + 1):
        sets = tables.sets(marks)
        size = tables.size(marks)
        values += size
        moved += size + size // len(sets) * kernel(moves_from)(tables.board, sets)
    return values, moved


def moves_from(board: Field, sets: Buffer) -> int:
    """How many cells can be taken next, of all the sets together."""
    found = 0
    for i in range(len(sets)):
        taken = sets[i]
        free = board.all_cells & ~taken
        while free:
            if not board.below[lowest(free)] & ~taken:
                found += 1
            free &= free - 1
    return found


@contextmanager
def _timed_kernels() -> Iterator[list[float]]:
    """What each kernel takes meanwhile, in seconds."""
    from noughts.native.gpu import LaneKernel

    call, kernels = LaneKernel.__call__, list[float]()

    def timed(self: LaneKernel, task: Any) -> None:
        begun = perf_counter()
        call(self, task)
        kernels.append(perf_counter() - begun)

    with patch.object(LaneKernel, "__call__", timed):
        yield kernels


def _bandwidth() -> float:
    """Bytes read and written a second when the GPU copies its own memory."""
    from numba import cuda

    source, goal = (cuda.device_array(COPIED, "u1") for _ in range(2))

    def copy() -> None:
        goal.copy_to_device(source)
        cuda.synchronize()

    copy()
    return 2 * COPIED / min(seconds(copy) for _ in range(10))
