"""A board in plain text: its marks, with the letters and numbers of its cells around it."""

import re

from noughts.board import Board, Cell


def draw(board: Board) -> str:
    """The board, the letters of the columns above it and the numbers of the rows before.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(draw(game.board(*game.parse("xo1/1x1/2o x"))))
      a b c
    3 X O .
    2 . X .
    1 . . O

    A board whose cells have other names shows each name beside its mark:

    >>> print(draw(Board((Cell("left", 0, 0, "3"), Cell("right", 1, 0, "1")))))
    left 3   right 1
    """
    if not all(re.fullmatch(r"[a-z][0-9]+", cell.name) for cell in board.cells):
        return "   ".join(f"{cell.name} {cell.mark or '.'}" for cell in board.cells)
    rows = [[cell for cell in board.cells if cell.row == row] for row in range(board.rows)]
    margin = max(len(row[0].name) for row in rows) - 1
    letters = " ".join([" " * margin, *(cell.name[0] for cell in rows[0])])
    return "\n".join([letters, *(_row(row, margin) for row in rows)])


def _row(cells: list[Cell], margin: int) -> str:
    """The row's number, then its marks."""
    return " ".join([cells[0].name[1:].rjust(margin), *(cell.mark or "." for cell in cells)])
