"""A player that wins by as many points as it can, in games that count them."""

from typing import Any

from noughts.errors import SearchStopped, UnsuitedGame
from noughts.game import Game, P
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import UniformPlayer
from noughts.recent import Recent
from noughts.solving.api import GAMES
from noughts.solving.margins import MarginSolver

# Nodes, and seconds, for one move; beyond them, it plays as `perfect`.
BUDGET, SECONDS = 2_000_000, 3.0


class PointsPlayer(UniformPlayer):
    """Takes a move of the best margin; where none is found in time, one of the perfect player.

    >>> from noughts.games.dots import Dots
    >>> game = Dots(2, 1)
    >>> PointsPlayer(seed=1).choose(game, game.start())
    5
    """

    name = "points"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._solvers: Recent[Any, MarginSolver[Any]] = Recent(GAMES)
        self._perfect = PerfectPlayer(seed)

    def refuse(self, game: Game[P]) -> None:
        """Raise UnsuitedGame if the game counts no points."""
        if not game.counts_points:
            raise UnsuitedGame(f"{type(game).__name__} counts no points: play against perfect.")

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The moves of the best margin."""
        self.refuse(game)
        if game not in self._solvers:
            self._solvers[game] = MarginSolver(game, BUDGET, SECONDS)
        try:
            return self._solvers[game].best_moves(position)
        except SearchStopped:
            return self._perfect.candidates(game, position)
