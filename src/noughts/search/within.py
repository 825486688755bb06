"""Alpha-beta for one question, simple enough to be rewritten by a checker of strategies.

Does the player to move get at least this outcome? It uses no knowledge of the game except the rules
in `strategies/following.py`. It forgets no answer, and the order of moves depends on the position
alone. So every implementation visits the same nodes (docs/strategies.md). A player who moves twice
in a row keeps the goal; otherwise, the goal turns into its opposite.
"""

from array import array
from typing import Any

from noughts.game import P, keeps_turn, outcome_before
from noughts.search.context import SearchContext
from noughts.search.table import EntryTable
from noughts.value import DRAW, OPEN

# Moves below this number have an order.
ORDERED = 62


def reaches(  # noqa: PLR0913  # shared by all nodes of a search
    game: Any,
    position: P,
    goal: int,
    run: SearchContext,
    order: "array[int]",
    size: int,
    known: EntryTable[P],
) -> int:
    """0 if the player to move does not reach the goal, DRAW or WIN, in an open position.

    Args:
        game: the rules, and the knowledge that the search may use (`strategies/following.py`).
        position: the position.
        goal: the least outcome that counts.
        run: counts the nodes: positions that no single move settles, each once.
        order: every move, in the order of trying; empty for the game's own order.
        size: the number of moves in `order`.
        known: the answers so far; it must not lose any.

    Returns:
        If the goal is reached: 1, and at the root the number of the move added.

    Raises:
        SearchStopped: the budget is used up.
        TooDeep: the stack ends here.
    """
    open_moves = 0
    for move in game.moves(position):
        after = game.play(position, move)
        end = game.outcome(after)
        if end != OPEN and outcome_before(game, position, after, end) >= goal:
            winning: int = 1 + move
            return winning
        if end == OPEN and size:
            open_moves |= 1 << move
    answer = known.find(position) >> 2 * goal & 3
    if answer:
        return answer - 1
    run.visit()
    if game.paired(position, goal):
        found = 1 if goal == DRAW else 0
        known.store(position, known.find(position) | 1 + found << 2 * goal)
        return found
    found = 0
    for move in game.moves(position):
        after = game.play(position, move)
        if found == 0 and game.outcome(after) == OPEN and game.follows(after, goal):
            found = 1 + move
    while found == 0 and open_moves > 0:
        move = most_promising(game, position, open_moves, order, size)
        open_moves &= ~(1 << move)
        if not reaches(game, game.play(position, move), 1 - goal, run, order, size, known):
            found = 1 + move
    if size == 0:
        for move in game.moves(position):
            after = game.play(position, move)
            if found == 0 and game.outcome(after) == OPEN:
                again = keeps_turn(game, position, after)
                below = goal if again else 1 - goal
                if (reaches(game, after, below, run, order, size, known) > 0) == again:
                    found = 1 + move
    answer = 2 if found else 1
    known.store(position, known.find(position) | answer << 2 * goal)
    return found


def most_promising(game: Any, position: P, moves: int, order: "array[int]", size: int) -> int:
    """The first of the most promising moves."""
    best, most = -1, -1
    for i in range(size):
        if moves >> order[i] & 1:
            promise = game.promise(game.play(position, order[i]))
            if promise > most:
                best, most = order[i], promise
    return best
