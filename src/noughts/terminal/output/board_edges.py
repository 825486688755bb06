"""The names of a board's columns and rows, to write along its edges."""

from noughts import board as boards
from noughts.board import Board, Edges, named


def edges(board: Board) -> Edges:
    """The names of columns and rows where both have names, on one board; else none."""
    several = any(name.board for cell in board.cells if (name := named(cell)))
    found = boards.edges(board)
    return Edges() if several or not found.rows else found
