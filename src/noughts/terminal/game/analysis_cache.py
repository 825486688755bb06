"""What is known of the positions of a game while it is played: worked out once, and kept.

To work it out may take seconds. The full screen has it done in another thread, so one
question is answered at a time; what is known already is told at once.
"""

from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

from noughts.game import Game
from noughts.players.perfect import BUDGET

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
    """

    def __init__(self, game: Game[Any]) -> None:
        """Know nothing yet."""
        self.game = game
        #: Held by whoever works something out.
        self.busy = Lock()
        self._analyses: dict[Spot, Analysis] = {}
        self._explanations: dict[Spot, Explanation] = {}
        self._explainer: Explainer[Any] | None = None

    def analysis(self, spot: Spot) -> "Analysis":
        """What the position and its moves are worth."""
        from noughts.analysis.analyse import analyse

        if spot not in self._analyses:
            with self.busy:
                if spot not in self._analyses:  # another thread may have been faster
                    self._analyses[spot] = analyse(self.game, *spot, self._explaining().solver)
        return self._analyses[spot]

    def explanation(self, spot: Spot) -> "Explanation":
        """The reasons for and against each move of the position."""
        if spot not in self._explanations:
            with self.busy:
                if spot not in self._explanations:
                    self._explanations[spot] = self._explaining().explain(*spot)
        return self._explanations[spot]

    def explain(self, spots: Iterable[Spot]) -> None:
        """Work out the explanations of several positions, so that they are known."""
        for spot in spots:
            self.explanation(spot)

    def _explaining(self) -> "Explainer[Any]":
        """Who explains, with the solver that all questions are put to."""
        from noughts.analysis.explain.explainer import Explainer
        from noughts.solving.api import solver_for

        if self._explainer is None:
            self._explainer = Explainer(self.game, solver_for(self.game, BUDGET))
        return self._explainer
