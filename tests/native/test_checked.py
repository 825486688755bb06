"""Numbers that do not fit into 64 bits: compiled, anybody's rules say what they say plain."""

import importlib
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from noughts.bits import completing
from noughts.errors import NoughtsError
from noughts.game import Game
from noughts.knowledge import knowledge_of
from noughts.native import compiled, kernel, why_not
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from noughts.solving.solver import Solver
from noughts.value import BASE, LOSS, OPEN
from tests.each import each

LEAST, MOST = -(2**63), 2**63 - 1
WORDS = st.one_of(st.integers(LEAST, MOST), st.integers(-70, 70))


def added(a, b):
    return a + b


def added_in_place(a, b):
    a += b
    return a


def subtracted(a, b):
    return a - b


def multiplied(a, b):
    return a * b


def shifted_left(a, b):
    return a << b


def shifted_left_by_a_constant(a, b):
    return (a << 3) + b


def shifted_right(a, b):
    return a >> b


def raised(a, b):
    return a**b


def negated(a, b):
    return -a - b


def divided(a, b):
    return a // b + divmod(a, b)[0] - divmod(a, b)[1]


def divided_by_constants(a, b):
    return a // 2 + a % 8 - b // -3 + b % -5 + a // 7


def by_functions(a, b):
    return sum([b], start=abs(a)) if a < 0 else sum((a, b))


def of_truth_values(a, b):
    return ~(a > b) + (a < b) % 2 - (-(a == b)) + ((a > 0) < (b > 0)) * (a != b)


def left_over(a, b):
    return a % b


FORMS = (
    added, added_in_place, subtracted, multiplied, shifted_left, shifted_left_by_a_constant,
    shifted_right, raised, negated,
    divided, divided_by_constants, by_functions, of_truth_values, left_over,
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=200, deadline=None)
@given(WORDS, WORDS)
@example(-1, 65)
@example(-1, 64)
@example(1, 63)
@example(1, 62)
@example(-2, 63)
@example(LEAST, -1)
@example(LEAST, 1)
def test_compiled_arithmetic_is_pythons_or_an_error(form, a, b):
    assume(form is not raised or b < 200)
    try:
        answer = kernel(form)(a, b)
    except (OverflowError, ZeroDivisionError):
        with pytest.raises((OverflowError, ZeroDivisionError, ValueError, AssertionError)):
            assert in_python(form, a, b)
    else:
        assert answer == in_python(form, a, b)


def in_python(form, a, b):
    """What Python says, where each step has room; a shift is not made that has none."""
    if form is shifted_left:
        assert b < 64 or a == 0
    if form is raised:
        assert b >= 0
    answer = form(a, b)
    assert LEAST <= answer <= MOST
    if form is shifted_left_by_a_constant:
        assert LEAST <= a << 3 <= MOST
    if form in {negated, by_functions}:
        assert a != LEAST
    return answer


class Heap(NamedTuple):
    left: int
    mark: int


class Hashed(Game[Heap]):
    """One or two at a time, and nobody can move who finds nothing: three lose. Besides, a number
    is hashed: on the way it has more than 64 bits."""

    size: int = 12

    def start(self):
        return Heap(self.size, 1)

    def moves(self, position):
        yield 1
        if position.left > 1:
            yield 2

    def play(self, position, move):
        return Heap(position.left - move, self.marked(position.mark, position.left))

    def marked(self, mark, left):
        return mark * 6364136223846793005 % 2**61

    def outcome(self, position):
        return LOSS if position.left == 0 else OPEN


class Turned(Hashed):
    """Who loses hangs upon a number that has no room: without care it would be negative."""

    def marked(self, mark, left):
        return mark + 1

    def outcome(self, position):
        large = (2**62 + position.mark) * 3
        return LOSS if position.left == 0 and large > 0 else OPEN


class Divided(Hashed):
    def marked(self, mark, left):
        return 12 // (left - 5)


class Looked(Hashed):
    table: tuple[int, ...] = tuple(range(100))

    def marked(self, mark, left):
        return self.table[left * 9]


@each("cls", [Hashed, Turned])
def test_rules_whose_numbers_have_no_room_are_searched_as_plain_python(cls):
    known = knowledge_of(cls())
    assert compiled(negamax, known)(known, known.start(), 0, SearchContext()) == 8 - BASE
    assert str(Solver(cls(), unchecked=True).value(known.start())) == "loss in 8"


@each(("cls", "error"), [(Divided, ZeroDivisionError), (Looked, IndexError)])
def test_rules_that_fail_say_how_they_do_as_plain_python(cls, error):
    known = knowledge_of(cls())
    with pytest.raises(error):
        compiled(negamax, known)(known, known.start(), 0, SearchContext())


# All cells of Connect Four: seven columns of seven bits.
SEVEN_BY_SIX = sum(63 << 7 * column for column in range(7))


@cache
def rows_in_rules():
    numba = pytest.importorskip("numba")
    exact = importlib.import_module("noughts.native.checked").EXACT_INTRINSICS[completing]
    return numba.njit(lambda cells, one, other, k: exact(cells, (one, other), k))


@settings(max_examples=300, deadline=None)
@given(WORDS, st.integers(-1, 70), st.integers(0, 9), st.integers(-1, 70))
@example(SEVEN_BY_SIX, 8, 6, 4)
@example(1 << 62 | 1 << 61, 1, 0, 2)  # the next cell of the row is the sign
@example(1 << 62 | 1 << 60, 1, 2, 3)
@example(1 << 54 | 1 << 46, 8, 1, 3)
@example(5, 32, 1, 4)  # shifts of more bits than a word has
@example(7, 63, 1, 2)
@example(-5, 1, 2, 3)
@example(5, 0, 1, 70)
@example(5, -1, 1, 2)
def test_rows_in_rules_are_pythons_or_an_error(cells, one, other, k):
    try:
        answer = rows_in_rules()(cells, one, other, k)
    except OverflowError:
        assert cells != SEVEN_BY_SIX
    else:
        assert answer == completing(cells, (one, other), k)


def test_a_constant_without_room_is_not_compiled():
    class Constant(Hashed):
        mask = 2**63

        def marked(self, mark, left):
            return mark & self.mask

    class Spelt(Hashed):
        def marked(self, mark, left):
            return mark & 2**63

    for cls in Constant, Spelt:
        assert "the constant 9223372036854775808 does not fit into 64 bits" in why_not(cls())


def test_a_field_without_room_is_told_by_one_error():
    class Grown(Hashed):
        def marked(self, mark, left):
            return mark * 2**12

    with pytest.raises(NoughtsError, match="fit"):
        Solver(Grown(), unchecked=True).value(Grown().start())


def test_what_is_no_number_is_added_as_ever():
    def joined(a, b):
        return len((a, *(b, a))) + (a + 0.5)

    assert kernel(joined)(1, 2) == 4.5
