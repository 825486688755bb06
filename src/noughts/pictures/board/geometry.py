"""Geometry of a board: the places of its cells, and its labels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from noughts.board import Board, Cell, Look, edges, named
from noughts.pictures.svg import Svg, Theme, group, joined, words

CELL = 48.0  # width of a cell
GAP = 0.36 * CELL  # width of the gap between two parts of a board
NARROW = 0.18 * CELL  # the same where each part has a ground of its own
# The looks with narrow gaps.
TILES = (Look.NINE, Look.QUARTERS)
# Per look: the distance of the centres of two cells, and of an outer centre from the board's edge.
PITCH = {Look.POINTS: 1.5, Look.LINES: 1.5, Look.EDGES: 0.75, Look.PITS: 1.14}
FEW = 5  # as wide is a board of fewer numbers
INSET = {Look.EDGES: (0.3, 0.3), Look.CROSSINGS: (0.65, 0.65), Look.PITS: (0.7, 0.98)}
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

    @cached_property
    def pitch(self) -> float:
        """The distance between the centres of two cells; points leave room for arrows."""
        return CELL * PITCH.get(self.board.look, 1)

    @cached_property
    def inset(self) -> Point:
        """The distance from the board's edge to the centres of the outer cells."""
        across, down = INSET.get(self.board.look, (0.5, 0.5))
        if self.board.look == Look.PLAIN and self.board.rows == 1:  # a few numbers need some air
            across, down = max(across, (FEW - self.board.columns) / 2), 1.0
        return Point(CELL * across, CELL * down)

    @cached_property
    def gap(self) -> float:
        return NARROW if self.board.look in TILES else GAP

    @cached_property
    def gaps(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The columns and rows with a gap before them; quarters have one in the middle."""
        if self.board.look == Look.QUARTERS:
            return (self.board.columns // 2,), (self.board.rows // 2,)
        return self.board.column_gaps, self.board.row_gaps

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
        if self.hexagons:
            slanted = 0.5 * self.board.slant * (self.board.rows - 1)
            return CELL * (self.board.columns - 1 + slanted + 2 * ACROSS)
        gaps = self.gap * len(self.gaps[0])
        return max(0, self.pitch * (self.board.columns - 1) + 2 * self.inset.x + gaps)

    @cached_property
    def height(self) -> float:
        if self.hexagons:
            return CELL * (HEXAGON_ROW * (self.board.rows - 1) + 2 * HEXAGON_REACH)
        if self.in_two_rows:
            return 2 * CELL * self.board.rows + BETWEEN
        gaps = self.gap * len(self.gaps[1])
        return max(0, self.pitch * (self.board.rows - 1) + 2 * self.inset.y + gaps)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        return tuple(map(self.place, self.board.cells))

    def place(self, cell: Cell) -> Point:
        """The centre of a cell; the stores beside pits lie between the rows."""
        x, y = self.middle(cell.column, cell.row)
        return Point(x, self.height / 2 if self.is_store(cell) else y)

    def is_store(self, cell: Cell) -> bool:
        return self.board.look == Look.PITS and cell.column in (0, self.board.columns - 1)

    def size(self, cell: Cell) -> tuple[float, float]:
        """The width and height of what is clicked; for edges a diamond fills it."""
        if self.board.look == Look.EDGES:
            return 2 * self.pitch, 2 * self.pitch
        if self.board.look == Look.PITS:
            return self.pitch, self.pitch * (1 + self.is_store(cell))
        return CELL, CELL

    @cached_property
    def _by_name(self) -> dict[str, Point]:
        names = (cell.name for cell in self.board.cells)
        return dict(zip(names, self.centres, strict=True))

    def centre(self, name: str) -> Point:
        return self._by_name[name]

    def middle(self, column: float, row: float) -> Point:
        """The centre of a column and row, even without a cell there."""
        if self.hexagons:
            across = ACROSS + column + 0.5 * self.board.slant * row
            return Point(CELL * across, CELL * (HEXAGON_REACH + HEXAGON_ROW * row))
        first = self.in_two_rows
        if first and column >= first:
            upper = self.middle(column - first, row)
            return Point(upper.x, upper.y + CELL * self.board.rows + BETWEEN)
        before, above = (
            self.gap * sum(gap <= place for gap in gaps)
            for gaps, place in zip(self.gaps, (column, row), strict=True)
        )
        return Point(
            self.inset.x + self.pitch * column + before, self.inset.y + self.pitch * row + above
        )

    @cached_property
    def parts(self) -> tuple[BoardPart, ...]:
        columns = [range(*ends) for ends in pairwise((0, *self.gaps[0], self.board.columns))]
        down = pairwise((0, *self.gaps[1], self.board.rows))
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


ROOM = 0.5 * CELL  # the least width of the margin, in which the labels are
SIZE, SMALL = 0.27 * CELL, 0.021  # the size of labels; of small ones, per width of the board


def margin(board: Board, *, small: bool = False) -> float:
    geometry = Geometry(board)
    if small and not _needs_names(board):
        return 0.2 * CELL
    return max(ROOM, 2.6 * SMALL * max(geometry.width, geometry.height)) if small else ROOM


def coordinates(geometry: Geometry, theme: Theme, *, small: bool = False) -> Svg:
    """Labels of rows and columns outside the board, and of boards above them.

    Small ones have a size that suits a page as wide as a window; nine cells need none.
    """
    board, room = geometry.board, margin(geometry.board, small=small) / 2
    columns, rows = edges(board)
    if small and not _needs_names(board):
        return Svg("")
    if not columns:
        labels = _cells_names(geometry, room)
    elif board.look == Look.RACK:
        labels = _columns(geometry, [str(column + 1) for column in range(board.columns)], room)
    else:
        labels = _columns(geometry, columns, room) + _rows(geometry, rows, room)
        labels += _boards(geometry, room)
    size = SMALL * max(geometry.width, geometry.height) if small else SIZE
    names = (words(text, x, y, size, theme.faint) for text, x, y in labels)
    return group(joined(*names), class_="names", font_size=size)


def _needs_names(board: Board) -> bool:
    """Whether cells are hard to find without their names: not on nine, or in text."""
    return board.look != Look.TEXT and (len(board.cells) > NINE or board.look != Look.GRID)


NINE = 9


class Label(NamedTuple):
    text: str
    x: float
    y: float


def _columns(geometry: Geometry, names: Sequence[str], room: float) -> list[Label]:
    """The names below the last row; on a board of hexagons, above the first."""
    above, last = geometry.hexagons, geometry.board.rows - 1
    places = (geometry.middle(column, 0 if above else last) for column in range(len(names)))
    return [
        Label(name, x, -room if above else y + geometry.inset.y + room)
        for name, (x, y) in zip(names, places, strict=True)
    ]


def _rows(geometry: Geometry, names: Sequence[str], room: float) -> list[Label]:
    out = room + (CELL * HEXAGON_REACH / HEXAGON_ROW if geometry.hexagons else geometry.inset.x)
    leftmost = sorted({0, geometry.in_two_rows})
    return [
        Label(name, geometry.middle(column, row).x - out, geometry.middle(column, row).y)
        for column in leftmost
        for row, name in enumerate(names)
    ]


def _boards(geometry: Geometry, room: float) -> list[Label]:
    found = []
    for part in geometry.parts:
        name = next((named(cell) for cell in geometry.board.cells if part.holds(cell)), None)
        if name and name.board:
            corner, opposite = geometry.box(part)
            found.append(Label(name.board, (corner.x + opposite.x) / 2, corner.y - room))
    return found


def _cells_names(geometry: Geometry, room: float) -> list[Label]:
    """The label of each cell, below it, for a board without labels of rows and columns.

    Pits have theirs on the outside.
    """
    board = geometry.board
    if board.look == Look.PITS:
        edge = {0: -room, 1: geometry.height + room}
        return [
            Label(cell.name[1:], geometry.place(cell).x, edge[cell.row])
            for cell in board.cells
            if not geometry.is_store(cell)
        ]
    if board.rows > 1 or board.look == Look.TEXT:
        return []
    below = geometry.height + room
    places = zip(board.cells, geometry.centres, strict=True)
    return [Label(cell.name, x, below) for cell, (x, y) in places]
