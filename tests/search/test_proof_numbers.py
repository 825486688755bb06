"""The table of proof numbers: what is kept is found again, and nothing else ever is."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.games.common.cell_game import Marks
from noughts.games.tictactoe import TicTacToe
from noughts.search.proof import MOST, disproof_number, pack_numbers, proof_number
from noughts.search.table import (
    NEIGHBOURS,
    ArrayProofTable,
    DictProofTable,
    move_proofs,
    proof_table_for,
)
from tests.each import each

NUMBERS = st.integers(0, MOST)
WORDS = st.integers(0, 2**62 - 1)
QUESTIONS = st.tuples(st.tuples(WORDS, WORDS), st.integers(0, 1))
KEPT = st.tuples(QUESTIONS, st.integers(1, 2**62 - 1), st.integers(1, 2**40))


@given(NUMBERS, NUMBERS)
def test_both_numbers_come_back_from_an_entry_of_one_word(proof, disproof):
    entry = pack_numbers(proof, disproof)
    assert (proof_number(entry), disproof_number(entry)) == (proof, disproof)
    assert 0 <= entry < 2**62


@each("table", [DictProofTable, lambda: ArrayProofTable(2, 2)])
def test_a_table_never_takes_one_question_for_another(table):
    """Against a dict that remembers all: the table knows the same of a question, or nothing."""

    @given(st.lists(KEPT, max_size=60))
    def of_any_entries(all_kept):
        subject, everything = table(), {}
        for (position, goal), entry, effort in all_kept:
            subject.store(position, goal, entry, effort)
            everything[position, goal] = entry
            assert subject.find(position, goal) == entry
        for (position, goal), entry in everything.items():
            assert subject.find(position, goal) in (entry, 0)

    of_any_entries()


def test_the_question_with_another_goal_is_another_question():
    table = ArrayProofTable(2, 4)
    table.store((0, 0), 1, pack_numbers(3, 4), 1)
    assert (table.find((0, 0), 1), table.find((0, 0), 0)) == (pack_numbers(3, 4), 0)
    table.store((0, 0), 0, pack_numbers(5, 6), 1)
    assert (table.find((0, 0), 1), table.find((0, 0), 0)) == (
        pack_numbers(3, 4),
        pack_numbers(5, 6),
    )


@given(st.lists(KEPT, max_size=9, unique_by=lambda kept: kept[0]))
def test_a_larger_table_gets_every_question(all_kept):
    table, larger = ArrayProofTable(2, 2), ArrayProofTable(2, 12)
    for (position, goal), entry, effort in all_kept:
        table.store(position, goal, entry, effort)
    kept = [table.find(*question) for question, _, _ in all_kept]
    move_proofs(TicTacToe(), Marks(0, 0), table, larger)
    assert [larger.find(*question) for question, _, _ in all_kept] == kept


def test_what_took_the_fewest_nodes_gives_way():
    table = ArrayProofTable(1, 0)  # all positions have the same slots
    for number in range(NEIGHBOURS):
        table.store((number,), 0, pack_numbers(1, 1), effort=10 + number)
    table.store((99,), 0, pack_numbers(2, 2), effort=1)
    assert table.find((99,), 0) == pack_numbers(2, 2)
    assert [table.find((number,), 0) for number in range(NEIGHBOURS)] == [
        0,
        *[pack_numbers(1, 1)] * 3,
    ]


def test_an_entry_that_is_kept_again_keeps_its_slot():
    table = ArrayProofTable(1, 0)
    for number in range(NEIGHBOURS):
        table.store((number,), 0, pack_numbers(1, 1), effort=10)
    table.store((2,), 0, pack_numbers(7, 7), effort=5)
    assert [proof_number(table.find((number,), 0)) for number in range(NEIGHBOURS)] == [1, 1, 7, 1]


@each(
    ("position", "kind"),
    [(Marks(1, 2), ArrayProofTable), ((1, 2, 3), ArrayProofTable), ("xo.", DictProofTable)],
)
def test_a_table_suits_the_positions(position, kind):
    assert type(proof_table_for(TicTacToe(), position)) is kind
