"""Ranks of colour patterns, and how many sets of cells symmetries leave."""

from itertools import combinations
from math import comb
from typing import Any

from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.knowledge.line_game import MNKKnowledge
from noughts.knowledge.symmetry import moved, of_rectangle
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.ranking import (
    compressed,
    inserted,
    orbits,
    rank,
    spread_pattern,
    unranked,
    words_in_order,
)
from noughts.tablebase.combinatorial.tables import Tables
from tests.each import each


@each("ones", range(8))
def test_ranks_number_the_words_with_so_many_ones_in_order(ones):
    words = sorted(sum(1 << bit for bit in bits) for bits in combinations(range(7), ones))
    assert [rank(word) for word in words] == list(range(comb(7, ones)))
    assert [unranked(place, ones, 7) for place in range(len(words))] == words


def test_words_come_by_their_ones_and_then_in_order():
    assert words_in_order(3) == [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111]


def test_a_word_is_made_of_a_set_and_made_a_set_again():
    taken = 0b1101_0110
    for word in range(32):
        assert compressed(spread_pattern(word, taken), taken) == word
        assert spread_pattern(word, taken) & ~taken == 0


@each("place", range(5))
@each("bit", [0, 1])
def test_a_new_bit_moves_the_others_up(place, bit):
    for word in range(16):
        digits = list(f"{word:04b}")
        digits.insert(4 - place, str(bit))
        assert inserted(word, place, bit) == int("".join(digits), 2)


@each(("columns", "rows"), [(3, 3), (4, 3), (2, 2), (5, 1)])
def test_orbits_are_as_many_as_there_are_smallest_images(columns, rows):
    symmetries, cells = of_rectangle(columns, rows), columns * rows
    folded = {min(moved(cells_, each) for each in symmetries) for cells_ in range(1 << cells)}
    counted = [sum(1 for each in folded if each.bit_count() == n) for n in range(cells + 1)]
    assert orbits(symmetries, dict.fromkeys(range(cells), 1)) == counted


def test_orbits_of_a_torus():
    """Sets of cells of the 3×3 torus up to its 432 symmetries: collinear triples and others."""
    symmetries = MNKKnowledge(MNK(3, 3, 3, torus=True)).symmetries
    assert orbits(symmetries, dict.fromkeys(range(9), 1)) == [
        1,
        1,
        1,
        2,
        2,
        2,
        2,
        1,
        1,
        1,
    ]


def test_orbits_of_columns_are_heights_up_to_reflection():
    """Two columns of two cells: (0,0) (0,1) (0,2)=(2,0) (1,1) (1,2) (2,2)."""
    mirror = ((0, 1, 2, 3), (2, 3, 0, 1))
    assert orbits(mirror, {0: 2, 2: 2}) == [1, 1, 2, 1, 1]


@each("columns", [3, 4])
def test_falling_sets_are_as_many_as_are_found(columns):
    marking: Any = marking_of(ConnectFour(columns, 3, 3))
    tables = Tables(marking)
    for marks in range(marking.cells + 1):
        assert tables.set_count(marks) == len(tables.sets(marks))
