"""The places of a board's cells in a picture."""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from noughts.board import Board, Cell, Look

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
    """The places of a board's cells; its upper left corner is the origin.

    >>> from noughts.board import Cell
    >>> geometry = Geometry(Board((Cell("a1", 0, 0), Cell("b1", 1, 0))))
    >>> geometry.width, geometry.height, geometry.centre("b1")
    (96.0, 48.0, Point(x=72.0, y=24.0))
    """

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
