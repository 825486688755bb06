"""Boards in other programs' codes: each is read as what it is, or refused."""

from contextlib import suppress

import pytest

from noughts.errors import UnreadablePosition, WrongCount
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from tests.each import each
from tests.whole import every_position

GAME = TicTacToe()
# The codes of an X, of an O and of an empty cell, as programs have them: -1, 0, 1 in Pgx.
CODES = [
    (0, 1, -1), (0, 1, None), (True, False, None), (1, 0, None), (1, 2, 0), (0, 1, 2), (2, 1, 0),
    (1, -1, 0), (-1, 1, 0), (1, -1, None), ("X", "O", 0), ("x", "o", "_"),
]  # fmt: skip
BOARDS = list(every_position(GAME))[::19]


def cells_of(position, ply, codes):
    """The cells of a position in such codes."""
    marks = {"X": codes[0], "O": codes[1]}
    return [marks.get(cell.mark, codes[2]) for cell in GAME.board(position, ply % 2).cells]


@each("codes", CODES)
def test_no_board_is_read_as_another(codes):
    x, o, empty = codes
    right = 0
    for position, ply in BOARDS:
        cells = cells_of(position, ply, codes)
        with suppress(UnreadablePosition):
            assert GAME.from_cells(cells) == (position, ply % 2)
            right += 1
        assert GAME.from_cells(cells, x=x, o=o, empty=empty) == (position, ply % 2)
    assert right == len(BOARDS) if isinstance(x, str) else right > len(BOARDS) / 4


def test_letters_need_no_word_and_numbers_may_need_one():
    # X on a3, O on b3; and the other way round: both can arise.
    with pytest.raises(UnreadablePosition, match=r"x=1, o=-1, empty=0 or x=-1, o=1, empty=0"):
        GAME.from_cells([1, -1, *[0] * 7])
    assert GAME.text(*GAME.from_cells([1, -1, *[0] * 7], x=-1)) == "ox1/3/3 x"
    assert GAME.text(*GAME.from_cells(["X", "O", *[0] * 7])) == "xo1/3/3 x"
    assert GAME.text(*GAME.from_cells([0] * 9)) == "3/3/3 x"
    assert MNK(2, 1, 1).from_cells([0, 0])[0] == MNK(2, 1, 1).start()


def test_any_code_can_be_given():
    assert GAME.text(*GAME.from_cells("ABBAA....", x="A", o="B")) == "xoo/xx1/3 o"
    assert GAME.text(*GAME.from_cells([7, 8, *[9] * 7], x=7, o=8, empty=9)) == "xo1/3/3 x"


@each(
    "cells",
    [["Z", *[None] * 8], ["X", "n", *["."] * 7], [3] * 9, ["X", 1, *[None] * 7], [[1]] * 9,
     [[]] * 9, [{}] * 9, [float("nan")] * 9, [-1, 0, 1, 2, *[0] * 5], None,
     dict.fromkeys("XO.-_ ", 0), 7, {}, []],
)  # fmt: skip
def test_what_means_nothing_is_refused(cells):
    with pytest.raises(UnreadablePosition, match="'X', 'O'"):
        GAME.from_cells(cells)


def test_what_has_no_order_is_refused():
    """A set has another order each time."""
    with pytest.raises(UnreadablePosition, match="reading order"):
        MNK(3, 1, 3).from_cells({0, 1, None})


def test_what_no_reading_allows_has_the_reason_of_the_usual_one():
    with pytest.raises(WrongCount, match="5 X and 2 O"):
        GAME.from_cells([1, 1, 1, -1, 1, 1, -1, 0, 0])


def test_a_number_is_no_run_of_cells_if_it_is_nothing():
    # Programs write the numbers of free cells, here from 0: "0X2" is not an X in the first cell.
    assert GAME.text(*GAME.parse("0x2/xox/oxo")) == "1x1/xox/oxo o"
