"""Progress reports of solving."""

from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import NamedTuple


class Report(NamedTuple):
    """How far solving has come.

    Args:
        done: how many positions are solved.
        total: of how many; None if not known yet.
        seconds: how long it has taken.
        earlier: how many of those an earlier run solved.
        found: how many are enumerated so far, if they must be first.
    """

    done: int
    total: int | None
    seconds: float
    earlier: int = 0
    found: int = 0

    @property
    def rate(self) -> float:
        """Positions a second.

        >>> Report(done=300, total=1_000, seconds=2, earlier=100).rate
        100.0
        """
        return (self.done - self.earlier) / max(self.seconds, 1e-9)

    @property
    def left(self) -> float | None:
        """The estimated seconds left; None if unknown.

        >>> Report(done=300, total=1_000, seconds=2, earlier=100).left
        7.0
        """
        return (self.total - self.done) / self.rate if self.total and self.rate else None


Progress = Callable[[Report], None]


def nothing(report: Report) -> None:
    """Ignore the call."""


class Tally:
    """Counts solved positions from now on, and reports them.

    Args:
        progress: called with every report.
        total: how many positions there are; None if not known yet.
        earlier: how many of those an earlier run solved.

    >>> tally = Tally(lambda report: print(report.done, report.total, report.found), total=None)
    >>> tally.tell_found(10)
    0 None 10
    >>> tally.tell(3)
    3 10 0
    """

    def __init__(self, progress: Progress, total: int | None, earlier: int = 0) -> None:
        """Begin to count the time."""
        self.progress = progress
        self.total = total
        self.earlier = self.done = earlier
        self._begun = perf_counter()
        self._counting = Lock()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return perf_counter() - self._begun

    def tell(self, positions: int) -> None:
        """Report newly done positions; thread-safe."""
        with self._counting:
            self.done += positions
            self.progress(Report(self.done, self.total, self.seconds, self.earlier))

    def tell_found(self, positions: int) -> None:
        """Report how many positions are enumerated so far."""
        self.progress(Report(self.done, None, self.seconds, self.earlier, positions))
        self.total = positions
