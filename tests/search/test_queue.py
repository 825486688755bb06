"""A queue's scores against the brute force's, whatever the budget of each call."""

from array import array
from itertools import chain

from noughts.errors import SearchStopped
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.search.context import Ordering, ScoreBounds, SearchControl
from noughts.search.queue import Queue
from noughts.search.solver import search_batch
from noughts.search.table import DictTable
from noughts.value import BASE, INFINITY
from tests import reference
from tests.each import each

GAME = knowledge_of(MNK(3, 3, 3))


@each(("step", "budget"), [(20, -1), (400, 60)])
def test_the_scores_are_those_of_the_brute_force(step, budget):
    boards = reference.positions()[::step]
    assert {reference.over(board) for board in boards} == {True, False}
    queue = Queue(array("q", chain(*map(reference.sets, boards))), 2)
    bounds, table, calls = ScoreBounds(), DictTable(), 0
    while queue.done < queue.size:
        calls += 1
        try:
            watch, ordering = SearchControl(budget), Ordering(1000, width=2)
            search_batch(GAME, GAME.start(), queue, bounds, INFINITY, -1, watch, table, ordering)
        except SearchStopped:
            continue
    worths = map(reference.worth, boards)
    assert list(queue.scores) == [outcome * (BASE - plies) for outcome, plies in worths]
    if budget < 0:
        assert calls == 1
        # Each in a queue of its own, they take 672.
        assert watch.nodes <= 540
    else:
        assert calls > 3
