"""Memory and disk: needed, and free."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

from noughts.errors import TooLarge
from noughts.search.memory import pages

MEMINFO = Path("/proc/meminfo")
BYTES_IN_WORD = 8
LIMIT = Path("/sys/fs/cgroup/memory.max")


class Needs(NamedTuple):
    positions: int  # the number of computed values
    memory: int  # bytes of memory
    disk: int  # bytes on disk, uncompressed


def free_memory() -> int | None:
    """Free memory in bytes; None if the system does not report it."""
    figures = [figure for figure in (_of_machine(), _of_container()) if figure is not None]
    return min(figures, default=None)


def free_disk(folder: Path) -> int:
    """Free disk space in bytes for a folder, which need not exist yet."""
    place = folder.absolute()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


def refuse_too_large(needs: Needs, folder: Path | None, done: int = 0) -> None:
    """Raise TooLarge if memory or disk do not suffice."""
    memory = free_memory()
    if memory is not None and needs.memory > memory:
        raise TooLarge(
            f"{needs.positions:,} positions need {bytes_text(needs.memory)} of memory; "
            f"{bytes_text(memory)} free. Choose a smaller board, or a larger machine."
        )
    if folder is not None and needs.disk - done > free_disk(folder):
        raise TooLarge(
            f"{needs.positions:,} positions need up to {bytes_text(needs.disk - done)} on disk; "
            f"{bytes_text(free_disk(folder))} free. Make room, or use another disk."
        )


def bytes_text(size: int) -> str:
    """A number of bytes, in three digits and a unit.

    >>> bytes_text(999), bytes_text(20_479_891_915), bytes_text(5_000)
    ('999 bytes', '20.5 GB', '5.0 kB')
    """
    if size < 1000:
        return f"{size} bytes"
    amount, units = float(size), iter(("kB", "MB", "GB", "TB", "PB", "EB"))
    unit = ""
    while amount >= 1000 and (longer := next(units, "")):
        amount, unit = amount / 1000, longer
    return f"{amount:,.{1 if amount < 100 else 0}f} {unit}"


def _of_machine() -> int | None:
    try:
        lines = dict(line.split(":", 1) for line in MEMINFO.read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        names = getattr(os, "sysconf_names", {})
        if "SC_PHYS_PAGES" in names and "SC_PAGE_SIZE" in names:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return None


def _of_container() -> int | None:
    try:
        return int(LIMIT.read_text())
    except (OSError, ValueError):
        return None


class SolvingReport(NamedTuple):
    done: int  # the number of solved positions
    total: int | None  # the number of all positions; None if not known yet
    seconds: float  # the time taken so far
    earlier: int = 0  # the number of positions solved by an earlier run
    found: int = 0  # the number of positions enumerated so far, if they must be first

    @property
    def rate(self) -> float:
        """Positions per second."""
        return (self.done - self.earlier) / max(self.seconds, 1e-9)

    @property
    def left(self) -> float | None:
        """The estimated seconds left; None if unknown."""
        return (self.total - self.done) / self.rate if self.total and self.rate else None


Progress = Callable[[SolvingReport], None]


def report_nothing(report: object) -> None:
    """Ignore the call."""


class PositionTally:
    """Counts solved positions and reports them; its clock starts now."""

    def __init__(self, progress: Progress, total: int | None, earlier: int = 0) -> None:
        self.progress = progress
        self.total = total
        self.earlier = self.done = earlier
        self._begun = perf_counter()
        self._counting = Lock()

    @property
    def seconds(self) -> float:
        return perf_counter() - self._begun

    def tell(self, positions: int) -> None:
        """Report newly done positions; thread-safe."""
        with self._counting:
            self.done += positions
            self.progress(SolvingReport(self.done, self.total, self.seconds, self.earlier))

    def tell_found(self, positions: int) -> None:
        self.progress(SolvingReport(self.done, None, self.seconds, self.earlier, positions))
        self.total = positions


def zeroed_bytes(size: int) -> memoryview:
    words: Any = pages(max(1, -(-size // BYTES_IN_WORD)))
    return memoryview(words).cast("B").cast("b")[:size]


def zeroed_words(size: int) -> Any:
    return zeroed_bytes(BYTES_IN_WORD * size).cast("B").cast("q")
