"""Limits of a search: nodes and seconds; and progress reports."""

from collections.abc import Callable
from copy import copy
from math import inf
from threading import Event
from typing import NamedTuple

from noughts.errors import SearchStopped
from noughts.native.clock import CLOCK
from noughts.search.context import ScoreBounds
from noughts.value import BASE, INFINITY, WIN

NO_LIMIT = 1 << 62
# The default size of a table, in mebibytes.
MEMORY = 256


class Report(NamedTuple):
    """The progress of a search.

    Args:
        nodes: the number of positions visited so far.
        seconds: the time taken so far.
        lower: a lower bound of the score.
        upper: an upper bound of the score.
        goal: in a proof, the goal of the player to move: WIN, or DRAW for at least a draw.
        proof: in a proof, the proof number: 0 when the answer is yes.
        disproof: in a proof, the disproof number: 0 when the answer is no.
    """

    nodes: int
    seconds: float = 0.0
    lower: int = -INFINITY
    upper: int = INFINITY
    goal: int = WIN
    proof: int = 1
    disproof: int = 1

    @property
    def depth(self) -> int:
        """Plies within which it is proved that neither side can force an end."""
        loss = BASE + self.lower if self.lower < 0 else BASE
        win = BASE - self.upper if self.upper > 0 else BASE
        return max(0, min(loss, win) - 1)


Progress = Callable[[Report], None]


class Limits:
    """The limits of one question; its time starts now."""

    def __init__(
        self,
        nodes: int | None = None,  # the most positions to visit; None for no limit
        seconds: float | None = None,  # the time limit; None for no limit
        progress: Progress | None = None,  # called every now and then, in the thread of the search
    ) -> None:
        self.nodes = NO_LIMIT if nodes is None else nodes
        self.begun = CLOCK.time()
        self.seconds = seconds
        self.progress = progress
        self._stopped = Event()

    def stop(self) -> None:
        """End the question at its next check; callable from any thread."""
        self._stopped.set()

    def with_nodes(self, nodes: int) -> "Limits":
        """The same limits, but with at most this many nodes."""
        limits = copy(self)
        limits.nodes = min(self.nodes, nodes)
        return limits

    def left(self) -> float:
        return inf if self.seconds is None else self.seconds - self.passed()

    def passed(self) -> float:
        return CLOCK.time() - self.begun

    def check(self, nodes: int, bounds: ScoreBounds | None = None) -> None:
        """Report progress, with bounds of the score if any, and check the limits."""
        passed = self.passed()
        if self.progress and bounds:
            self.progress(Report(nodes, passed, bounds.lower(), bounds.upper()))
        if self._stopped.is_set():
            raise SearchStopped("The search was stopped before it had solved this position.")
        if nodes >= self.nodes:
            raise SearchStopped(f"{self.nodes:,} nodes were not enough to solve this position.")
        if self.seconds is not None and passed >= self.seconds:
            raise SearchStopped(f"{self.seconds:g} seconds were not enough to solve this position.")
