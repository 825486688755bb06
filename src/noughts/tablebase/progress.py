"""How far solving has come, and who is told."""

from collections.abc import Callable
from typing import NamedTuple


class Report(NamedTuple):
    """How far solving has come.

    Args:
        done: how many positions are solved.
        total: of how many; None where that is not known yet.
        seconds: how long it has taken.
        earlier: how many of those done an earlier run has solved.
        found: how many are found so far, where they must be found first.
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
        """The seconds that are left, if it goes on like that; None if nobody knows.

        >>> Report(done=300, total=1_000, seconds=2, earlier=100).left
        7.0
        """
        return (self.total - self.done) / self.rate if self.total and self.rate else None


Progress = Callable[[Report], None]


def nothing(report: Report) -> None:
    """Tell nobody."""
