"""Negamax: one player's gain is the other's loss, so one function is enough.

Donald Knuth and Ronald Moore, "An Analysis of Alpha-Beta Pruning", Artificial
Intelligence 6 (1975), where it is the function F1's starting point.
"""

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.context import SearchContext
from noughts.value import INFINITY, OPEN


def negamax(game: Knowledge[P], position: P, ply: int, run: SearchContext) -> int:
    """The best score for the player to move."""
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return run.score(outcome, ply)
    if run.horizon(ply):
        return game.estimate(position)
    best = -INFINITY
    for move in game.moves(position):
        score = -negamax(game, game.play(position, move), ply + 1, run)
        if score > best:
            best = score
    return best
