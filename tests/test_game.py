"""What a game gets for nothing: the defaults of the optional methods, and playing by the rules."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import GameOver, IllegalMove, UnreadableMove, UnreadablePosition
from noughts.game import (
    FIRST,
    SECOND,
    Game,
    legal_moves,
    parameters,
    play_legal,
    read_move,
    read_position,
)
from noughts.value import LOSS, OPEN
from tests.each import each

WORDS = st.integers(-(2**63), 2**63 - 1)


class Heaps(NamedTuple):
    left: int
    right: int


class TwoHeaps(Game[Heaps]):
    """Take one counter of a heap; who takes the last wins. Move 0 takes left, 1 right."""

    left: int = 2
    right: int = 1

    def start(self) -> Heaps:
        return Heaps(self.left, self.right)

    def moves(self, position: Heaps) -> Iterable[int]:
        return [move for move in (0, 1) if position[move]]

    def play(self, position: Heaps, move: int) -> Heaps:
        left, right = position
        return Heaps(left - 1, right) if move == 0 else Heaps(left, right - 1)

    def outcome(self, position: Heaps) -> int:
        return OPEN if any(position) else LOSS


GAME = TwoHeaps()


def test_the_annotated_attributes_are_the_parameters():
    assert parameters(TwoHeaps(5)) == {"left": 5, "right": 1}
    assert TwoHeaps(5, 2) == TwoHeaps(left=5, right=2) != TwoHeaps(5, 3)
    assert repr(TwoHeaps(5)) == "TwoHeaps(left=5, right=1)"
    assert len({TwoHeaps(5), TwoHeaps(5), TwoHeaps(6)}) == 2


def test_the_parameters_of_a_game_cannot_be_changed():
    with pytest.raises(AttributeError):
        GAME.left = 3  # type: ignore[misc]


def test_a_game_without_the_four_methods_cannot_be_made():
    class Nothing(Game[Any]):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Nothing()  # type: ignore[abstract]


def test_the_defaults_say_nothing():
    position = GAME.start()
    assert GAME.turn(position) is None
    assert GAME.lines(position) == ()
    GAME.validate(position, FIRST)


def test_moves_are_called_by_their_numbers():
    assert GAME.name(1) == "1"
    assert GAME.read(" 1 ") == 1


@each("text", ["", "one", "-1", "1.0", "1 0", "²", "9" * 5_000])
def test_what_is_no_number_is_no_move(text):
    with pytest.raises(UnreadableMove, match="whole numbers"):
        GAME.read(text)


@given(st.tuples(WORDS, WORDS), st.sampled_from((FIRST, SECOND)))
def test_a_position_comes_back_from_its_text(words, turn):
    position = Heaps(*words)
    assert GAME.parse(GAME.text(position, turn)) == (position, turn)


def test_the_text_is_the_numbers_and_the_side():
    assert GAME.text(Heaps(2, 1), SECOND) == "2,1 o"


@each("text", ["", "2,1", "2 x", "2,1,0 x", "2,1 z", "2,1 xo", "a,b x", "2,1 X", " x", "2;1 x"])
def test_what_is_no_position_is_refused_with_an_example(text):
    with pytest.raises(UnreadablePosition, match="the start is '2,1 x'"):
        GAME.parse(text)


def test_the_board_shows_the_numbers_by_their_names():
    board = GAME.board(Heaps(2, 1), FIRST)
    assert [(cell.name, cell.mark) for cell in board.cells] == [("left", "2"), ("right", "1")]
    assert (board.columns, board.rows) == (2, 1)


def test_a_move_that_is_not_legal_is_refused_with_those_that_are():
    with pytest.raises(IllegalMove, match=r"0 cannot be played here; choose from 1\."):
        play_legal(GAME, Heaps(0, 1), 0)
    assert play_legal(GAME, Heaps(0, 1), 1) == Heaps(0, 0)


def test_after_the_end_there_are_no_moves():
    assert legal_moves(GAME, Heaps(0, 0)) == []
    with pytest.raises(GameOver):
        play_legal(GAME, Heaps(0, 0), 0)


# Whatever `read` and `parse` of somebody's game make of a text that they do not know.


class Careless(TwoHeaps):
    def read(self, text: str) -> int:
        return {"one": 1, "two": "2"}[text]  # type: ignore[return-value]

    def parse(self, text: str) -> tuple[Heaps, int]:
        return Heaps(int(text), 1), FIRST


def test_a_move_is_read_or_it_is_unreadable():
    assert read_move(Careless(), "one") == 1
    for text in ("three", "two"):
        with pytest.raises(UnreadableMove, match=f"'{text}' is not the name of a move"):
            read_move(Careless(), text)


def test_a_position_is_read_or_it_is_unreadable():
    assert read_position(Careless(), "2") == (Heaps(2, 1), FIRST)
    with pytest.raises(UnreadablePosition, match="'two' is not a position of this game"):
        read_position(Careless(), "two")


@each("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_of_more_than_64_bits_is_in_no_position(number):
    with pytest.raises(UnreadablePosition, match="is not a position"):
        GAME.parse(f"{number},1 x")
