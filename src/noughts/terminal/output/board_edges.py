"""The names of a board's columns and rows, to write along its edges."""

import re
from functools import lru_cache
from typing import NamedTuple

from noughts.board import Board


class Edges(NamedTuple):
    """The names of the columns from the left and of the rows from the top; or none."""

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


@lru_cache
def edges(board: Board) -> Edges:
    """The letters and numbers that the cells' names are made of.

    None where the names are of another kind.

    >>> from noughts.games.mnk import MNK
    >>> edges(MNK(4, 3, 3).board(MNK(4, 3, 3).start(), 0))
    Edges(columns=('a', 'b', 'c', 'd'), rows=('3', '2', '1'))
    """
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for cell in board.cells:
        parts = re.fullmatch(r"([a-z]+)([0-9]+)", cell.name)
        if not parts or columns.setdefault(cell.column, parts[1]) != parts[1]:
            return Edges()
        if rows.setdefault(cell.row, parts[2]) != parts[2]:
            return Edges()
    return Edges(tuple(columns[i] for i in sorted(columns)), tuple(rows[i] for i in sorted(rows)))
