"""Progress reports of solving."""

from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import NamedTuple


class Report(NamedTuple):
    """The progress of solving.

    Args:
        done: the number of solved positions.
        total: the number of all positions; None if not known yet.
        seconds: the time taken so far.
        earlier: the number of positions solved by an earlier run.
        found: the number of positions enumerated so far, if they must be first.
    """

    done: int
    total: int | None
    seconds: float
    earlier: int = 0
    found: int = 0

    @property
    def rate(self) -> float:
        """Positions per second.

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
    """Counts solved positions and reports them; its clock starts now.

    Args:
        progress: called with every report.
        total: the number of positions; None if not known yet.
        earlier: the number of positions solved by an earlier run.

    >>> tally = Tally(lambda report: print(report.done, report.total, report.found), total=None)
    >>> tally.tell_found(10)
    0 None 10
    >>> tally.tell(3)
    3 10 0
    """

    def __init__(self, progress: Progress, total: int | None, earlier: int = 0) -> None:
        self.progress = progress
        self.total = total
        self.earlier = self.done = earlier
        self._begun = perf_counter()
        self._counting = Lock()

    @property
    def seconds(self) -> float:
        """The time taken so far."""
        return perf_counter() - self._begun

    def tell(self, positions: int) -> None:
        """Report newly done positions; thread-safe."""
        with self._counting:
            self.done += positions
            self.progress(Report(self.done, self.total, self.seconds, self.earlier))

    def tell_found(self, positions: int) -> None:
        """Report the number of positions enumerated so far."""
        self.progress(Report(self.done, None, self.seconds, self.earlier, positions))
        self.total = positions
