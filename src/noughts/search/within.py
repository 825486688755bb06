"""Alpha-beta for one question, plain enough to be written again by anybody who checks a strategy.

Does the player to move get at least this outcome? No table, and no knowledge of the game but, where
that is wanted, the rule of following up: the moves in a given order, those that end the game as
wanted before all others, then those that win by the rule. So every form of it visits the
same nodes (docs/strategies.md).
"""

from array import array
from typing import Any

from noughts.game import P
from noughts.search.context import SearchContext
from noughts.value import OPEN

# Moves with an order are numbers below this.
ORDERED = 62


def reaches(
    game: Any, position: P, goal: int, run: SearchContext, order: "array[int]", size: int
) -> int:
    """1 if the player to move reaches the goal, DRAW or WIN, in a position that is open; else 0.

    Args:
        game: the rules, and `follows`: whether who has just moved reaches a goal by following up.
        position: the position.
        goal: the least outcome that counts.
        run: counts the nodes.
        order: every move, in the order of trying; none, for the game's own order.
        size: how many moves that are.

    Raises:
        SearchStopped: the budget is used up.
        TooDeep: the stack ends here.
    """
    run.visit()
    run.stay_above_the_end()
    open_moves = 0
    for move in game.moves(position):
        end = game.outcome(game.play(position, move))
        if end != OPEN and -end >= goal:
            return 1
        if end == OPEN and size:
            open_moves |= 1 << move
    for move in game.moves(position):
        after = game.play(position, move)
        if game.outcome(after) == OPEN and game.follows(after, goal):
            return 1
    for i in range(size):
        if open_moves >> order[i] & 1:
            after = game.play(position, order[i])
            if not reaches(game, after, 1 - goal, run, order, size):
                return 1
    if size == 0:
        for move in game.moves(position):
            after = game.play(position, move)
            if game.outcome(after) == OPEN and not reaches(game, after, 1 - goal, run, order, size):
                return 1
    return 0
