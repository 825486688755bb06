"""Positions from lists of cells, as tutorials have them."""

import pytest

from noughts.errors import PositionError, UnreadablePosition, WrongCount
from noughts.games.connectfour import ConnectFour
from noughts.games.tictactoe import TicTacToe
from tests.each import each

GAME = TicTacToe()
BOARD = "x1o/1x1/2o x"


@each(
    "cells",
    [
        ["X", None, "O", None, "X", None, None, None, "O"],
        ["x", "", "o", "", "x", "", "", "", "o"],
        "X-O-X---O",
        "x.o.x...o",
    ],
)
def test_each_way_of_tutorials_is_read(cells):
    assert GAME.text(*GAME.from_cells(cells)) == BOARD


def test_a_larger_board_has_more_cells():
    game = ConnectFour(4, 4)
    cells = [" "] * 12 + ["X", "O", " ", " "]
    assert game.text(*game.from_cells(cells)) == "4/4/4/xo2 x"


@each("cells", [["X"] * 8, ["XXX", "O"], [["X", "O", None]] * 2])
def test_what_is_no_board_of_nine(cells):
    with pytest.raises(UnreadablePosition, match="9 cells are needed"):
        GAME.from_cells(cells)


def test_what_cannot_arise_is_refused():
    with pytest.raises(PositionError) as caught:
        GAME.from_cells("XXX------")
    assert isinstance(caught.value, WrongCount)
