"""The exact values of moves, computed only when they are read."""

from typing import Any, Generic

import numpy as np

from noughts.game import P
from noughts.players.observation import Observer
from noughts.solving.exact_solver import ExactSolver

KEYS = ("values", "plies", "value")


class ExactInfo(dict[str, Any], Generic[P]):
    """Information on a position in addition to the observation.

    `info["values"][action]` is the exact result of an action for its player: 1, 0 or -1; −∞ where
    it is illegal. `info["plies"][action]` is the length of the rest of the game in best play, -1
    where the action is illegal. `info["value"]` is the value of the best action, so the regret of
    an action is `info["value"] - info["values"][action]`.

    All are computed when one of them is first read; until then they are not keys.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.solving.api import solver_for
    >>> game = TicTacToe()
    >>> position, turn = game.parse("x2/3/3 o")
    >>> info = ExactInfo(solver_for(game), Observer(game), position)
    >>> info["value"] - info["values"]
    array([inf,  1.,  1.,  1.,  0.,  1.,  1.,  1.,  1.])
    """

    def __init__(self, solver: ExactSolver[P], observer: Observer[P], position: P) -> None:
        super().__init__()
        self._solver = solver
        self._observer = observer
        self._position = position

    def __missing__(self, key: str) -> Any:
        """Compute the values, if the key is one of theirs."""
        if key not in KEYS:
            raise KeyError(key)
        values = np.full(self._observer.actions, -np.inf)
        plies = np.full(self._observer.actions, -1)
        for move, value, _ in self._solver.values(self._position):
            values[move], plies[move] = value.outcome, value.plies
        self.update(values=values, plies=plies, value=values.max())
        return self[key]
