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
    pdep = bits.pdep(word, mask)
    assert not pdep & ~mask
    assert bits.pext(pdep, mask) == word & (1 << len(cells)) - 1


@given(st.sets(st.integers(0, 29)), st.sets(st.integers(1, 9), min_size=1), st.integers(2, 5))
def test_completing_is_what_one_cell_more_makes_a_row_of(cells, steps, k):
    rows = [{start + i * step for i in range(k)} for start in range(-40, 70) for step in steps]
    found = bits.completing(number(cells), tuple(steps), k)
    for cell in range(40):
        completes = any(cell in row and row - {cell} <= cells for row in rows)
        assert found >> cell & 1 == completes, cell
