"""Transposition tables: what is kept is found again, and nothing else ever is."""

from array import array
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.common.cell_game import Marks
from noughts.games.tictactoe import TicTacToe
from noughts.search.table import (
    ArrayTable,
    DictTable,
    SharedTable,
    lower_bound,
    pack_bounds,
    table_for,
    upper_bound,
)
from noughts.value import INFINITY
from tests.each import each

SCORES = st.integers(-INFINITY, INFINITY)
WORDS = st.integers(0, 2**62 - 1)
ENTRIES = st.integers(1, 2**42 - 1)


@given(SCORES, SCORES)
def test_both_bounds_come_back_from_an_entry(lower, upper):
    assert (lower_bound(pack_bounds(lower, upper)), upper_bound(pack_bounds(lower, upper))) == (
        lower,
        upper,
    )


@given(SCORES, SCORES)
def test_an_entry_that_says_anything_is_not_the_empty_one(lower, upper):
    assert pack_bounds(lower, upper) > 0 or (lower, upper) == (-INFINITY, -INFINITY)
    assert pack_bounds(lower, upper) < 2**62


@pytest.mark.parametrize(
    "table",
    [DictTable, lambda: ArrayTable(2, 3), lambda: SharedTable(2, 3)],
    ids=["dict", "array", "shared"],
)
def test_a_table_never_takes_one_position_for_another(table):
    """Against a dict that remembers all: the table knows the same of a position, or nothing."""

    @given(st.lists(st.tuples(st.tuples(WORDS, WORDS), ENTRIES), max_size=60))
    def of_any_entries(kept):
        subject, everything = table(), {}
        for position, entry in kept:
            subject.store(position, entry)
            everything[position] = entry
            assert subject.find(position) == entry
        for position, entry in everything.items():
            assert subject.find(position) in (entry, 0)

    of_any_entries()


@given(st.lists(st.tuples(st.tuples(WORDS, WORDS), ENTRIES), min_size=2, max_size=2))
def test_half_an_entry_is_no_entry(kept):
    """Two threads have written to one slot, each some of its words."""
    slots = []
    for position, entry in kept:
        table = SharedTable(2, 0)
        table.store(position, entry)
        slots.append(list(table.memory))
    for words in product(*zip(*slots, strict=True)):
        table.memory[:] = array("q", words)
        for position, _ in kept:
            own = {entry for at, entry in kept if at == position}
            assert table.find(position) in own | {0}


@given(st.tuples(WORDS, WORDS))
def test_an_empty_table_knows_no_position(position):
    assert ArrayTable(2, 4).find(position) == 0
    assert SharedTable(2, 4).find(position) == 0
    assert DictTable().find(position) == 0


def test_the_position_of_zeros_is_not_taken_for_an_empty_slot():
    table = ArrayTable(2, 0)
    assert table.find((0, 0)) == 0
    table.store((0, 0), pack_bounds(-3, 3))
    assert table.find((0, 0)) == pack_bounds(-3, 3)


def test_a_table_without_limit_forgets_nothing():
    table = DictTable()
    for i in range(1_000):
        table.store((i, "any kind"), i + 1)
    assert all(table.find((i, "any kind")) == i + 1 for i in range(1_000))


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_every_slot_lies_in_the_memory(words):
    table = ArrayTable(len(words), 5)
    place = table.slot(tuple(words))
    assert place % (len(words) + 1) == 0
    assert 0 <= place < len(table.memory)


def test_neighbouring_positions_are_spread_over_the_slots():
    """4,096 positions over 4,096 slots: chance would hit 63 % of them."""
    table = ArrayTable(2, 12)
    slots = {table.slot((mine, theirs)) for mine in range(64) for theirs in range(64)}
    assert len(slots) > 2_200


@each(
    ("position", "kind"),
    [
        (Marks(1, 2), ArrayTable),
        ((1, 2, 3), ArrayTable),
        ("xo.", DictTable),
        ((1, "x"), DictTable),
        (7, DictTable),
    ],
)
def test_a_table_suits_the_positions(position, kind):
    assert type(table_for(TicTacToe(), position)) is kind


@each("words", [1, 2, 3])
def test_every_bit_of_a_position_has_a_say_in_its_slot(words):
    """Not just the lowest: on a bar of Chomp with 56 squares the highest ones tell most."""
    table = ArrayTable(words, 18)
    slots = {
        table.slot((*[7] * word, 1 << bit, *[7] * (words - 1 - word)))
        for word in range(words)
        for bit in range(62)
    }
    assert len(slots) > 0.98 * 62 * words
