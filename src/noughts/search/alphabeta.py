"""Alpha-beta: negamax that leaves a position once a move reaches beta.

The player to move already has alpha in another line; the opponent has beta. Once a move here
reaches beta, the opponent will avoid this position, so the other moves are irrelevant (a beta
cut-off).

    Donald Knuth and Ronald Moore, "An Analysis of Alpha-Beta Pruning", 1975; fail-soft
    after John Fishburn, "Another optimization of alpha-beta search", 1983.
"""

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.context import SearchContext
from noughts.value import INFINITY, OPEN


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
        after = game.play(position, move)
        best = max(best, -alphabeta(game, after, -beta, -max(alpha, best), ply + 1, run))
        if best >= beta:
            break
    return best


def alphabeta_with_turns(
    game: Knowledge[P], position: P, alpha: int, beta: int, ply: int, run: SearchContext
) -> int:
    """The same for games in which a player may move twice in a row."""
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
            score = alphabeta_with_turns(game, after, floor, beta, ply + 1, run)
        else:
            score = -alphabeta_with_turns(game, after, -beta, -floor, ply + 1, run)
        best = max(best, score)
        if best >= beta:
            break
    return best
