"""A queue's scores against plain negamax, whatever the budget of each call."""

from array import array
from itertools import chain

import pytest

from noughts.errors import SearchStopped
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.search.context import Ordering, ScoreBounds, SearchContext, SearchControl
from noughts.search.negamax import negamax
from noughts.search.queue import Queue
from noughts.search.solver import search_batch
from noughts.search.table import DictTable
from noughts.value import BY_DISTANCE

GAME = knowledge_of(MNK(3, 3, 3))


def positions():
    """Positions of all lengths, the finished ones included."""
    found = [GAME.start()]
    for ply in range(9):
        position = found[-1]
        if GAME.outcome(position) != 2:
            break
        moves = list(GAME.moves(position))
        found.append(GAME.play(position, moves[(5 * ply) % len(moves)]))
    return found


@pytest.mark.parametrize("budget", [-1, 60])
def test_the_scores_are_those_of_negamax(budget):
    asked = positions()
    assert GAME.outcome(asked[-1]) != 2  # one of them is over
    queue, aim, table = Queue(array("q", chain(*asked)), 2), ScoreBounds(), DictTable()
    calls = 0
    while queue.done < queue.size:
        calls += 1
        try:
            watch, ordering = SearchControl(budget), Ordering(1000, width=2)
            search_batch(GAME, asked[0], queue, aim, -1, watch, table, ordering)
        except SearchStopped:
            continue
    assert list(queue.scores) == [
        negamax(GAME, one, 0, SearchContext(BY_DISTANCE)) for one in asked
    ]
    assert calls == 1 if budget < 0 else calls > 3
