"""Wide numbers: compiled, they are what Python's own whole numbers are."""

from dis import get_instructions
from random import Random
from typing import Any

import pytest

from noughts import compiled
from noughts.bits import count, lowest
from noughts.errors import NotCompilable
from noughts.games.common.grid import Marks
from noughts.games.mnk import MNK
from noughts.native import at_hand, why_not
from noughts.native.wide_operators import SHIFTED, with_wide_shifts
from noughts.search.memory import (
    holds_position,
    unpack_position,
    words_of,
    write_position,
    zeros,
)
from noughts.search.negamax import negamax
from noughts.search.ordering import Ordering
from noughts.search.table import ArrayTable, folded_word

GAME = MNK(15, 15, 5)  # 256 bits
BITS, WORDS = 256, 8  # of a number; and the words of a position, which has two


def pairs(how_many: int, bits: int = 200) -> list[Marks]:
    """Random pairs of sets, many of them small, and with the highest bits now and then."""
    random = Random(5)
    sizes = [random.choice((1, 5, 63, 64, 65, 128, bits)) for _ in range(2 * how_many)]
    numbers = [random.getrandbits(size) for size in sizes]
    return [Marks(*numbers[i : i + 2]) for i in range(0, 2 * how_many, 2)]


def combined(game: Any, position: Marks) -> Marks:
    """Sets from all operators of sets."""
    mine, theirs = position.mine, position.theirs
    either = mine | theirs
    both = mine & theirs
    both ^= mine & ~theirs
    return Marks(either ^ both, (mine & -mine) | both)


def calculated(game: Any, position: Marks) -> Marks:
    """A sum, a difference, a product, a choice."""
    mine, theirs = position.mine, position.theirs
    return Marks(mine + theirs - 3 * min(mine, theirs), max(mine, theirs) * 5 - -mine)


def compared(game: Any, position: Marks) -> tuple[bool, bool, bool, bool, bool]:
    """Comparisons, also with small numbers, and truth."""
    mine, theirs = position.mine, position.theirs
    return mine < theirs, mine >= theirs, mine == theirs, mine != 0, not mine & theirs


def counted(game: Any, position: Marks) -> tuple[int, int]:
    """What is counted, or is a cell, is a machine word."""
    first = lowest(position.mine) if position.mine else -1
    return count(position.mine | position.theirs), first


def shifted(game: Any, position: Marks, places: int) -> Marks:
    """Shifted down by any number of places, and up."""
    return Marks(position.mine >> places, position.theirs << 7 | position.mine >> 3)


@pytest.mark.parametrize("function", [combined, calculated, compared, counted])
def test_operators_on_wide_numbers_are_those_of_python(function):
    form = compiled(function, GAME)
    for position in pairs(200):
        assert form(GAME, position) == function(GAME, position)


def test_shifts_by_any_number_of_places():
    form = compiled(shifted, GAME)
    for position in pairs(20):
        for places in (0, 1, 62, 63, 64, 65, 127, 128, 255, 256, 300, 5_000):
            assert form(GAME, position, places) == shifted(GAME, position, places)


def in_place(known: int, places: int) -> int:
    """A shift in place, as rules may have it."""
    known <<= places
    return known << 1


def test_in_rules_every_shift_to_the_left_makes_a_wide_number():
    rule: Any = in_place
    changed = with_wide_shifts(rule, BITS)
    assert SHIFTED in changed.__code__.co_names
    assert not any(each.opname.startswith("BINARY_OP") for each in get_instructions(changed))
    changed.__globals__[SHIFTED] = lambda number, places: number << places
    assert changed(3, 100) == 3 << 101


def stored(game: Any, position: Marks, words: "Ordering", size: int) -> tuple[Marks, bool, bool]:
    """Written to memory, read again, compared."""
    write_position(words.states, 1, position, size)
    here = holds_position(words.states, 1, position, size)
    there = holds_position(words.states, 0, position, size)
    return unpack_position(position, words.states, 1, size), here, there


def test_a_position_lies_in_memory_as_plain_python_writes_it():
    form = compiled(stored, GAME)
    for position in pairs(50, bits=254):
        memory = Ordering(1, WORDS)
        kept = form(GAME, position, memory, WORDS)
        assert kept == (position, True, holds_position(memory.states, 0, position, WORDS))
        plain = zeros(WORDS + 1)
        write_position(plain, 1, position, WORDS)
        assert memory.states == plain
        assert unpack_position(Marks(0, 0), plain, 1, WORDS) == position


def place(game: Any, position: Marks, table: ArrayTable) -> int:
    """The position's slot."""
    return table.slot(position)


def test_tables_find_wide_positions_in_the_same_slots_in_both_forms():
    form, table = compiled(place, GAME), ArrayTable(words_of(GAME, GAME.start()), 12)
    found = [table.slot(position) for position in pairs(300)]
    assert [form(GAME, position, table) for position in pairs(300)] == found
    assert len(set(found)) > 200  # all words count


def test_every_bit_of_a_wide_number_counts_in_its_folded_word():
    alone = {folded_word(1 << bit, BITS // 64) for bit in range(BITS - 2)}
    assert len(alone) == BITS - 2


class OwnMNK(MNK):
    """Rules of one's own, with wide numbers."""


def test_wide_rules_of_ones_own_run_interpreted_and_say_so():
    game = OwnMNK(9, 9, 5)
    assert "rules of one's own needs positions of 64 bits" in why_not(game)
    with pytest.raises(NotCompilable, match="searches run interpreted"):
        compiled(negamax, game)
    assert not at_hand(negamax, game)
    assert why_not(OwnMNK(5, 5, 4)) == ""
