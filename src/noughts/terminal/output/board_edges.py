"""The names of a board's columns and rows, to write along its edges."""

from noughts import board as boards
from noughts.board import Board, Edges, named


def edges(board: Board) -> Edges:
    """The names of columns and rows, if any; with several boards, after the board's number.

    >>> from noughts.games.notakto import Notakto
    >>> edges(Notakto(2).board(Notakto(2).start(), 0))
    Edges(columns=('1a', '1b', '1c', '2a', '2b', '2c'), rows=('3', '2', '1'))
    """
    found = boards.edges(board)
    numbers = {cell.column: name.board for cell in board.cells if (name := named(cell))}
    columns = (numbers[place] + name for place, name in enumerate(found.columns))
    return Edges(tuple(columns), found.rows)
