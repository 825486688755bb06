"""A board is found its way about by the names of its cells."""

import pytest

from noughts.board import Board, Cell

BOARD = Board((Cell("a2", 0, 0, "X"), Cell("b2", 1, 0), Cell("c1", 2, 1, "O")))


def test_it_is_as_wide_and_as_high_as_its_cells_reach():
    assert (BOARD.columns, BOARD.rows) == (3, 2)
    assert (Board(()).columns, Board(()).rows) == (0, 0)


def test_a_cell_is_found_by_its_name():
    assert BOARD.cell("c1").mark == "O"
    with pytest.raises(KeyError):
        BOARD.cell("c2")
