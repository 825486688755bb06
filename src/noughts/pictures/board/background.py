"""Geometry of a board, shapes of marks, the background of an empty board, and its labels.

Marks are drawn around the origin for a cell of size `CELL`.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from noughts.board import Board, Cell, CellName, Look, edges, named
from noughts.pictures.svg import ON_RACK, Svg, Theme, group, joined, points, tag, words

CELL = 48.0  # width of a cell
GAP = 0.36 * CELL  # width of the gap between two parts of a board
ROW_OF_PARTS = 4  # this many boards side by side are drawn in two rows
BETWEEN = 1.2 * CELL  # height of the gap between those two rows, with room for labels

# The distance of two rows of hexagons, and of a hexagon's centre and corner, per hexagon width.
HEXAGON_ROW, HEXAGON_CORNER = math.sqrt(3) / 2, 1 / math.sqrt(3)
# The width of the edges around a board of hexagons; the distance from the centres of the outer
# cells to the rhombus around the board, and to the rhombus's acute corners, horizontally.
RIM = 0.2
HEXAGON_REACH = HEXAGON_CORNER + RIM
ACROSS = math.sqrt(3) * HEXAGON_REACH


class Point(NamedTuple):
    """A point in a picture: x to the right, y down."""

    x: float
    y: float


class BoardPart(NamedTuple):
    """A sub-board; most games have only one."""

    columns: range  # the range of its columns
    rows: range  # the range of its rows

    def holds(self, cell: Cell) -> bool:
        return cell.column in self.columns and cell.row in self.rows


@dataclass(frozen=True)
class Geometry:
    """The places of a board's cells; its upper left corner is the origin."""

    board: Board

    @property
    def hexagons(self) -> bool:
        return self.board.look == Look.HEXAGONS

    @property
    def pitch(self) -> float:
        """The distance between the centres of two cells; points leave room for arrows."""
        return 1.5 * CELL if self.board.look == Look.POINTS else CELL

    @cached_property
    def in_two_rows(self) -> int:
        """The number of columns in a row, if the boards are drawn in two rows; otherwise 0."""
        gaps = self.board.column_gaps
        if self.board.row_gaps or len(gaps) < ROW_OF_PARTS - 1:
            return 0
        return gaps[len(gaps) // 2]

    @cached_property
    def width(self) -> float:
        if self.in_two_rows:
            last = self.middle(self.in_two_rows - 1, 0)
            return last.x + CELL / 2
        gaps = GAP * len(self.board.column_gaps)
        if self.hexagons:
            slanted = 0.5 * self.board.slant * (self.board.rows - 1)
            return CELL * (self.board.columns - 1 + slanted + 2 * ACROSS)
        return self.pitch * (self.board.columns - 1) + CELL + gaps

    @cached_property
    def height(self) -> float:
        if self.hexagons:
            return CELL * (HEXAGON_ROW * (self.board.rows - 1) + 2 * HEXAGON_REACH)
        if self.in_two_rows:
            return 2 * CELL * self.board.rows + BETWEEN
        return self.pitch * (self.board.rows - 1) + CELL + GAP * len(self.board.row_gaps)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        return tuple(self.middle(cell.column, cell.row) for cell in self.board.cells)

    @cached_property
    def _by_name(self) -> dict[str, Point]:
        return {
            cell.name: centre for cell, centre in zip(self.board.cells, self.centres, strict=True)
        }

    def centre(self, name: str) -> Point:
        return self._by_name[name]

    def middle(self, column: float, row: float) -> Point:
        """The centre of a column and row, even without a cell there."""
        if self.hexagons:
            across = ACROSS + column + 0.5 * self.board.slant * row
            return Point(CELL * across, CELL * (HEXAGON_REACH + HEXAGON_ROW * row))
        first = self.in_two_rows
        if first and column >= first:
            above = self.middle(column - first, row)
            return Point(above.x, above.y + CELL * self.board.rows + BETWEEN)
        gaps_before = sum(gap <= column for gap in self.board.column_gaps)
        gaps_above = sum(gap <= row for gap in self.board.row_gaps)
        return Point(
            CELL / 2 + self.pitch * column + GAP * gaps_before,
            CELL / 2 + self.pitch * row + GAP * gaps_above,
        )

    @cached_property
    def parts(self) -> tuple[BoardPart, ...]:
        across = pairwise((0, *self.board.column_gaps, self.board.columns))
        columns = [range(*ends) for ends in across]
        down = pairwise((0, *self.board.row_gaps, self.board.rows))
        parts = (BoardPart(column, range(*ends)) for ends in down for column in columns)
        return tuple(part for part in parts if part.columns and part.rows)

    def box(self, part: BoardPart) -> tuple[Point, Point]:
        """The upper left and the lower right corner of a part of square cells."""
        first = self.middle(part.columns[0], part.rows[0])
        last = self.middle(part.columns[-1], part.rows[-1])
        half = CELL / 2
        return Point(first.x - half, first.y - half), Point(last.x + half, last.y + half)

    def touching(self, one: Cell, other: Cell) -> bool:
        near = abs(one.column - other.column) <= 1 and abs(one.row - other.row) <= 1
        return near and any(part.holds(one) and part.holds(other) for part in self.parts)


def corners(centre: Point) -> list[Point]:
    x, y = centre
    half, up = CELL / 2, CELL * HEXAGON_CORNER
    return [
        Point(x, y - up), Point(x + half, y - up / 2), Point(x + half, y + up / 2),
        Point(x, y + up), Point(x - half, y + up / 2), Point(x - half, y - up / 2),
    ]  # fmt: skip


def shortened_segment(
    begin: Point, end: Point, at_begin: float, at_end: float
) -> tuple[Point, Point]:
    """The segment between two points, shortened at its ends.

    >>> shortened_segment(Point(0, 0), Point(10, 0), 3, 2)
    (Point(x=3.0, y=0.0), Point(x=8.0, y=0.0))
    """
    length = math.dist(begin, end) or 1
    x, y = (end.x - begin.x) / length, (end.y - begin.y) / length
    return (
        Point(begin.x + at_begin * x, begin.y + at_begin * y),
        Point(end.x - at_end * x, end.y - at_end * y),
    )


REACH = 0.29 * CELL  # from the centre of a mark to its edge
STROKE = 0.115 * CELL
DISC = 0.4 * CELL
HOLE = 0.43 * CELL  # in a rack: a little wider than a disc, so that the disc is visible

# The looks with round stones as marks.
STONES = (Look.RACK, Look.HEXAGONS, Look.POINTS)


def mark(cell: Cell, look: Look, theme: Theme, covered: bool = False) -> Svg:
    """The mark in a cell, as a single element, so that marks can be counted."""
    colour = theme.of_player(cell.side)
    kind = f"mark {_player(cell.side)}".strip()
    if look == Look.RACK and cell.mark in ("X", "O"):
        return tag("g", disc(cell.mark, colour, theme), class_=kind)
    if look in STONES and cell.mark in ("X", "O"):
        return tag("g", stone(cell.mark, colour, theme), class_=kind)
    aged = re.fullmatch(r"([XO])([1-9])", cell.mark)
    if aged:
        paler = 0.35 if covered else None
        return tag("g", aged_mark(aged[1], aged[2], colour), class_=kind, opacity=paler)
    shape = COVERED.get(cell.mark) if covered else SHAPES.get(cell.mark)
    if shape:
        return tag("g", shape(colour, theme), class_=kind)
    if covered and cell.mark.isdigit():
        corner = words(cell.mark, -0.33 * CELL, -0.37 * CELL, 0.24 * CELL, colour)
        return tag("g", corner, class_=kind)
    return tag("g", text_mark(cell.mark, colour), class_=kind)


def cross(colour: str, reach: float = REACH, stroke: float = STROKE, **more: object) -> Svg:
    """An X."""
    r = f"{reach:.4g}"
    path = f"M-{r} -{r} {r} {r}M-{r} {r} {r} -{r}"
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=stroke,
               stroke_linecap="round", **more)  # fmt: skip


def ring(colour: str, reach: float = REACH, stroke: float = STROKE, **more: object) -> Svg:
    return tag("circle", r=reach * 1.04, fill="none", stroke=colour, stroke_width=stroke, **more)


def stone(sign: str, colour: str, theme: Theme) -> Svg:
    """A round stone with its sign carved into it, so that it is recognised without colours."""
    disc, cut = tag("circle", r=DISC, fill=colour), carved(theme)
    if colour == "currentColor":  # no colour is sure to contrast with an unknown one
        disc, cut = ring(colour, DISC * 0.9, STROKE * 0.7), colour
    sign_on_it = cross if sign == "X" else ring
    return joined(disc, sign_on_it(cut, 0.36 * DISC, 0.4 * STROKE))


def carved(theme: Theme) -> str:
    return theme.ground if theme.ground != "none" else "#FFFFFF"


def on_board(theme: Theme, look: Look) -> Theme:
    if look == Look.HEXAGONS:
        return theme.on_hexagons()
    return theme.on_rack() if look == Look.RACK else theme


def disc(sign: str, colour: str, theme: Theme) -> Svg:
    """A disc with a rim; its sign is a separate group, which a page may make paler."""
    sign_on_it = cross if sign == "X" else ring
    carved = sign_on_it(theme.ground, 0.36 * DISC, 0.4 * STROKE)
    rim = tag("circle", r=0.76 * DISC, fill="none", stroke=theme.ground, stroke_width=1.4,
              stroke_opacity=0.28)  # fmt: skip
    return joined(tag("circle", r=DISC, fill=colour), rim, tag("g", carved, class_="sign"))


def aged_mark(sign: str, age: str, colour: str) -> Svg:
    shape = (cross if sign == "X" else ring)(colour, 0.8 * REACH, 0.85 * STROKE)
    return joined(
        group(shape, transform="translate(-4 -3)"),
        words(age, 0.3 * CELL, 0.25 * CELL, 0.27 * CELL, colour, font_weight="bold"),
    )


def text_mark(sign: str, colour: str) -> Svg:
    """A number or word as a mark, as large as the cell allows."""
    size = min(0.62 * CELL, 1.4 * CELL / max(1, len(sign)))
    return words(sign, 0, 0, size, colour, font_weight="bold")


def counter(colour: str, theme: Theme) -> Svg:
    """A stone of a heap, slightly flat, lit from the upper left."""
    stone = tag("ellipse", rx=0.45 * CELL, ry=0.41 * CELL, fill=theme.pebble,
                stroke=theme.chocolate, stroke_width=2.2)  # fmt: skip
    below = points((16, 5), (14.2, 9), (10.5, 12.6), (6, 14.7), (1, 15.3))
    shade = tag("polyline", points=below, fill="none", stroke=theme.chocolate, stroke_width=2.4,
                stroke_linecap="round", stroke_linejoin="round", stroke_opacity=0.4)  # fmt: skip
    return joined(stone, shade)


def chocolate(colour: str, theme: Theme) -> Svg:
    """A square of a chocolate bar; only its edge on a transparent ground."""
    side = 0.9 * CELL
    if theme.ground == "none":
        return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=5, fill="none",
                   stroke=theme.chocolate, stroke_width=3)  # fmt: skip
    return joined(_tile(side, theme.chocolate), _tile(0.72 * side, "none", theme))


def poison(colour: str, theme: Theme) -> Svg:
    exclamation = words("!", 0, 0, 0.5 * CELL, theme.loss, font_weight="bold")
    return joined(poison_frame(colour, theme), exclamation)


def poison_frame(colour: str, theme: Theme) -> Svg:
    side = 0.86 * CELL
    return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=5, fill="none",
               stroke=theme.loss, stroke_width=3, stroke_dasharray="6 3")  # fmt: skip


def edge(colour: str, across: bool) -> Svg:
    reach = 0.8 * CELL
    path = f"M-{reach:.4g} 0H{reach:.4g}" if across else f"M0 -{reach:.4g}V{reach:.4g}"
    return tag("path", d=path, stroke=colour, stroke_width=STROKE, stroke_linecap="round")


SHAPES: dict[str, Callable[[str, Theme], Svg]] = {
    "X": lambda colour, theme: cross(colour),
    "O": lambda colour, theme: ring(colour),
    "*": counter,
    "#": chocolate,
    "!": poison,
    "-": lambda colour, theme: edge(colour, across=True),
    "|": lambda colour, theme: edge(colour, across=False),
    "+": lambda colour, theme: tag("circle", r=0.13 * CELL, fill=colour),
}

# Shapes for marks with a value written over them.
COVERED = {"*": counter, "#": chocolate, "!": poison_frame}


def _tile(side: float, fill: str, theme: Theme | None = None) -> Svg:
    edge = {"stroke": "#FFFFFF", "stroke_opacity": 0.35, "stroke_width": 2} if theme else {}
    return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=5, fill=fill, **edge)


def _player(side: int | None) -> str:
    return "" if side is None else ("first", "second")[side]


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
    short = (ACROSS + HEXAGON_REACH * HEXAGON_CORNER) * CELL
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
    out = (
        CELL * HEXAGON_REACH / HEXAGON_ROW + 0.4 * ROOM
        if geometry.hexagons
        else CELL / 2 + ROOM / 2
    )
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
