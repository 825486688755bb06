"""Moves come out by promise; ties as they went in, or the other way round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import SearchStopped
from noughts.search.ordering import Ordering

MOVES = st.lists(st.tuples(st.integers(0, 80), st.integers(-5_000, 5_000)), max_size=20)


def inserted(ordering: Ordering, first: int, moves: list[tuple[int, int]]) -> list[int]:
    end = first
    for move, promise in moves:
        end = ordering.insert(first, end, move, promise)
    return [ordering.move(place) for place in range(first, end)]


@given(MOVES)
def test_the_highest_promise_comes_first_and_ties_keep_their_order(moves):
    expected = [move for move, _ in sorted(moves, key=lambda each: -each[1])]
    assert inserted(Ordering(20), 0, moves) == expected


@given(MOVES)
def test_or_ties_come_in_reverse(moves):
    expected = [move for _, _, move in sorted(((-p, -i, m) for i, (m, p) in enumerate(moves)))]
    assert inserted(Ordering(20, reversed_ties=True), 0, moves) == expected


@given(MOVES, MOVES)
def test_a_deeper_ply_leaves_the_moves_above_it_alone(above, below):
    ordering = Ordering(40)
    kept = inserted(ordering, 0, above)
    inserted(ordering, len(above), below)
    assert [ordering.move(place) for place in range(len(above))] == kept


def test_without_room_it_stops_the_search_and_says_why():
    ordering = Ordering(1)
    ordering.insert(0, 0, 5, 0)
    with pytest.raises(SearchStopped):
        ordering.insert(0, 1, 6, 0)
    assert ordering.full
