"""What goes into compiled code and comes out again, word by word."""

import math
from array import array
from mmap import ACCESS_READ, mmap
from typing import Any, NamedTuple

import pytest

from tests.each import each

pytest.importorskip("numba")

from noughts.errors import NotCompilable, SearchStopped
from noughts.games.tictactoe import TicTacToe
from noughts.native import compiled, kernel
from noughts.native.object_code import (
    NUMBER,
    Buffer,
    RecordKind,
    RowKind,
    kind_of,
    word_count,
)
from noughts.reading import fingerprint
from noughts.search.context import SearchContext

pytestmark = pytest.mark.usefixtures("cache")
GAME = TicTacToe()
MOST = (1 << 63) - 1


class Pair(NamedTuple):
    first: Any
    second: Any


# Kinds.


def test_kinds_of_the_same_words_are_told_apart_by_class_and_by_fields():
    pair, plain = kind_of(Pair(1, 2), None), kind_of((1, 2), None)
    assert pair == RowKind(Pair, (NUMBER, NUMBER))
    assert word_count(pair) == word_count(plain) == 2
    kinds = pair, plain, RecordKind(SearchContext), Buffer("q")
    assert len({fingerprint(kind) for kind in kinds}) == 4


@each("thing", ["text", 1.5, None, [1], {}, object()])
def test_what_has_no_words_is_refused(thing):
    with pytest.raises(NotCompilable, match=f"{type(thing).__name__} is not a NamedTuple"):
        compiled(same, GAME)(GAME, thing)


# Answers.


def same(game: Any, thing: Any) -> Any:
    return thing


@each("thing", [0, -1, MOST, -MOST - 1, (), (1,), (1, (2, 3)), Pair(1, -2), Pair((1, 2), 3)])
def test_numbers_and_tuples_of_them_come_back_as_they_were(thing):
    answer = compiled(same, GAME)(GAME, thing)
    assert answer == thing
    assert type(answer) is type(thing)


def test_a_number_without_room_is_left_to_the_plain_form():
    assert compiled(same, GAME)(GAME, MOST + 1) == MOST + 1


def is_odd(game: Any, number: int) -> Any:
    return number % 2 == 1, number / 2, math.sqrt(number)


def test_answers_of_other_types():
    assert compiled(is_odd, GAME)(GAME, 9) == (True, 4.5, 3.0)


def nothing(game: Any, number: int) -> None:
    return


def test_no_answer_is_none():
    assert compiled(nothing, GAME)(GAME, 1) is None


def in_words(game: Any, number: int) -> Any:
    return [number]


def test_an_answer_without_words_is_refused():
    with pytest.raises(NotCompilable, match="no answer for compiled code"):
        compiled(in_words, GAME)(GAME, 1)


# Errors.


def stopped(game: Any, run: SearchContext) -> int:
    run.nodes += 5
    raise SearchStopped("enough")


def test_an_error_comes_out_with_its_text_and_the_records_with_it():
    run = SearchContext()
    with pytest.raises(SearchStopped, match="enough"):
        compiled(stopped, GAME)(GAME, run)
    assert run.nodes == 5


def refuses(game: Any, number: int) -> int:
    raise ValueError("not", number)


def test_an_error_with_parts_known_only_then_is_left_to_the_plain_form():
    with pytest.raises(ValueError, match="7") as caught:
        compiled(refuses, GAME)(GAME, 7)
    assert caught.value.args == ("not", 7)


# Buffers.


def total(buffer: Any) -> int:
    numbers = 0
    for i in range(len(buffer)):
        numbers += buffer[i]
    return numbers


def test_buffers_that_may_only_be_read(tmp_path):
    path = tmp_path / "bytes"
    path.write_bytes(bytes([1, 2, 250]))
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as mapped:
        view = memoryview(mapped)
        assert kernel(total)(view) == kernel(total)(b"\x01\x02\xfa") == 253
        view.release()


def test_a_part_without_numbers():
    assert kernel(total)(memoryview(array("q", [1, 2]))[2:]) == 0
    assert kernel(total)(bytearray()) == 0
