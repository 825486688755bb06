"""The grounds of boards: for each kind, what is drawn below its marks, and above them."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from noughts.board import Board, Look
from noughts.pictures.board.geometry import (
    ACROSS,
    CELL,
    GAP,
    HEXAGON_CORNER,
    HEXAGON_REACH,
    HEXAGON_ROW,
    RIM,
    BoardPart,
    Geometry,
    Point,
    corners,
    shortened_segment,
)
from noughts.pictures.board.looks import DISC, HOLE, PIT, ROUND, RULE, cross, hexagon, ring
from noughts.pictures.svg import Svg, Theme, group, joined, points, tag


class Ground(NamedTuple):
    """The parts of an empty board below its marks, and above them."""

    base: Svg  # below all highlights
    lines: Svg = Svg("")  # above highlights, below marks
    plate: Svg = Svg("")  # above the marks


def ground(geometry: Geometry, theme: Theme) -> Ground:
    return GROUNDS[geometry.board.look](geometry, theme)


def _grid(geometry: Geometry, theme: Theme) -> Ground:
    """Lines between the cells of each part, and heavier ones between rows of parts."""
    lines = [_cells_lines(geometry, theme)]
    if geometry.board.row_gaps:
        lines.append(_stroke(_lines_between(geometry), theme.rule, 1.4 * RULE))
    return Ground(_holes(geometry, theme), joined(*lines))


def _cells_lines(geometry: Geometry, theme: Theme) -> Svg:
    parts = (_lines_within(geometry, part) for part in geometry.parts)
    return joined(*(_stroke(lines, theme.line, RULE) for lines in parts))


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


def _lines_within(geometry: Geometry, part: BoardPart) -> str:
    (left, top), (right, low) = geometry.box(part)
    across = (geometry.middle(part.columns[0], row).y - CELL / 2 for row in part.rows[1:])
    down = (geometry.middle(column, part.rows[0]).x - CELL / 2 for column in part.columns[1:])
    return _ruled(across, down, Point(left + 2, top + 2), Point(right - 2, low - 2))


def _lines_between(geometry: Geometry) -> str:
    board = geometry.board
    across = (geometry.middle(0, row).y - CELL / 2 - GAP / 2 for row in board.row_gaps)
    down = (geometry.middle(column, 0).x - CELL / 2 - GAP / 2 for column in board.column_gaps)
    return _ruled(across, down, Point(0, 0), Point(geometry.width, geometry.height))


def _ruled(ys: Iterable[float], xs: Iterable[float], first: Point, last: Point) -> str:
    """Lines across a rectangle at these heights, and down it at these places."""
    across = (f"M{first.x:.5g} {y:.5g}H{last.x:.5g}" for y in ys)
    down = (f"M{x:.5g} {first.y:.5g}V{last.y:.5g}" for x in xs)
    return "".join((*across, *down))


def _stroke(path: str, colour: str, width: float) -> Svg:
    if not path:
        return Svg("")
    return tag("path", d=path, stroke=colour, stroke_width=width, stroke_linecap="round",
               fill="none")  # fmt: skip


def _board(geometry: Geometry, fill: str, radius: float = ROUND) -> Svg:
    return tag("rect", width=geometry.width, height=geometry.height, rx=radius, fill=fill)


def _rack(geometry: Geometry, theme: Theme) -> Ground:
    """A plate with holes, behind which the discs fall."""
    width, height, r = geometry.width, geometry.height, 1.4 * ROUND
    outline = (
        f"M{r:.4g} 0H{width - r:.5g}a{r:.4g} {r:.4g} 0 0 1 {r:.4g} {r:.4g}V{height - r:.5g}"
        f"a{r:.4g} {r:.4g} 0 0 1 {-r:.4g} {r:.4g}H{r:.4g}a{r:.4g} {r:.4g} 0 0 1 {-r:.4g} {-r:.4g}"
        f"V{r:.4g}a{r:.4g} {r:.4g} 0 0 1 {r:.4g} {-r:.4g}z"
    )
    holes = (
        f"M{x - HOLE:.5g} {y:.5g}a{HOLE:.4g} {HOLE:.4g} 0 1 0 {2 * HOLE:.4g} 0"
        f"a{HOLE:.4g} {HOLE:.4g} 0 1 0 {-2 * HOLE:.4g} 0z"
        for x, y in geometry.centres
    )
    plate = tag("path", d=outline + "".join(holes), fill=theme.rack, fill_rule="evenodd")
    return Ground(Svg(""), plate=tag("g", plate, class_="plate"))


def _cloth(geometry: Geometry, theme: Theme) -> Ground:
    lines = "".join(_lines_within(geometry, part) for part in geometry.parts)
    stroke = tag("path", d=lines, stroke=theme.cloth_line, stroke_width=1.5, fill="none")
    return Ground(_board(geometry, theme.cloth, 1.2 * ROUND), stroke)


# The least width of a board with star points, and of one with three lines outside them.
STARS, LARGE = 9, 13


def _crossings(geometry: Geometry, theme: Theme) -> Ground:
    board = geometry.board
    stars = [
        tag("circle", cx=x, cy=y, r=0.07 * CELL, fill=theme.wood_line)
        for x, y in (geometry.middle(*place) for place in _stars(board))
    ]
    lines = _stroke(_through_centres(geometry, step=1), theme.wood_line, 1.3)
    return Ground(_board(geometry, theme.wood, 1.2 * ROUND), joined(lines, *stars))


def _through_centres(geometry: Geometry, step: int) -> str:
    """Lines along every row and column, or every second one."""
    board = geometry.board
    across = (geometry.middle(0, row).y for row in range(0, board.rows, step))
    down = (geometry.middle(column, 0).x for column in range(0, board.columns, step))
    last = geometry.middle(board.columns - 1, board.rows - 1)
    return _ruled(across, down, geometry.middle(0, 0), last)


def _stars(board: Board) -> Iterator[tuple[int, int]]:
    if min(board.columns, board.rows) < STARS:
        return
    far = 2 + (min(board.columns, board.rows) >= LARGE)
    for column in (far, board.columns // 2, board.columns - 1 - far):
        for row in (far, board.rows // 2, board.rows - 1 - far):
            if (column == board.columns // 2) == (row == board.rows // 2):
                yield column, row


def _plates(geometry: Geometry, fill: str) -> Iterator[Svg]:
    for part in geometry.parts:
        (left, top), (right, low) = geometry.box(part)
        yield tag("rect", x=left, y=top, width=right - left, height=low - top, rx=ROUND,
                  fill=fill, class_="part")  # fmt: skip


def _quarters(geometry: Geometry, theme: Theme) -> Ground:
    dents = (tag("circle", cx=x, cy=y, r=0.36 * CELL, fill=theme.dent) for x, y in geometry.centres)
    return Ground(joined(*_plates(geometry, theme.quarter)), joined(*dents))


def _nine(geometry: Geometry, theme: Theme) -> Ground:
    return Ground(joined(*_plates(geometry, theme.plate)), _cells_lines(geometry, theme))


def _links(geometry: Geometry, theme: Theme) -> Ground:
    """The lines, and a dot on each cell."""
    board, drawn = geometry.board, geometry.board.look == Look.LINES
    hollow = theme.ground == "none"  # then no line runs below a stone
    room = {cell.name: 0.85 * DISC if hollow and cell.mark else 0.0 for cell in board.cells}
    ways = (
        shortened_segment(geometry.centre(one), geometry.centre(other), room[one], room[other])
        for one, other in board.links
    )
    path = "".join(f"M{a.x:.5g} {a.y:.5g}L{b.x:.5g} {b.y:.5g}" for a, b in ways)
    colour, width, r = (theme.line, 5.0, 0.15) if drawn else (theme.rule, 2.2, 0.11)
    return Ground(Svg(""), joined(_stroke(path, colour, width), *_dots(geometry, theme.rule, r)))


def _dots(geometry: Geometry, colour: str, radius: float) -> Iterator[Svg]:
    for x, y in geometry.centres:
        yield tag("circle", cx=x, cy=y, r=radius * CELL, fill=colour)


def _edges_and_boxes(geometry: Geometry, theme: Theme) -> Ground:
    """Thin lines where edges can be drawn."""
    return Ground(Svg(""), _stroke(_through_centres(geometry, step=2), theme.line, 1.6))


def _pits(geometry: Geometry, theme: Theme) -> Ground:
    rim = tag("rect", x=2.5, y=2.5, width=geometry.width - 5, height=geometry.height - 5,
              rx=0.5 * CELL, fill="none", stroke=theme.wood_line, stroke_width=1.6,
              stroke_opacity=0.5)  # fmt: skip
    hollows = (
        tag("rect", x=x - PIT, y=y - tall, width=2 * PIT, height=2 * tall, rx=PIT, fill=theme.pit)
        for cell, (x, y) in zip(geometry.board.cells, geometry.centres, strict=True)
        for tall in [PIT if not geometry.is_store(cell) else 1.1 * CELL]
    )
    return Ground(joined(_board(geometry, theme.wood, 0.55 * CELL), rim, *hollows))


def _hexagons(geometry: Geometry, theme: Theme) -> Ground:
    between = theme.ground if theme.ground != "none" else theme.rule
    cells = (hexagon(centre, theme.plate, between) for centre in geometry.centres)
    owned = zip(_edges(geometry), geometry.board.borders, strict=False)  # none, or all four
    borders = (_border(geometry, edge, owner, theme) for edge, owner in owned)
    return Ground(joined(*borders, *cells))


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


def _border(geometry: Geometry, edge: Edge, owner: int, theme: Theme) -> Svg:
    """An edge of the rhombus, with the colour and the sign of its owner."""
    way = [corners(geometry.middle(*cell))[i] for cell in edge.cells for i in edge.which]
    once = [way[0], *(after for before, after in pairwise(way) if math.dist(before, after) > 1)]
    colour = theme.of_player(owner)
    plate = tag("polygon", points=points(*once, *edge.ends[::-1]), fill=colour, stroke=colour,
                stroke_width=RULE, stroke_linejoin="round", class_="edge")  # fmt: skip
    shape, far = (cross, ring)[owner], CELL * (RIM + HEXAGON_CORNER / 2) / 2
    cut = theme.ground if theme.ground != "none" else "#FFFFFF"
    sign = shape(cut, 0.1 * CELL, 0.045 * CELL)
    between = (  # one sign for each two neighbouring cells of the edge
        group(sign, transform=f"translate({x + far * edge.out.x:.5g} {y + far * edge.out.y:.5g})")
        for x, y in once[2:-1:2]
    )
    return joined(plate, *between)


def _heaps(geometry: Geometry, theme: Theme) -> Ground:
    """The floor below the heaps, and a dot for each counter that was taken."""
    floor = tag("rect", y=geometry.height - 2, width=geometry.width, height=4, rx=2,
                fill=theme.line)  # fmt: skip
    return Ground(joined(floor, *_dots(geometry, theme.line, 0.05)))


GROUNDS: dict[Look, Callable[[Geometry, Theme], Ground]] = {
    Look.GRID: _grid,
    Look.DOMINOES: _grid,
    Look.RACK: _rack,
    Look.CLOTH: _cloth,
    Look.CROSSINGS: _crossings,
    Look.QUARTERS: _quarters,
    Look.NINE: _nine,
    Look.LINES: _links,
    Look.POINTS: _links,
    Look.HEXAGONS: _hexagons,
    Look.EDGES: _edges_and_boxes,
    Look.PITS: _pits,
    Look.HEAPS: _heaps,
    Look.PLAIN: lambda geometry, theme: Ground(joined(*_dots(geometry, theme.line, 0.05))),
    Look.TEXT: lambda geometry, theme: Ground(Svg("")),
}
