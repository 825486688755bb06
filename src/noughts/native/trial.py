"""The smallest function that uses all four rules of a game, and `canonical`."""

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.value import OPEN


def one_step(game: Knowledge[P], position: P) -> int:
    """The sum of the outcomes one ply after the position."""
    total = 0
    if game.outcome(position) == OPEN:
        for move in game.moves(game.canonical(position)):
            total += game.outcome(game.play(position, move))
    return total
