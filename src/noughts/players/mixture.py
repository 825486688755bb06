"""A player that picks one of several players at random for each move."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random

from noughts.game import Game, P
from noughts.players.player import KnownPolicy, Policy, sample


class MixedPlayer:
    """Plays each move as one of several players, chosen at random.

    Args:
        parts: the players, each with its probability; they add up to 1.
        name: what to call it.
        seed: makes the random choices repeatable; None makes new ones each time.

    >>> from fractions import Fraction
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> from noughts.players.random_player import RandomPlayer
    >>> third = Fraction(1, 3)
    >>> player = MixedPlayer([(third, PerfectPlayer()), (1 - third, RandomPlayer())])
    >>> game = TicTacToe()
    >>> for move, chance in player.probabilities(game, game.parse("xxo/ox1/o2 x")[0]).items():
    ...     print(game.name(move), chance)
    c2 2/9
    b1 7/18
    c1 7/18
    """

    def __init__(
        self,
        parts: Sequence[tuple[Fraction, KnownPolicy]],
        name: str = "mixed",
        seed: int | None = None,
    ) -> None:
        if sum(chance for chance, _ in parts) != 1:
            raise ValueError("The probabilities of the parts must add up to 1.")
        self.parts = tuple(parts)
        self.name = name
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """A move of one of the players."""
        return sample(self._random, self.probabilities(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The average of the players' policies, weighted by their probabilities."""
        return mixed(
            (chance, player.probabilities(game, position))
            for chance, player in self.parts
            if chance
        )


def mixed(parts: Iterable[tuple[Fraction, Policy]]) -> Policy:
    """The weighted average of policies.

    >>> from fractions import Fraction
    >>> mixed([(Fraction(1, 2), {0: Fraction(1)}), (Fraction(1, 2), {1: Fraction(1)})])
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    together: Policy = {}
    for weight, chances in parts:
        for move, chance in chances.items():
            together[move] = together.get(move, Fraction(0)) + weight * chance
    return dict(sorted(together.items()))
