"""Labels of rows, columns and boards."""

from collections.abc import Sequence
from typing import NamedTuple

from noughts.board import Board, CellName, Look, edges, named
from noughts.pictures.board.geometry import CELL, HEXAGON_ROW, REACH, Geometry, Part
from noughts.pictures.svg import Svg, group, joined, tag, words
from noughts.pictures.theme import ON_RACK, Theme

SIZE = 0.3 * CELL
ROOM = 0.56 * CELL  # width of the margins for labels
INSIDE = 0.13 * CELL  # font size of labels in the board
LIP = 0.34 * CELL  # height of the strip for labels below a rack


def coordinates(geometry: Geometry, theme: Theme) -> Svg:
    """Labels of rows and columns around the board, and of boards above them."""
    board = geometry.board
    columns, rows = edges(board)
    if not columns:
        return _cells_names(geometry, theme)
    if board.look == Look.RACK:
        return _all(_columns(geometry, [str(column + 1) for column in range(board.columns)]), theme)
    return _all(_columns(geometry, columns) + _rows(geometry, rows) + _boards(geometry), theme)


def coordinates_inside(geometry: Geometry, theme: Theme) -> Svg:
    """Small labels in the lowest row and the leftmost column; below a rack."""
    board = geometry.board
    columns, rows = edges(board)
    if board.look == Look.RACK:
        below = geometry.height + 0.3 * LIP
        names = [Label(name, geometry.middle(i, 0).x, below) for i, name in enumerate(columns)]
        aside = [
            words(name, -0.14 * CELL, geometry.middle(0, row).y, 1.4 * INSIDE, theme.faint)
            for row, name in enumerate(rows)
        ]
        return joined(_lip(geometry, theme, names), group(*aside, class_="names"))
    if not columns:
        return _cells_names(geometry, theme)
    far, lowest = 0.42 * CELL, board.rows - 1
    leftmost = [0] if board.row_gaps else [part.columns[0] for part in geometry.parts]
    names = [
        Label(name, geometry.middle(i, lowest).x, geometry.middle(i, lowest).y + far)
        for i, name in enumerate(columns)
    ]
    names += [
        Label(name, geometry.middle(i, row).x - far, geometry.middle(i, row).y)
        for i in leftmost
        for row, name in enumerate(rows)
    ]
    size = INSIDE * max(1, min(geometry.width / CELL / 5, 1.7))  # larger if cells are small
    small = [words(text, x, y, size, theme.faint) for text, x, y in names]
    large = [words(text, x, y, SIZE, theme.faint) for text, x, y in _boards(geometry)]
    return group(joined(*small, *large), class_="names")


def _lip(geometry: Geometry, theme: Theme, names: Sequence["Label"]) -> Svg:
    """The strip below a rack, with the labels of its columns."""
    edge, low, side = 0.9, geometry.height - 10, 8
    strip = tag("rect", x=edge, y=geometry.height - 2, width=geometry.width - 2 * edge,
                height=LIP, rx=5, fill=theme.rack)  # fmt: skip
    corners = [  # cover the round corners of the plate
        tag("rect", x=x, y=low, width=side, height=14, fill=theme.rack)
        for x in (edge, geometry.width - edge - side)
    ]
    small = [words(text, x, y, 1.5 * INSIDE, ON_RACK) for text, x, y in names]
    return joined(strip, *corners, group(joined(*small), class_="names"))


class Label(NamedTuple):
    """A word and its centre."""

    text: str
    x: float
    y: float


def _columns(geometry: Geometry, names: Sequence[str]) -> list[Label]:
    if geometry.hexagons:
        first = [geometry.middle(column, 0) for column in range(len(names))]
        return [Label(name, x, -ROOM * 0.4) for name, (x, _) in zip(names, first, strict=True)]
    last = geometry.board.rows - 1
    low = [geometry.middle(column, last) for column in range(len(names))]
    below = CELL / 2 + ROOM / 2
    return [Label(name, x, y + below) for name, (x, y) in zip(names, low, strict=True)]


def _rows(geometry: Geometry, names: Sequence[str]) -> list[Label]:
    out = CELL * REACH / HEXAGON_ROW + 0.4 * ROOM if geometry.hexagons else CELL / 2 + ROOM / 2
    leftmost = sorted({0, geometry.in_two_rows})
    return [
        Label(name, geometry.middle(column, row).x - out, geometry.middle(column, row).y)
        for column in leftmost
        for row, name in enumerate(names)
    ]


def _boards(geometry: Geometry) -> list[Label]:
    """The label of each of several boards, above it."""
    return [
        Label(name.board, (corner.x + opposite.x) / 2, corner.y - ROOM / 2)
        for part, (corner, opposite) in ((part, geometry.box(part)) for part in geometry.parts)
        if (name := _name_on(geometry.board, part)) and name.board
    ]


def _name_on(board: Board, part: Part) -> CellName | None:
    return next((named(cell) for cell in board.cells if part.holds(cell)), None)


def _cells_names(geometry: Geometry, theme: Theme) -> Svg:
    """The label of each cell, below it, for a board without labels of rows and columns."""
    below = CELL / 2 + ROOM / 2
    if geometry.board.rows > 1 or geometry.board.look == Look.TEXT:
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
