"""A player that maximizes its winning margin, in games that count points."""

from noughts.errors import SearchStopped, UnsuitedGame
from noughts.game import Game, P
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import UniformPlayer
from noughts.solving.api import MARGIN_PART, Solvers
from noughts.value import Certainty

# Nodes, and seconds, for one move; beyond them, it plays as `perfect`.
BUDGET, SECONDS = 2_000_000, 6.0


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
        self.certainty = Certainty.PROVED
        self._perfect = PerfectPlayer(seed)
        self._perfect.part = 1 - MARGIN_PART
        self.share(Solvers(BUDGET, SECONDS))

    def share(self, solvers: Solvers) -> None:
        """Use these solvers from now on, together with other players."""
        self._solvers = solvers
        self._perfect.share(solvers)

    def refuse(self, game: Game[P]) -> None:
        """Raise UnsuitedGame if the game counts no points."""
        if not game.counts_points:
            raise UnsuitedGame(f"{type(game).__name__} counts no points: play against perfect.")

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The moves of the best margin."""
        self.refuse(game)
        self.certainty = Certainty.PROVED
        try:
            return self._solvers.margins_of(game).best_moves(position)
        except SearchStopped:
            self.certainty = Certainty.UNKNOWN  # also if they win for sure: not by how much
            return self._perfect.candidates(game, position)
