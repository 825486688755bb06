"""The background of an empty board, and the labels of its rows, columns and boards."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from noughts.board import Board, CellName, Look, edges, named
from noughts.pictures.board.geometry import (
    ACROSS,
    CELL,
    GAP,
    HEXAGON_CORNER,
    HEXAGON_ROW,
    REACH,
    RIM,
    BoardPart,
    Geometry,
    Point,
    corners,
    shortened_segment,
)
from noughts.pictures.board.marks import DISC, HOLE, carved, cross, ring
from noughts.pictures.svg import Svg, group, joined, points, tag, words
from noughts.pictures.theme import ON_RACK, Theme

RULE = 1.8  # the width of the lines between cells


def ground(geometry: Geometry, theme: Theme) -> Svg:
    return {
        Look.GRID: _grid,
        Look.RACK: _rack,
        Look.POINTS: _links,
        Look.HEXAGONS: _hexagons,
        Look.HEAPS: _heaps,
        Look.PLAIN: _places,
        Look.TEXT: _places,
    }[geometry.board.look](geometry, theme)


def _grid(geometry: Geometry, theme: Theme) -> Svg:
    """Lines between the cells of each part, and heavier ones between rows of parts."""
    parts = ("".join(_lines_within(geometry, part)) for part in geometry.parts)
    fine = joined(_holes(geometry, theme), *(_stroke(lines, theme.rule, RULE) for lines in parts))
    if not geometry.board.row_gaps:
        return fine
    return joined(fine, _stroke("".join(_lines_between(geometry)), theme.ink, 1.6 * RULE))


def _holes(geometry: Geometry, theme: Theme) -> Svg:
    cells = {(cell.column, cell.row) for cell in geometry.board.cells}
    places = (
        geometry.middle(column, row)
        for part in geometry.parts
        for row in part.rows
        for column in part.columns
        if (column, row) not in cells
    )
    return group(*(
        tag("rect", x=x - CELL / 2, y=y - CELL / 2, width=CELL, height=CELL, fill=theme.soft)
        for x, y in places
    ), class_="holes")  # fmt: skip


def _lines_within(geometry: Geometry, part: BoardPart) -> list[str]:
    (left, top), (right, bottom) = geometry.box(part)
    across = [geometry.middle(part.columns[0], row).y - CELL / 2 for row in part.rows[1:]]
    down = [geometry.middle(column, 0).x - CELL / 2 for column in part.columns[1:]]
    return [f"M{left:.5g} {y:.5g}H{right:.5g}" for y in across] + [
        f"M{x:.5g} {top:.5g}V{bottom:.5g}" for x in down
    ]


def _lines_between(geometry: Geometry) -> list[str]:
    board = geometry.board
    across = [geometry.middle(0, row).y - CELL / 2 - GAP / 2 for row in board.row_gaps]
    down = [geometry.middle(column, 0).x - CELL / 2 - GAP / 2 for column in board.column_gaps]
    return [f"M0 {y:.5g}H{geometry.width:.5g}" for y in across] + [
        f"M{x:.5g} 0V{geometry.height:.5g}" for x in down
    ]


def _stroke(path: str, colour: str, width: float) -> Svg:
    if not path:
        return Svg("")
    return tag("path", d=path, stroke=colour, stroke_width=width, stroke_linecap="round",
               fill="none")  # fmt: skip


def _rack(geometry: Geometry, theme: Theme) -> Svg:
    edge = RULE / 2
    plate = tag("rect", x=edge, y=edge, width=geometry.width - 2 * edge,
                height=geometry.height - 2 * edge, rx=10, fill=theme.rack)  # fmt: skip
    return joined(plate, *(
        tag("circle", cx=x, cy=y, r=HOLE, fill=theme.hole)
        for x, y in geometry.centres
    ))  # fmt: skip


def _links(geometry: Geometry, theme: Theme) -> Svg:
    """The points and the lines between them; not below stones, which may be hollow."""
    board = geometry.board
    room = {cell.name: DISC if cell.mark else 0 for cell in board.cells}
    ways = (
        shortened_segment(geometry.centre(one), geometry.centre(other), room[one], room[other])
        for one, other in board.links
    )
    path = "".join(f"M{a.x:.5g} {a.y:.5g}L{b.x:.5g} {b.y:.5g}" for a, b in ways)
    dots = (
        tag("circle", cx=x, cy=y, r=4.5, fill=theme.rule)
        for cell, (x, y) in zip(board.cells, geometry.centres, strict=True)
        if not cell.mark
    )
    return joined(_stroke(path, theme.rule, RULE), *dots)


def _hexagons(geometry: Geometry, theme: Theme) -> Svg:
    cells = (
        tag("polygon", points=points(*corners(centre)), fill=theme.plate, stroke=theme.rule,
            stroke_width=RULE, stroke_linejoin="round")
        for centre in geometry.centres
    )  # fmt: skip
    return joined(*_borders(geometry, theme), *cells)


class Edge(NamedTuple):
    """An edge of a board of hexagons."""

    cells: list[tuple[int, int]]  # its cells, each as column and row
    which: tuple[int, ...]  # the numbers of the cells' corners that lie on it
    ends: tuple[Point, Point]  # the two corners of the rhombus at its ends
    out: Point  # the direction away from the board


def _edges(geometry: Geometry) -> tuple[Edge, ...]:
    columns, rows = range(geometry.board.columns), range(geometry.board.rows)
    right, low, wide, high = columns[-1], rows[-1], geometry.width, geometry.height
    short = (ACROSS + REACH * HEXAGON_CORNER) * CELL
    slant = wide - (right * CELL + short)  # the shift of the lower edge to the right
    upper = (Point(0, 0), Point(wide - slant, 0))
    lower = (Point(slant, high), Point(wide, high))
    return (
        Edge([(column, 0) for column in columns], (5, 0, 1), upper, Point(0, -1)),
        Edge([(right, row) for row in rows[::-1]], (2, 1), (lower[1], upper[1]),
             Point(HEXAGON_ROW, -0.5)),
        Edge([(column, low) for column in columns], (4, 3, 2), lower, Point(0, 1)),
        Edge([(0, row) for row in rows], (5, 4), (upper[0], lower[0]), Point(-HEXAGON_ROW, 0.5)),
    )  # fmt: skip


def _borders(geometry: Geometry, theme: Theme) -> Iterator[Svg]:
    """The four edges of the rhombus, each with the colour and the sign of its owner."""
    if geometry.board.borders:
        for edge, owner in zip(_edges(geometry), geometry.board.borders, strict=True):
            yield _border(geometry, edge, owner, theme)


def _border(geometry: Geometry, edge: Edge, owner: int, theme: Theme) -> Svg:
    way = [corners(geometry.middle(*cell))[i] for cell in edge.cells for i in edge.which]
    once = [way[0], *(after for before, after in pairwise(way) if math.dist(before, after) > 1)]
    colour = theme.on_hexagons().of_player(owner)
    plate = tag("polygon", points=points(*once, *edge.ends[::-1]), fill=colour, stroke=colour,
                stroke_width=RULE, stroke_linejoin="round", class_="edge")  # fmt: skip
    shape, far = (cross, ring)[owner], CELL * (RIM + HEXAGON_CORNER / 2) / 2
    sign = shape(carved(theme), 0.1 * CELL, 0.045 * CELL)
    between = (  # one sign for each two neighbouring cells of the edge
        group(sign, transform=f"translate({x + far * edge.out.x:.5g} {y + far * edge.out.y:.5g})")
        for x, y in once[2:-1:2]
    )
    return joined(plate, *between)


def _heaps(geometry: Geometry, theme: Theme) -> Svg:
    """The floor below the heaps, and a dot for each stone that was taken."""
    floor = tag("rect", x=0, y=geometry.height - 2.5, width=geometry.width, height=5, rx=2.5,
                fill=theme.chocolate)  # fmt: skip
    return joined(floor, _places(geometry, theme))


def _places(geometry: Geometry, theme: Theme) -> Svg:
    return joined(*(
        tag("circle", cx=x, cy=y, r=2.5, fill=theme.faint)
        for cell, (x, y) in zip(geometry.board.cells, geometry.centres, strict=True)
        if not cell.mark
    ))  # fmt: skip


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
    return [
        Label(name.board, (corner.x + opposite.x) / 2, corner.y - ROOM / 2)
        for part, (corner, opposite) in ((part, geometry.box(part)) for part in geometry.parts)
        if (name := _name_on(geometry.board, part)) and name.board
    ]


def _name_on(board: Board, part: BoardPart) -> CellName | None:
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
