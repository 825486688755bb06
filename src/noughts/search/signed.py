"""Minimax as one function: a sign shows whether MAX (+1) or MIN (-1) is to move.

The step from the two functions of `minimax.py` to the one of `negamax.py`.
"""

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.context import SearchContext
from noughts.value import INFINITY, OPEN


def minimax(game: Knowledge[P], position: P, ply: int, sign: int, run: SearchContext) -> int:
    """The score for MAX if both play best."""
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return sign * run.score(outcome, ply)
    if run.horizon(ply):
        return sign * game.estimate(position)
    best = -sign * INFINITY
    for move in game.moves(position):
        score = minimax(game, game.play(position, move), ply + 1, -sign, run)
        best = max(best, score) if sign > 0 else min(best, score)
    return best
