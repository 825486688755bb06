"""Compiled code reads and writes the very numbers of a buffer, whatever it is made of."""

from array import array
from typing import Any, NamedTuple

import pytest

from noughts.native import FEW_POSITIONS, MANY_POSITIONS, calls, kernel, object_code
from tests.each import each

pytest.importorskip("numba")


class Pair(NamedTuple):
    first: Any
    second: Any


def mirrored(pair: Pair) -> int:
    """Write the numbers of the first in reverse into the second; how many they are."""
    size = len(pair.first)
    for i in range(size):
        pair.second[size - 1 - i] = pair.first[i]
    return size


def summed(buffer: Any) -> int:
    total = 0
    for i in range(len(buffer)):
        total += buffer[i]
    return total


@each("letter", "bBhHiIqQ")
def test_numbers_of_every_kind(letter):
    first, second = array(letter, [1, 2, 3, 100]), array(letter, [0] * 4)
    assert kernel(mirrored)(Pair(first, second)) == 4
    assert list(second) == [100, 3, 2, 1]


def test_the_smallest_and_the_greatest_number_keep_their_sign():
    for letter, bits in (("b", 8), ("h", 16), ("i", 32), ("q", 64)):
        most = (1 << bits - 1) - 1
        assert kernel(summed)(array(letter, [most, -most - 1])) == -1
    assert kernel(summed)(array("B", [255])) == 255


def test_what_does_not_fit_is_cut_off_as_in_c():
    second = array("b", [0])
    kernel(mirrored)(Pair(array("q", [257]), second))
    assert list(second) == [1]


@each("kind", [bytearray, lambda b: memoryview(bytearray(b))])
def test_what_is_no_array(kind):
    first, second = kind(b"abc"), kind(b"...")
    kernel(mirrored)(Pair(first, second))
    assert bytes(second) == b"cba"


def test_a_part_of_memory():
    whole = array("q", range(10))
    part = memoryview(whole)[3:6]
    assert kernel(summed)(part) == 3 + 4 + 5
    kernel(mirrored)(Pair(array("q", [7, 8, 9]), part))
    assert list(whole) == [0, 1, 2, 9, 8, 7, 6, 7, 8, 9]


def test_nothing():
    assert kernel(summed)(array("q")) == 0


# Compiling takes a second, so it must pay.


def doubled(numbers: Any) -> int:
    for i in range(len(numbers)):
        numbers[i] *= 2
    return len(numbers)


def _forget() -> None:
    calls._kernel_form.cache_clear()
    calls._forms.cache_clear()


def compiles(positions: int | None) -> bool:
    """Whether a kernel for that many positions is compiled; it says the same in any case."""
    from numba.core import event

    _forget()
    numbers = array("q", [1, 2])
    with event.install_recorder("numba:compile") as compiling:
        assert kernel(doubled, positions)(numbers) == 2
    assert list(numbers) == [2, 4]
    return bool(compiling.buffer)


def test_only_what_pays_is_compiled(cache):
    assert not compiles(FEW_POSITIONS - 1)
    assert not compiles(MANY_POSITIONS - 1)
    assert compiles(MANY_POSITIONS)
    assert kernel(doubled, FEW_POSITIONS - 1) is doubled
    assert kernel(doubled, FEW_POSITIONS) is not doubled


def test_what_is_on_disk_is_loaded_where_compiling_would_not_pay(cache, monkeypatch):
    assert compiles(None)
    _forget()
    ran = []
    monkeypatch.setattr(object_code.Loaded, "run", lambda self, words: ran.append(words))
    kernel(doubled, MANY_POSITIONS - 1)(array("q", [1]))
    assert len(ran) == 1
