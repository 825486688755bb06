"""All open positions of a small game, and their explanations, made once for all tests."""

from functools import cache

from noughts.analysis.explain.explainer import Explainer
from noughts.value import OPEN


@cache
def open_positions(game):
    """Every position that can be reached and is not over, with the turn."""
    seen = {(game.start(), 0)}
    todo = [*seen]
    for position, turn in todo:
        for move in game.moves(position):
            after = game.play(position, move), 1 - turn
            if game.outcome(after[0]) == OPEN and after not in seen:
                seen.add(after)
                todo.append(after)
    return todo


@cache
def explained(game):
    """The explanation of each of them."""
    explainer = Explainer(game)
    return [explainer.explain(*position) for position in open_positions(game)]
