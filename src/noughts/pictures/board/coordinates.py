"""What stands along the edges of a board, so that its cells can be named."""

import re
from typing import NamedTuple

from noughts.board import Board, Cell, Look
from noughts.pictures.board.geometry import CELL, Geometry, Part
from noughts.pictures.svg import Svg, group, joined, words
from noughts.pictures.theme import Theme

SIZE = 0.3 * CELL
ROOM = 0.56 * CELL  # how wide the margins are in which the names stand


class Named(NamedTuple):
    """The parts of a cell's name: `2b3` is on board 2, in column b and row 3."""

    board: str
    column: str
    row: str


def named(cell: Cell) -> Named | None:
    """The parts of a cell's name; None where it has no such name.

    >>> named(Cell("2b3", 4, 0))
    Named(board='2', column='b', row='3')
    """
    found = re.fullmatch(r"([1-9]?)([a-z])([0-9]+)", cell.name)
    return Named(*found.groups()) if found else None


def has_coordinates(board: Board) -> bool:
    """Whether every cell's name says its column and row, alike for all in it."""
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for cell in board.cells:
        name = named(cell)
        if name is None or columns.setdefault(cell.column, name.column) != name.column:
            return False
        if board.look != Look.HEAPS and rows.setdefault(cell.row, name.row) != name.row:
            return False
    return True


def coordinates(geometry: Geometry, theme: Theme) -> Svg:
    """The names of rows and columns, around the board; those of boards above them."""
    board = geometry.board
    if not has_coordinates(board):
        return _cells_names(geometry, theme)
    if board.look == Look.RACK:
        return _all(_columns(geometry, [str(column + 1) for column in range(board.columns)]), theme)
    letters = {cell.column: name.column for cell in board.cells if (name := named(cell))}
    numbers = {cell.row: name.row for cell in board.cells if (name := named(cell))}
    places = _columns(geometry, [letters[i] for i in range(board.columns)])
    if board.look != Look.HEAPS:
        places += _rows(geometry, [numbers[i] for i in range(board.rows)])
    return _all(places + _boards(geometry), theme)


class Label(NamedTuple):
    """A word, and where its middle is."""

    text: str
    x: float
    y: float


def _columns(geometry: Geometry, names: list[str]) -> list[Label]:
    if geometry.hexagons:
        first = [geometry.middle(column, 0) for column in range(len(names))]
        return [Label(name, x, -ROOM * 0.4) for name, (x, _) in zip(names, first, strict=True)]
    below = geometry.height + ROOM / 2
    return [Label(name, geometry.middle(i, 0).x, below) for i, name in enumerate(names)]


def _rows(geometry: Geometry, names: list[str]) -> list[Label]:
    middles = [geometry.middle(0, row) for row in range(len(names))]
    out = CELL / 2 + ROOM / 2
    return [Label(name, x - out, y) for name, (x, y) in zip(names, middles, strict=True)]


def _boards(geometry: Geometry) -> list[Label]:
    """The number of each of several boards, above it."""
    return [
        Label(name.board, (geometry.box(part)[0].x + geometry.box(part)[1].x) / 2, -ROOM / 2)
        for part in geometry.parts
        if (name := _name_on(geometry.board, part)) and name.board
    ]


def _name_on(board: Board, part: Part) -> Named | None:
    return next((named(cell) for cell in board.cells if part.holds(cell)), None)


def _cells_names(geometry: Geometry, theme: Theme) -> Svg:
    """The name of each cell below it, where rows and columns have none."""
    below = CELL / 2 + ROOM / 2
    if geometry.board.rows > 1:
        return Svg("")
    names = [
        Label(cell.name, x, y + below)
        for cell, (x, y) in zip(geometry.board.cells, geometry.centres, strict=True)
    ]
    return _all(names, theme)


def _all(labels: list[Label], theme: Theme) -> Svg:
    return group(
        joined(*(words(text, x, y, SIZE, theme.faint) for text, x, y in labels)), class_="names"
    )
