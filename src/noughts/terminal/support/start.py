"""The start of the program, from which a command's limit in seconds counts."""

import os
import time
from pathlib import Path

# At least this part of a limit is left to the search, however long the start took.
LEAST = 0.5


class _Start:
    """The clock's time at the start; None where a command is not a program of its own."""

    time: float | None = None


def note_start() -> None:
    """Note when this program began: Python and the imports take their time before `main`."""
    _Start.time = time.monotonic() - _age()


def _age() -> float:
    """The seconds since this process began; 0 where the system does not say so."""
    try:
        fields = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
        up = float(Path("/proc/uptime").read_text("ascii").split()[0])
        return max(0.0, up - int(fields[19]) / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError):
        return 0.0


def left_of(seconds: float) -> float:
    """What is left of a command's limit after its start: at least half of it.

    >>> 1.0 <= left_of(2.0) <= 2.0
    True
    """
    if _Start.time is None:
        return seconds
    return max(seconds * LEAST, seconds - (time.monotonic() - _Start.time))
