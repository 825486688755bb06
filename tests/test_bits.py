"""Sets of cells as whole numbers."""

from hypothesis import given
from hypothesis import strategies as st

from noughts import bits

SETS = st.sets(st.integers(0, 61))


def number(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


@given(SETS)
def test_count_is_how_many_there_are(cells):
    assert bits.count(number(cells)) == len(cells)


@given(SETS.filter(bool))
def test_lowest_is_the_lowest(cells):
    assert bits.lowest(number(cells)) == min(cells)


@given(st.integers(0, (1 << 62) - 1), SETS)
def test_scattered_bits_are_gathered_again(word, cells):
    mask = number(cells)
    scattered = bits.scattered(word, mask)
    assert not scattered & ~mask
    assert bits.gathered(scattered, mask) == word & (1 << len(cells)) - 1
