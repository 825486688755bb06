"""Progress reports of solving."""

from collections.abc import Callable
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
