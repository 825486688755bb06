"""Memory and disk: needed, and free."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from noughts.errors import TooLarge

MEMINFO = Path("/proc/meminfo")
LIMIT = Path("/sys/fs/cgroup/memory.max")


class Needs(NamedTuple):
    """The needs of solving.

    Args:
        positions: the number of computed values.
        memory: bytes of memory.
        disk: bytes on disk, uncompressed.
    """

    positions: int
    memory: int
    disk: int


def free_memory() -> int | None:
    """Free memory in bytes; None if the system does not report it.

    >>> free_memory() is None or free_memory() > 0
    True
    """
    figures = [figure for figure in (_of_machine(), _of_container()) if figure is not None]
    return min(figures, default=None)


def free_disk(folder: Path) -> int:
    """Free disk space in bytes for a folder, which need not exist yet."""
    place = folder.absolute()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


def refuse_too_large(needs: Needs, folder: Path | None, done: int = 0) -> None:
    """Raise TooLarge if memory or disk do not suffice.

    Args:
        needs: the needs of solving.
        folder: the destination, if any.
        done: the number of bytes already written.
    """
    memory = free_memory()
    if memory is not None and needs.memory > memory:
        raise TooLarge(
            f"{needs.positions:,} positions need {in_words(needs.memory)} of memory; "
            f"{in_words(memory)} free. Choose a smaller board, or a larger machine."
        )
    if folder is not None and needs.disk - done > free_disk(folder):
        raise TooLarge(
            f"{needs.positions:,} positions need up to {in_words(needs.disk - done)} on disk; "
            f"{in_words(free_disk(folder))} free. Make room, or use another disk."
        )


def in_words(size: int) -> str:
    """A number of bytes, in three digits and a unit.

    >>> in_words(999), in_words(20_479_891_915), in_words(5_000)
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
    """The memory available to programs without swapping."""
    try:
        lines = dict(line.split(":", 1) for line in MEMINFO.read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        names = getattr(os, "sysconf_names", {})
        if "SC_PHYS_PAGES" in names and "SC_PAGE_SIZE" in names:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return None


def _of_container() -> int | None:
    """The memory limit of the container; None if there is none."""
    try:
        return int(LIMIT.read_text())
    except (OSError, ValueError):
        return None
