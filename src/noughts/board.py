"""The appearance of a position, in the terminal, in a picture or on a page.

A board is a grid of cells, possibly with gaps between its parts.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from noughts import notebook_repr


class Look(StrEnum):
    """Kind of board: its ground, and the form of its marks."""

    GRID = "grid"  # cells with lines between them
    RACK = "rack"  # marks fall to the bottom of their column
    CLOTH = "cloth"  # discs on a green cloth
    CROSSINGS = "crossings"  # stones on the crossings of lines
    QUARTERS = "quarters"  # stones on four plates, which turn
    NINE = "nine"  # boards in a board
    DOMINOES = "dominoes"  # two neighbouring marks are one piece
    LINES = "lines"  # cells on lines, which `Board.links` lists
    POINTS = "points"  # stones on the intersections of lines, which `Board.links` lists
    HEXAGONS = "hexagons"  # every cell touches six others; `Board.slant` is 1
    EDGES = "edges"  # dots in every second place, lines between them, and boxes
    PITS = "pits"  # two rows of hollows with counters, and a store on each side
    HEAPS = "heaps"  # piles of counters, one in each column
    PLAIN = "plain"  # marks only
    TEXT = "text"  # characters of a text; cells' names are not shown


# The looks that no mark falls into, slides on or leaves: an empty cell without a move is barred.
BARRED = (Look.GRID, Look.PLAIN, Look.CLOTH, Look.DOMINOES, Look.NINE, Look.LINES, Look.EDGES)


class Cell(NamedTuple):
    """One cell of a board.

    Args:
        name: the name that people use, "b2".
        column: from the left, 0 for the first.
        row: from the top, 0 for the first.
        mark: what lies there, "X", "O" or any short text; empty for nothing.
        moves: the legal moves made by choosing this cell, at most one in most games.
        side: 0 for a mark of the first player's kind, such as an X, 1 for the second's; None for
            any other. It does not depend on the player who put it there.
    """

    name: str
    column: int
    row: int
    mark: str = ""
    moves: tuple[int, ...] = ()
    side: int | None = None


class Closed(NamedTuple):
    """A part of a board that is finished.

    Args:
        cells: the names of its cells.
        mark: the mark of the player who has won it; empty if there is none.
        winner: that player, FIRST or SECOND; None if there is none.
    """

    cells: tuple[str, ...]
    mark: str = ""
    winner: int | None = None


@notebook_repr.in_notebooks
class Board(NamedTuple):
    """A position as it is shown.

    Args:
        cells: every cell, in reading order; of several boards, one board after the other.
        lines: the lines that decided the game, each as its cells' names from end to end.
        column_gaps: columns with a gap before them, for boards of several parts.
        row_gaps: rows with a gap before them.
        slant: how many half cells each row is shifted to the right of the row above it.
        look: the kind of board.
        links: for points and lines, the pairs joined by a line, by name.
        borders: the owners of the upper, right, lower and left edge, FIRST or SECOND; or empty.
        closed: the parts that are finished while the game goes on in others.
    """

    cells: tuple[Cell, ...]
    lines: tuple[tuple[str, ...], ...] = ()
    column_gaps: tuple[int, ...] = ()
    row_gaps: tuple[int, ...] = ()
    slant: int = 0
    look: Look = Look.GRID
    links: tuple[tuple[str, str], ...] = ()
    borders: tuple[int, ...] = ()
    closed: tuple[Closed, ...] = ()

    @property
    def columns(self) -> int:
        """Number of columns.

        >>> Board((Cell("a1", 0, 0), Cell("b1", 1, 0))).columns
        2
        """
        return 1 + max((cell.column for cell in self.cells), default=-1)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return 1 + max((cell.row for cell in self.cells), default=-1)

    def __str__(self) -> str:
        """The board as text, with column letters above it and row numbers to its left.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> game = TicTacToe()
        >>> print(game.board(*game.parse("xo1/1x1/2o x")))
          a b c
        3 X O .
        2 . X .
        1 . . O

        Several boards are side by side, each with its number before its column letters:

        >>> from noughts.games.notakto import Notakto
        >>> print(Notakto(2).board(Notakto(2).parse("3/1x1/3|3/3/x2")[0], 0))
         1a b c  2a b c
        3 . . .   . . .
        2 . X .   . . .
        1 . . .   X . .

        Rows shifted by half a cell are drawn like this:

        >>> from noughts.games.hex import Hex
        >>> print(Hex(3).board(*Hex(3).parse("x2/1o1/3 x")))
          a b c
        1 X . .
         2 . O .
          3 . . .

        Where cells have other names, each name is shown beside its mark:

        >>> print(Board((Cell("left", 0, 0, "3"), Cell("right", 1, 0, "1"))))
        left 3   right 1
        """
        return _as_text(self)

    def barred(self, cell: Cell) -> bool:
        """Whether the rules forbid an empty cell now, while others can be marked.

        >>> board = Board((Cell("a1", 0, 0, moves=(0,)), Cell("b1", 1, 0)))
        >>> board.barred(board.cell("a1")), board.barred(board.cell("b1"))
        (False, True)
        """
        if cell.mark or cell.moves or self.look not in BARRED:
            return False
        return any(each.moves for each in self.cells)

    def cell(self, name: str) -> Cell:
        """Return the cell of that name; raise KeyError if there is none."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        raise KeyError(name)


class CellName(NamedTuple):
    """The parts of a cell's name: `2b3` is on board 2, in column b and row 3."""

    board: str
    column: str
    row: str


def named(cell: Cell) -> CellName | None:
    """The parts of a cell's name; None if it has another form.

    >>> named(Cell("2b3", 4, 0))
    CellName(board='2', column='b', row='3')

    Where marks fall, columns have numbers and rows have letters:

    >>> named(Cell("4b", 3, 4))
    CellName(board='', column='4', row='b')
    """
    found = re.fullmatch(r"([1-9]?)([a-z])([0-9]+)", cell.name)
    found = found or re.fullmatch(r"()([0-9]+)([a-z]{1,2})", cell.name)
    return CellName(*found.groups()) if found else None


class Edges(NamedTuple):
    """Names of the columns from the left and of the rows from the top; or none."""

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


@lru_cache
def edges(board: Board) -> Edges:
    """Letters and numbers of the cells' names; the rows of heaps have none.

    >>> edges(Board((Cell("a2", 0, 0), Cell("b2", 1, 0), Cell("a1", 0, 1), Cell("b1", 1, 1))))
    Edges(columns=('a', 'b'), rows=('2', '1'))
    """
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for cell in board.cells:
        name = named(cell)
        if name is None or columns.setdefault(cell.column, name.column) != name.column:
            return Edges()
        if board.look != Look.HEAPS and rows.setdefault(cell.row, name.row) != name.row:
            return Edges()
    return Edges(tuple(columns[i] for i in sorted(columns)), tuple(rows[i] for i in sorted(rows)))


def _as_text(board: Board) -> str:
    if board.look == Look.TEXT:
        return "\n".join(map(str.rstrip, _marks(board, range(board.columns), "")))
    names = {(cell.column, cell.row): name for cell in board.cells if (name := named(cell))}
    if len(names) < len(board.cells):
        return "   ".join(f"{cell.name} {cell.mark or '.'}" for cell in board.cells)
    names_of_rows = {row: name.row for (_, row), name in names.items()}
    numbers = ["", *(names_of_rows.get(row, "") for row in range(board.rows))]
    margin = max(map(len, numbers))
    ends = (*board.column_gaps, board.columns)
    blocks = [
        _block(board, names, range(start, end))
        for start, end in zip((0, *ends), ends, strict=False)
    ]
    lines = zip(numbers, *blocks, strict=True)
    return "\n".join(
        " " * (board.slant * max(row, 0)) + number.rjust(margin) + "  ".join(parts)
        for row, (number, *parts) in enumerate(lines, start=-1)
    )


def _block(board: Board, names: dict[tuple[int, int], CellName], columns: range) -> list[str]:
    own = {place: name for place, name in names.items() if place[0] in columns}
    letters = {column: name.column for (column, _), name in own.items()}
    first = next(iter(own.values())).board or " "
    head = first + " ".join(letters.get(column, " ") for column in columns)
    return [head, *_marks(board, columns, " ")]


def _marks(board: Board, columns: range, before: str) -> list[str]:
    signs = {
        (cell.column, cell.row): " " if board.barred(cell) else cell.mark or "."
        for cell in board.cells
    }
    return [
        "".join(before + signs.get((column, row), " ") for column in columns)
        for row in range(board.rows)
    ]
