"""A player that computes its policy for each position only once."""

from typing import Any

from noughts.game import Game, P
from noughts.players.player import KnownPolicy, Policy


class Remembering:
    """Caches another player's policy, for repeated measurements.

    Args:
        player: the player to cache.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> perfect = Remembering(PerfectPlayer(seed=1))
    >>> game = TicTacToe()
    >>> perfect.name, perfect.probabilities(game, game.parse("x2/3/3 o")[0])
    ('perfect', {4: Fraction(1, 1)})
    """

    def __init__(self, player: KnownPolicy) -> None:
        self.name = player.name
        self._player = player
        self._known: dict[tuple[Game[Any], Any], Policy] = {}

    def choose(self, game: Game[P], position: P) -> int:
        """The wrapped player's choice."""
        return self._player.choose(game, position)

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The wrapped player's policy, cached."""
        if (game, position) not in self._known:
            self._known[game, position] = self._player.probabilities(game, position)
        return self._known[game, position]
