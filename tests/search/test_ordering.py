"""States come out by score; ties as they went in; what others are at comes last."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import SearchStopped
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.search.context import CLAIM_BITS, AnyOrdering, Ordering, ordering_for
from noughts.search.memory import zeros
from noughts.search.table import position_hash
from tests.each import each


class Pair(NamedTuple):
    """A state of two words."""

    one: int
    other: int


# The states' first words, and their promises.
STATES = st.lists(st.tuples(st.integers(0, 80), st.integers(-5_000, 5_000)), max_size=20)


def inserted(ordering: Ordering, first: int, states: list[tuple[int, int]]) -> list[int]:
    end = first
    for one, score in states:
        end = ordering.insert(first, end, Pair(one, -one), one + 1, score)
    return read(ordering, first, end)


def read(ordering: Ordering, first: int, end: int) -> list[int]:
    """The first words in order, the rest of what was put in with them seen to be there."""
    for place in range(first, end):
        one, other = ordering.state(place, Pair(0, 0))
        assert (other, ordering.plies(place)) == (-one, one + 1)
    return [ordering.state(place, Pair(0, 0)).one for place in range(first, end)]


def some_ordering(size: int) -> Ordering:
    return Ordering(size, width=2)


@pytest.mark.parametrize("make", [some_ordering, AnyOrdering])
def test_the_highest_promise_comes_first_and_ties_keep_their_order(make):
    @given(STATES)
    def of_any_states(states):
        expected = [one for one, _ in sorted(states, key=lambda each: -each[1])]
        assert inserted(make(20), 0, states) == expected

    of_any_states()


@given(STATES.filter(bool), st.data())
def test_what_is_put_off_comes_after_the_others_which_keep_their_order(states, data):
    ordering = some_ordering(20)
    before = inserted(ordering, 0, states)
    place = data.draw(st.integers(0, len(before) - 1))
    end = data.draw(st.integers(place + 1, len(before)))
    ordering.put_off(place, end)
    after = read(ordering, 0, len(before))
    assert after[:place] + after[end:] == before[:place] + before[end:]
    assert after[place:end] == [*before[place + 1 : end], before[place]]


def test_states_that_are_no_row_of_words_are_kept_as_they_are():
    game = knowledge_of(TicTacToe())
    kinds = [ordering_for(game, state, 5) for state in (Pair(1, 2), (1, (2, 3)), "a board", ())]
    assert [type(kind) for kind in kinds] == [Ordering, AnyOrdering, AnyOrdering, AnyOrdering]
    assert [kind.width for kind in kinds] == [2, 0, 0, 0]
    assert kinds[2].insert(0, 0, "another", plies=3, score=7) == 1
    assert (kinds[2].state(0, "a board"), kinds[2].plies(0)) == ("another", 3)


def test_a_claim_is_seen_by_the_team_until_it_is_released():
    claims = zeros(1 << CLAIM_BITS)
    one, other, alone = (Ordering(1, 2, claims=each) for each in (claims, claims, None))
    name, another = position_hash((3, 4), 2), position_hash((4, 3), 2)
    one.claim(name)
    assert (one.claimed(name), other.claimed(name), other.claimed(another)) == (True, True, False)
    other.release(name)
    assert not one.claimed(name)
    assert (one.claim_plies > 0, alone.claim_plies) == (True, -1)


@given(STATES, STATES)
def test_a_deeper_ply_leaves_the_states_above_it_alone(above, below):
    ordering = some_ordering(40)
    kept = inserted(ordering, 0, above)
    inserted(ordering, len(above), below)
    assert read(ordering, 0, len(above)) == kept


@each("make", [some_ordering, AnyOrdering])
def test_without_room_it_stops_the_search_and_says_why(make):
    ordering = make(1)
    inserted(ordering, 0, [(5, 0)])
    with pytest.raises(SearchStopped):
        ordering.insert(0, 1, Pair(6, 6), plies=1, score=0)
    assert ordering.full
