"""The smallest function that asks a game for all four of its methods."""

from noughts.game import Game, P
from noughts.value import OPEN


def one_step(game: Game[P], position: P) -> int:
    """The sum of the outcomes one ply after the position."""
    total = 0
    if game.outcome(position) == OPEN:
        for move in game.moves(game.canonical(position)):
            total += game.outcome(game.play(position, move))
    return total
