"""Negamax: one player's gain is the other's loss, so one function is enough.

Donald Knuth and Ronald Moore, "An Analysis of Alpha-Beta Pruning", Artificial
Intelligence 6 (1975), where it is the function F1's starting point.
"""

from noughts.game import P, keeps_turn
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


def negamax_with_turns(game: Knowledge[P], position: P, ply: int, run: SearchContext) -> int:
    """The same for games in which a player may move twice in a row.

    A score changes its sign only where the turn passes.
    """
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return run.score(outcome, ply)
    if run.horizon(ply):
        return game.estimate(position)
    best = -INFINITY
    for move in game.moves(position):
        after = game.play(position, move)
        score = negamax_with_turns(game, after, ply + 1, run)
        best = max(best, score if keeps_turn(game, position, after) else -score)
    return best
