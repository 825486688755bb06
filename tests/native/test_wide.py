"""Wide numbers: compiled, they are what Python's own whole numbers are."""

from collections.abc import Iterator
from dis import get_instructions
from random import Random
from typing import Any, NamedTuple

import pytest

from noughts import compiled
from noughts.bits import count, lowest
from noughts.errors import NotCompilable, SearchStopped
from noughts.game import Game
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import why_not
from noughts.native.calls import Owner, _forms, _kinds
from noughts.native.compile_unit import SHIFTED, rewritten
from noughts.native.object_code import Call
from noughts.players.style import STYLES, Choice, GameTally, play_games
from noughts.search.context import Ordering, ScoreBounds, SearchContext, SearchControl, ordering_for
from noughts.search.depth import ROOM
from noughts.search.memory import (
    holds_position,
    unpack_position,
    words_of,
    write_position,
    zeros,
)
from noughts.search.negamax import negamax
from noughts.search.recorder import copied
from noughts.search.solver import mtd_search
from noughts.search.table import ArrayTable, folded_word
from noughts.value import LOSS, OPEN
from tests.each import each

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


@each("function", [combined, calculated, compared, counted])
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
    changed = rewritten(rule, shift=lambda number, places: number << places)
    assert SHIFTED in changed.__code__.co_names
    assert not any(each.opname.startswith("BINARY_OP") for each in get_instructions(changed))
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
    positions = [*pairs(300), *(Marks(-mine, theirs) for mine, theirs in pairs(100))]
    found = [table.slot(position) for position in positions]
    assert [form(GAME, position, table) for position in positions] == found
    assert len(set(found)) > 300  # all words count


def test_every_bit_of_a_wide_number_counts_in_its_folded_word():
    alone = {folded_word(1 << bit, BITS // 64) for bit in range(BITS - 2)}
    assert len(alone) == BITS - 2


LEAST, MOST = -(1 << BITS - 1), (1 << BITS - 1) - 1
MARK = 1 << 100 | 5
ROW = tuple(1 << i | 1 << i + 90 for i in range(50))


def height(number):
    return number and 1 + height(number >> 1)


def counted_down(game, mine, theirs, places):
    return height(mine)


def added(game, mine, theirs, places):
    return mine + theirs


def subtracted(game, mine, theirs, places):
    return mine - theirs


def multiplied(game, mine, theirs, places):
    return mine * theirs


def negated(game, mine, theirs, places):
    return -mine ^ abs(theirs)


def summed(game, mine, theirs, places):
    return sum((mine, theirs))


def changed_in_place(game, mine, theirs, places):
    mine += places
    mine -= theirs
    mine *= 3
    mine >>= 1
    return mine


def shifted_left(game, mine, theirs, places):
    return mine << places


def shifted_right(game, mine, theirs, places):
    return mine >> places


def one_shifted(game, mine, theirs, places):
    return mine ^ 1 << places


def lowest_of_both(game, mine, theirs, places):
    return lowest(mine) + (lowest(~theirs) << 7)


def marked(game, mine, theirs, places):
    return mine & MARK | len(ROW)


def found_in_a_row(game, mine, theirs, places):
    return ROW[places]


def found_by_a_wide_place(game, mine, theirs, places):
    return ROW[mine] + game.table[mine]


RULES = (
    added, counted_down, subtracted, multiplied, negated, summed, changed_in_place,
    shifted_left, shifted_right, one_shifted, marked, found_in_a_row, found_by_a_wide_place,
    lowest_of_both,
)  # fmt: skip


class Own(MNK):
    """Rules of one's own, with wide numbers."""

    table: tuple[int, ...] = tuple(range(100))


def ruled_by(rule: Any) -> Any:
    """A game with one rule more."""
    return type("Own", (Own,), {"rule": rule, "__module__": __name__})(15, 15, 5)


def answer(game: Any, position: Marks, places: int) -> Any:
    """What a rule says."""
    return game.rule(position.mine, position.theirs, places)


def compiled_answer(game: Any, position: Marks, places: int) -> Any:
    """What compiled code says, or the error by which it leaves the answer to Python."""
    given = (game, position, places)
    kinds = _kinds(given, game)
    return Call(_forms(answer, Owner(game)).of(kinds), given, kinds, ROOM).answer()


def numbers(how_many: int) -> Iterator[tuple[Marks, int]]:
    """Pairs of numbers, and a third, around the bounds of words and of wide numbers."""
    random = Random(7)
    ends = (LEAST, LEAST + 1, -1, 0, 1, 1 << 127, 1 << 128, MOST - 1, MOST)

    def one() -> int:
        number = random.getrandbits(random.choice((1, 5, 63, 64, 65, 127, 128, 129, 254, 255)))
        return random.choice((number, -number, random.choice(ends)))

    for _ in range(how_many):
        places = random.choice((random.randrange(-60, 60), random.choice((63, 64, 254, 255, 256))))
        yield Marks(one(), one()), places


@each("rule", RULES[::5], large=[rule for rule in RULES if rule not in RULES[::5]])
def test_in_rules_of_ones_own_wide_numbers_are_pythons_or_an_error(rule):
    game = ruled_by(rule)
    answered = 0
    for position, places in numbers(1_000):
        try:
            found = compiled_answer(game, position, places)
        except OverflowError:  # left to Python, where a step may have had no room
            continue
        except IndexError:
            with pytest.raises(IndexError):
                answer(game, position, places)
            continue
        assert found == answer(game, position, places)
        answered += 1
    assert answered >= 100


def test_where_there_is_no_room_plain_python_answers():
    game = ruled_by(multiplied)
    position = Marks(1 << 200, 1 << 100)
    with pytest.raises(OverflowError):
        compiled_answer(game, position, 0)
    assert compiled(answer, game)(game, position, 0) == 1 << 300


def test_rules_that_compiled_code_cannot_say_run_interpreted_and_say_why():
    rule: Any = added
    other: Any = copied(rule)
    other.__code__ = (lambda game, mine, theirs, places: mine).__code__
    rules = {
        other: "The source of added() cannot be found",
        divided: "floordiv",
    }
    for rule, why in rules.items():
        game = ruled_by(rule)
        with pytest.raises(NotCompilable) as error:
            compiled(answer, game)(game, game.start(), 0)
        assert why in str(error.value)


def divided(game, mine, theirs, places):
    return mine // 3


def test_wide_rules_of_ones_own_are_searched_compiled():
    game = knowledge_of(Own(9, 9, 5))
    assert why_not(Own(9, 9, 5)) == ""
    runs = SearchContext(limit=2), SearchContext(limit=2)
    plain, fast = (
        form(game, game.start(), 0, run)
        for form, run in zip((negamax, compiled(negamax, game)), runs, strict=True)
    )
    assert plain == fast
    assert runs[0].nodes == runs[1].nodes == 1 + 81 + 81 * 80


class Step(NamedTuple):
    mine: int
    theirs: int
    last: int


class Walk(Game[Step]):
    """Ten plies, each another number than the last one, which the position keeps as a field."""

    field_bits = 128

    def start(self) -> Step:
        return Step(1, 0, 0)

    def moves(self, position: Step) -> Iterator[int]:
        for step in range(1, 5):
            if step != position.last:
                yield step

    def play(self, position: Step, move: int) -> Step:
        cells = position.mine | position.theirs
        if not cells >> 60:
            return Step(mine=position.theirs, theirs=cells << 7, last=move)
        return Step(0, position.theirs | 1 << 70, 2)

    def outcome(self, position: Step) -> int:
        return LOSS if (position.mine | position.theirs) >> 70 & 1 else OPEN


def test_numbers_from_which_a_wide_position_is_made_become_wide():
    game = knowledge_of(Walk())
    assert why_not(Walk()) == ""
    runs = SearchContext(), SearchContext()
    plain, fast = (
        form(game, game.start(), 0, run)
        for form, run in zip((negamax, compiled(negamax, game)), runs, strict=True)
    )
    assert plain == fast
    assert runs[0].nodes == runs[1].nodes > 1_000


def test_a_field_has_as_many_bits_as_some_words():
    class Odd(MNK):
        field_bits = 100

    assert "has fields of 100 bits" in why_not(Odd())


@each("spec", ["othello:8", "domineering:8,8"])
def test_the_solver_and_the_levels_of_a_wide_board_are_compiled(spec):
    game = knowledge_of(find_game(spec))
    start = game.start()
    ordering = ordering_for(game, game.state(start), 4)
    control, table = SearchControl(budget=0), ArrayTable(words_of(game, start), 4)
    with pytest.raises(SearchStopped):  # it was compiled, and ran
        compiled(mtd_search, game)(game, start, ScoreBounds(), -1, control, table, ordering)
    styles, tally = (STYLES["greedy"], STYLES["greedy"]), GameTally(1)
    compiled(play_games, game)(game, start, styles, Choice(), SearchContext(), tally)
    assert tally.first + tally.draws + tally.second == 1
