"""A search's nodes are counted, limited, told to others, and stopped by them."""

import pytest

from noughts.errors import SearchStopped
from noughts.search.context import EVERY, NODES, SearchContext, SearchControl
from noughts.value import LOSS, TEN_MINUS_DEPTH, WIN


def test_so_many_nodes_and_no_more():
    watch = SearchControl(budget=3)
    for _ in range(3):
        watch.visit()
    with pytest.raises(SearchStopped):
        watch.visit()
    assert watch.nodes == 3


def test_others_see_the_count_once_in_a_while():
    watch = SearchControl()
    for _ in range(2 * EVERY + 1):
        watch.visit()
    assert watch.live[NODES] == 2 * EVERY


def test_others_can_stop_it():
    watch = SearchControl()
    watch.stop()
    with pytest.raises(SearchStopped):
        watch.visit()


def test_a_win_is_worth_less_the_later_it_comes():
    run = SearchContext(scoring=TEN_MINUS_DEPTH)
    assert [run.score(WIN, 5), run.score(LOSS, 6)] == [5, -4]
