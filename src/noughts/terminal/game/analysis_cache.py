"""A cache of the analyses and explanations of a game's positions while it is played.

An answer can take seconds. The full screen asks in another thread, so the cache computes one
answer at a time; it returns known answers at once. The computer's move goes first.
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

# A position, and whose turn it is.
Spot = tuple[Any, int]
Found = TypeVar("Found")
# How long to wait before stopping again what is being worked out, in seconds.
PATIENCE = 0.02


class Knowing:
    """Analyses and explanations of the positions of one game.

    Args:
        game: the rules.
        seconds: how long one question may take; None for no limit but that of nodes.
    """

    def __init__(self, game: Game[Any], seconds: float | None = None) -> None:
        """Begin empty."""
        self.game = game
        #: Held by whoever works something out.
        self.busy = Lock()
        self._analyses: dict[Spot, Analysis] = {}
        self._explanations: dict[Spot, Explanation] = {}
        #: The computer's players ask it, too.
        self.solvers = Solvers(BUDGET, seconds, self._report)
        self._explainer: Explainer[Any] | None = None
        self._progress: Progress | None = None
        self._stops = 0

    @contextmanager
    def thinking(self, progress: Progress | None = None) -> Iterator[None]:
        """Context: the computer finds its move. What is being worked out is stopped, not awaited.

        Args:
            progress: called with a report of the search now and then.
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
        """End what another thread is finding out here; what it has by then is not kept."""
        self._stops += 1
        self.solvers.stop()

    def _report(self, report: Report) -> None:
        """Pass on how far the computer has come."""
        if self._progress:
            self._progress(report)

    def analysis(self, spot: Spot) -> "Analysis":
        """The values of the position and of its moves."""
        from noughts.analysis.analyse import values_of

        solver = self.solvers.of(self.game)
        return self._kept(self._analyses, spot, lambda: values_of(self.game, *spot, solver))

    def explanation(self, spot: Spot) -> "Explanation":
        """The explanation of the position and of each of its moves."""
        return self._kept(self._explanations, spot, lambda: self._explaining().explain(*spot))

    def _kept(self, kept: dict[Spot, Found], spot: Spot, work_out: Callable[[], Found]) -> Found:
        """What is known of a position; it is worked out once, unless that was stopped."""
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
        """The explainer, with the solver that answers all questions."""
        from noughts.analysis.explain.explainer import Explainer

        if self._explainer is None:
            self._explainer = Explainer(self.game, self.solvers.of(self.game))
        return self._explainer
