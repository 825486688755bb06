"""A cache of the analyses and explanations of a game's positions while it is played.

An answer can take seconds, and the full screen waits for it in another thread. So the cache
computes one answer at a time, but returns cached ones immediately. The computer's move goes first.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from noughts.game import Game
from noughts.players.perfect import BUDGET
from noughts.solving.api import Solvers
from noughts.solving.limits import Progress, Report

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.explainer import Explainer
    from noughts.analysis.explain.model import Explanation

# A position, and the player to move.
Spot = tuple[Any, int]
Found = TypeVar("Found")
# Seconds between two attempts to stop a computation.
PATIENCE = 0.02


class Knowing:
    """Analyses and explanations of the positions of one game.

    Args:
        game: the rules.
        seconds: the time limit of an answer; None for a node limit only.
    """

    def __init__(self, game: Game[Any], seconds: float | None = None) -> None:
        self.game = game
        #: Locked during a computation.
        self.busy = Lock()
        self._analyses: dict[Spot, Analysis] = {}
        self._explanations: dict[Spot, Explanation] = {}
        #: Shared with the computer's players.
        self.solvers = Solvers(BUDGET, seconds, self._report)
        self._explainer: Explainer[Any] | None = None
        self._progress: Progress | None = None
        self._stops = 0

    @contextmanager
    def thinking(self, progress: Progress | None = None) -> Iterator[None]:
        """Let the computer find its move in the block; a computation of values is stopped.

        Args:
            progress: called from time to time with a report of the search.
        """
        while not self.busy.acquire(timeout=PATIENCE):
            self.stop()
        self._progress = progress
        try:
            yield
        finally:
            self._progress = None
            self.busy.release()

    def stop(self) -> None:
        """Stop the computation in another thread; its partial result is dropped."""
        self._stops += 1
        self.solvers.stop()

    def _report(self, report: Report) -> None:
        if self._progress:
            self._progress(report)

    def analysis(self, spot: Spot) -> "Analysis":
        """The values of the position and of its moves."""
        from noughts.analysis.analyse import analyse_values

        solver = self.solvers.of(self.game)
        return self._kept(self._analyses, spot, lambda: analyse_values(self.game, *spot, solver))

    def explanation(self, spot: Spot) -> "Explanation":
        """The explanation of the position and of each of its moves."""
        return self._kept(self._explanations, spot, lambda: self._explaining().explain(*spot))

    def _kept(self, kept: dict[Spot, Found], spot: Spot, work_out: Callable[[], Found]) -> Found:
        """The cached answer, computed once; a stopped computation is not cached."""
        if spot not in kept:
            with self.busy:
                if spot in kept:  # another thread was faster
                    return kept[spot]
                stops, found = self._stops, work_out()
                if stops != self._stops:
                    return found
                kept[spot] = found
        return kept[spot]

    def explain(self, spots: Iterable[Spot]) -> None:
        """Cache the explanations of several positions."""
        for spot in spots:
            self.explanation(spot)

    def _explaining(self) -> "Explainer[Any]":
        """The explainer, which shares the solver of all answers."""
        from noughts.analysis.explain.explainer import Explainer

        if self._explainer is None:
            self._explainer = Explainer(self.game, self.solvers.of(self.game))
        return self._explainer
