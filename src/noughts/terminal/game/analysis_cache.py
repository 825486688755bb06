"""A cache of the analyses and explanations of a game's positions while it is played.

An answer can take seconds. The full screen asks in another thread, so the cache computes one
answer at a time; it returns known answers at once.
"""

from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

from noughts.game import Game
from noughts.players.perfect import BUDGET
from noughts.solving.api import Solvers

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.explainer import Explainer
    from noughts.analysis.explain.model import Explanation

# A position, and whose turn it is.
Spot = tuple[Any, int]


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
        self.solvers = Solvers(BUDGET, seconds)
        self._explainer: Explainer[Any] | None = None

    def analysis(self, spot: Spot) -> "Analysis":
        """The values of the position and of its moves."""
        from noughts.analysis.analyse import analyse

        if spot not in self._analyses:
            with self.busy:
                if spot not in self._analyses:  # another thread may have been faster
                    self._analyses[spot] = analyse(self.game, *spot, self._explaining().solver)
        return self._analyses[spot]

    def explanation(self, spot: Spot) -> "Explanation":
        """The explanation of the position and of each of its moves."""
        if spot not in self._explanations:
            with self.busy:
                if spot not in self._explanations:
                    self._explanations[spot] = self._explaining().explain(*spot)
        return self._explanations[spot]

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
