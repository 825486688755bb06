"""Values and reasons of a game's positions, found once for all who show them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from noughts.errors import SearchStopped
from noughts.game import Game
from noughts.players.perfect import BUDGET
from noughts.solving.api import Solvers
from noughts.solving.driver import Progress, Report

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.explainer import Explainer
    from noughts.analysis.explain.text import Explanation

# A position, and the player to move.
Spot = tuple[Any, int]
Found = TypeVar("Found")
# Seconds between two attempts to stop a computation.
PATIENCE = 0.02


class AnalysisCache:
    """Analyses and explanations of the positions of one game; `points`: by margin."""

    def __init__(self, game: Game[Any], seconds: float | None = None, points: bool = False) -> None:
        self.game = game
        self.points = points
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
        """Let the computer find its move in the block; a computation of values is stopped."""
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
        return self._kept(self._analyses, spot, lambda: self._analysed(spot))

    def _analysed(self, spot: Spot) -> "Analysis":
        """The analysis by margin if that is wanted and found, otherwise by outcome."""
        from noughts.analysis.analyse import analyse_points, analyse_values

        if self.points:
            with suppress(SearchStopped):
                return analyse_points(self.game, *spot, self.solvers.margins_of(self.game))
        return analyse_values(self.game, *spot, self.solvers.of(self.game))

    def explanation(self, spot: Spot) -> "Explanation":
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

    def known(self, spot: Spot) -> "Explanation | Analysis | None":
        """The explanation of a position, or its analysis, if it is computed already."""
        return self._explanations.get(spot) or self._analyses.get(spot)

    def _explaining(self) -> "Explainer[Any]":
        from noughts.analysis.explain.explainer import Explainer, PointsExplainer

        if self._explainer is None:
            solver = self.solvers.of(self.game)
            self._explainer = (
                PointsExplainer(self.game, self.solvers.margins_of(self.game), solver)
                if self.points
                else Explainer(self.game, solver)
            )
        return self._explainer
