"""Moves come out by promise; ties as they went in; what others are at comes last."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import SearchStopped
from noughts.search.memory import zeros
from noughts.search.ordering import CLAIM_BITS, Ordering
from noughts.search.table import hashed

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


@given(MOVES.filter(bool), st.data())
def test_what_is_put_off_comes_after_the_others_which_keep_their_order(moves, data):
    ordering = Ordering(20)
    before = inserted(ordering, 0, moves)
    place = data.draw(st.integers(0, len(before) - 1))
    end = data.draw(st.integers(place + 1, len(before)))
    ordering.put_off(place, end)
    after = [ordering.move(each) for each in range(len(before))]
    assert after[:place] + after[end:] == before[:place] + before[end:]
    assert after[place:end] == [*before[place + 1 : end], before[place]]


def test_a_claim_is_seen_by_the_team_until_it_is_released():
    claims = zeros(1 << CLAIM_BITS)
    one, other, alone = Ordering(1, claims=claims), Ordering(1, claims=claims), Ordering(1)
    name, another = hashed((3, 4)), hashed((4, 3))
    one.claim(name)
    assert (one.claimed(name), other.claimed(name), other.claimed(another)) == (True, True, False)
    other.release(name)
    assert not one.claimed(name)
    assert (one.claim_plies > 0, alone.claim_plies) == (True, -1)


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
