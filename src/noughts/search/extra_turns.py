"""Negamax and alpha-beta for games in which a player may move twice in a row.

A score changes its sign only where the turn passes. These forms are separate so that the textbook's
forms stay simple.
"""

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.context import SearchContext
from noughts.value import INFINITY, OPEN


def negamax(game: Knowledge[P], position: P, ply: int, run: SearchContext) -> int:
    """The best score that the player to move can reach."""
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return run.score(outcome, ply)
    if run.horizon(ply):
        return game.estimate(position)
    best = -INFINITY
    for move in game.moves(position):
        after = game.play(position, move)
        score = negamax(game, after, ply + 1, run)
        best = max(best, score if keeps_turn(game, position, after) else -score)
    return best


def alphabeta(
    game: Knowledge[P], position: P, alpha: int, beta: int, ply: int, run: SearchContext
) -> int:
    """A score s for the player to move, against the true score v (fail-soft):

    alpha < s < beta  then  v = s;    s <= alpha  then  v <= s;    s >= beta  then  v >= s.
    """
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return run.score(outcome, ply)
    if run.horizon(ply):
        return game.estimate(position)
    best = -INFINITY
    for move in game.moves(position):
        after, floor = game.play(position, move), max(alpha, best)
        if keeps_turn(game, position, after):
            score = alphabeta(game, after, floor, beta, ply + 1, run)
        else:
            score = -alphabeta(game, after, -beta, -floor, ply + 1, run)
        best = max(best, score)
        if best >= beta:
            break
    return best
