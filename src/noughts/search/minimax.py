"""Minimax as in textbooks: two functions that call each other.

One player, MAX, wants the highest score, the other, MIN, the lowest. A score is always MAX's; so if
MIN is to move, an outcome, which is MIN's, changes its sign.

    Claude Shannon, "Programming a Computer for Playing Chess", 1950, after
    John von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928.

`signed_minimax` is the same search as one function: the step to the one of `negamax.py`.
"""

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.context import SearchContext
from noughts.value import INFINITY, OPEN


def max_value(game: Knowledge[P], position: P, ply: int, run: SearchContext) -> int:
    """The best score for MAX, who is to move."""
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return run.score(outcome, ply)
    if run.horizon(ply):
        return game.estimate(position)
    best = -INFINITY
    for move in game.moves(position):
        score = min_value(game, game.play(position, move), ply + 1, run)
        if score > best:
            best = score
    return best


def min_value(game: Knowledge[P], position: P, ply: int, run: SearchContext) -> int:
    """The lowest score that MIN, who is to move, can leave to MAX."""
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return -run.score(outcome, ply)
    if run.horizon(ply):
        return -game.estimate(position)
    best = INFINITY
    for move in game.moves(position):
        score = max_value(game, game.play(position, move), ply + 1, run)
        if score < best:
            best = score
    return best


def signed_minimax(game: Knowledge[P], position: P, ply: int, sign: int, run: SearchContext) -> int:
    """The score for MAX if both play best; the sign is +1 if MAX is to move, -1 if MIN is."""
    run.visit()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return sign * run.score(outcome, ply)
    if run.horizon(ply):
        return sign * game.estimate(position)
    best = -sign * INFINITY
    for move in game.moves(position):
        score = signed_minimax(game, game.play(position, move), ply + 1, -sign, run)
        best = max(best, score) if sign > 0 else min(best, score)
    return best
