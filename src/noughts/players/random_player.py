"""A player that plays at random."""

from random import Random

from noughts.game import Game, P
from noughts.players.player import Policy, uniform


class RandomPlayer:
    """Chooses uniformly among the legal moves.

    Args:
        seed: makes its choices repeatable; None makes new ones each time.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> RandomPlayer(seed=1).choose(TicTacToe(), TicTacToe().start())
    2
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """Any legal move."""
        return self._random.choice(list(game.moves(position)))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The uniform policy over all legal moves."""
        return uniform(game.moves(position))
