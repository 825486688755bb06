"""Tables of bounds: what is kept is found again or forgotten, and never another position's."""

from itertools import combinations_with_replacement
from random import Random
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from noughts import find_game
from noughts.game import Game, legal_moves
from noughts.knowledge import Knowledge, knowledge_of
from noughts.search.packed import DEEP, PackedTable
from noughts.search.solver import move_entries
from noughts.search.table import ArrayTable, DictTable
from noughts.value import BASE, INFINITY
from tests.each import each

KEY_BITS, LONG_KEY_BITS, LONGEST = 20, 66, 42
BOUNDS = st.integers(-LONGEST, LONGEST).map(
    lambda plies: (BASE - abs(plies)) * ((plies > 0) - (plies < 0))
)


class Number(NamedTuple):
    key: int


class Numbers(Game[Number]):
    """No game to play."""

    def start(self):
        return Number(0)

    def moves(self, position):
        return ()

    def play(self, position, move):
        return position

    def outcome(self, position):
        return 0


class OwnKeys(Knowledge[Number]):
    """Positions that are their own keys."""

    def key(self, position):
        return position.key


GAME: Any = OwnKeys(Numbers())


def ply_of(key: int) -> int:
    """How far below the root the position is said to be, always the same."""
    return key % 40


TABLES: dict[str, Any] = {
    "large": lambda: PackedTable(KEY_BITS, LONGEST, 16),
    "with a deep part": lambda: PackedTable(KEY_BITS, LONGEST, 12, deep_bits=4),
    "tiny": lambda: PackedTable(KEY_BITS, LONGEST, 1),
    "with long keys": lambda: PackedTable(LONG_KEY_BITS, LONGEST, 1),
    "wide": lambda: ArrayTable(1, 6),
    "unlimited": DictTable,
}


def kept_by(key_bits):
    """Keys with bounds; some keys differ in their highest bits alone."""
    few = st.builds(
        lambda low, high: low | high << key_bits - 2, st.integers(0, 3), st.integers(0, 3)
    )
    keys = st.integers(0, (1 << key_bits) - 1) | few
    bounds = st.tuples(BOUNDS, BOUNDS).map(lambda two: (min(two), max(two)))
    return st.lists(st.tuples(keys, bounds), max_size=60)


KEPT = kept_by(KEY_BITS)


@each("name", TABLES)
def test_bounds_are_those_of_the_position_or_wider(name):
    """Against a dict that remembers all: no bound is tighter than all that was kept of it."""
    table = TABLES[name]

    @given(kept_by(LONG_KEY_BITS if name == "with long keys" else KEY_BITS))
    def of_any_entries(kept):
        subject, everything = table(), {}
        for key, (lower, upper) in kept:
            least, most = everything.get(key, (-INFINITY, INFINITY))
            if max(least, lower) > min(most, upper):
                continue  # no position has both
            everything[key] = max(least, lower), min(most, upper)
            subject.merge(GAME, Number(key), ply_of(key), lower, upper)
            found = subject.probe(GAME, Number(key), ply_of(key))
            assert lower <= found[0] <= everything[key][0]
            assert everything[key][1] <= found[1] <= upper
        for key, (lower, upper) in everything.items():
            found = subject.probe(GAME, Number(key), ply_of(key))
            assert found[0] <= lower <= upper <= found[1]

    of_any_entries()


@each("table", TABLES.values())
def test_an_empty_table_knows_nothing(table):
    for key in (0, 1, (1 << KEY_BITS) - 1):
        assert table().probe(GAME, Number(key), ply_of(key)) == (-INFINITY, INFINITY)


@given(KEPT)
def test_a_larger_table_takes_over_what_a_smaller_one_knows(kept):
    small, large = PackedTable(KEY_BITS, LONGEST, 4), PackedTable(KEY_BITS, LONGEST, 12)
    taken_over(kept, small, large)


@given(kept_by(LONG_KEY_BITS))
def test_so_it_does_with_long_keys(kept):
    taken_over(kept, *(PackedTable(LONG_KEY_BITS, LONGEST, bits) for bits in (1, 20)))


def taken_over(kept, small, large):
    for key, (lower, upper) in kept:
        known = small.probe(GAME, Number(key), ply_of(key))
        if max(known[0], lower) <= min(known[1], upper):
            small.merge(GAME, Number(key), ply_of(key), lower, upper)
    move_entries(GAME, small, large)
    for key, _ in kept:
        lower, upper = small.probe(GAME, Number(key), ply_of(key))
        found = large.probe(GAME, Number(key), ply_of(key))
        assert found in ((lower, upper), (-INFINITY, INFINITY))


def test_a_larger_table_forgets_nothing_while_there_is_room():
    small, large = PackedTable(KEY_BITS, LONGEST, 8), PackedTable(KEY_BITS, LONGEST, 12)
    for key in range(0, 1 << KEY_BITS, 9_973):
        small.merge(GAME, Number(key), ply_of(key), -5, 7 * (key % 2))
    move_entries(GAME, small, large)
    for key in range(0, 1 << KEY_BITS, 9_973):
        assert large.probe(GAME, Number(key), ply_of(key)) == small.probe(
            GAME, Number(key), ply_of(key)
        )


@each("size_bits", [1, 8, 14])
@each(
    "spec",
    ["connectfour", "connectfour:5,4", "connectfour:8,6", "connectfour:5,12", "connectfour:7,9"],
)
def test_an_entry_has_room_for_the_key_and_both_bounds(spec, size_bits):
    """However small the table asked for: whole keys are told apart, so slots are enough."""
    game = find_game(spec)
    known = knowledge_of(game)
    table = PackedTable(known.key_bits, known.max_plies, size_bits)
    assert table.rest_bits + 2 * table.code_bits <= 63
    assert table.rest_bits + table.slot_mask.bit_length() == known.key_bits
    random = Random(spec)
    for _ in range(20):
        position = game.start()
        while moves := legal_moves(game, position):
            position = game.play(position, random.choice(moves))
            table.merge(known, position, 0, 2 - BASE, BASE - known.max_plies)
            assert table.probe(known, position, 0) == (2 - BASE, BASE - known.max_plies)
    assert min(table.memory) >= 0


def test_a_table_is_as_large_as_it_is_asked_for_or_as_its_keys_need():
    """Whole keys: what the slot does not tell of them, and both bounds, fit into 63 bits."""
    for key_bits, plies, size_bits, most in ((25, 20, 14, 14), (49, 42, 1, 4), (65, 63, 1, 20)):
        table = PackedTable(key_bits, plies, size_bits)
        bounds = 2 * (2 * (plies + 1)).bit_length()  # the values of each, a draw among them
        assert table.rest_bits + bounds <= 63
        assert 1 << size_bits <= len(table.memory) == table.size <= 1 << most


def test_all_pairs_of_bounds_come_back():
    table = PackedTable(LONG_KEY_BITS, LONGEST, 1)
    scores = [sign * (BASE - plies) for plies in range(1, LONGEST + 1) for sign in (-1, 1)]
    for number, (low, high) in enumerate(combinations_with_replacement(sorted([0, *scores]), 2)):
        key = Number((1 << LONG_KEY_BITS) - 1 - number)
        table.merge(GAME, key, 0, low, high)
        assert table.probe(GAME, key, 0) == (low, high)


def test_what_is_deep_pushes_nothing_out_that_is_not():
    table = PackedTable(KEY_BITS, LONGEST, 8, deep_bits=2)
    table.merge(GAME, Number(5), 0, 4 - BASE, BASE - 5)
    for key in range(0, 1 << KEY_BITS, 97):
        table.merge(GAME, Number(key), DEEP + 1, 0, 0)
    assert table.probe(GAME, Number(5), 0) == (4 - BASE, BASE - 5)
    assert table.probe(GAME, Number(5), DEEP + 1) == (-INFINITY, INFINITY)
    small = PackedTable(KEY_BITS, LONGEST, 8, deep_bits=2)
    move_entries(GAME, table, small)
    assert small.probe(GAME, Number(5), 0) == (4 - BASE, BASE - 5)


def test_threads_share_what_is_not_deep_and_nothing_else():
    table = PackedTable(KEY_BITS, LONGEST, 8, deep_bits=4, threads=3)
    members = [table.of_thread(number) for number in range(3)]
    for number, member in enumerate(members):
        for key in range(50):
            member.merge(GAME, Number(key), DEEP + 1, number - BASE + 2, BASE - 5)
    for number, member in enumerate(members):
        found = {member.probe(GAME, Number(key), DEEP + 1)[0] for key in range(50)}
        assert found == {-INFINITY, number - BASE + 2} or found == {number - BASE + 2}
    members[0].merge(GAME, Number(5), 0, 4 - BASE, BASE - 5)
    assert members[2].probe(GAME, Number(5), 0) == (4 - BASE, BASE - 5)


def test_keys_that_differ_in_a_few_bits_share_few_slots():
    """A thousand keys thrown at random into 2,048 slots would take some 790 of them."""
    table = PackedTable(KEY_BITS, LONGEST, 12)
    for step in (1, 16, 256):
        spread = (table.spread(GAME, Number(step * key)) for key in range(1_000))
        assert len({table.slot(key, 0) for key in spread}) > 500, step
