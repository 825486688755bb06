"""The ground of a board, as it is before anything lies on it."""

from itertools import pairwise

from noughts.board import Look
from noughts.pictures.board.geometry import (
    CELL,
    GAP,
    HEXAGON_CORNER,
    Geometry,
    Part,
    Point,
    shortened,
)
from noughts.pictures.board.marks import DISC, HOLE
from noughts.pictures.svg import Svg, joined, points, tag
from noughts.pictures.theme import Theme

RULE = 1.8  # the width of the lines between cells
BORDER = 5.0  # and of what shows whose an edge is


def ground(geometry: Geometry, theme: Theme) -> Svg:
    """The lines, holes or hexagons of the board."""
    return {
        Look.GRID: _grid,
        Look.RACK: _rack,
        Look.POINTS: _links,
        Look.HEXAGONS: _hexagons,
        Look.HEAPS: _places,
        Look.PLAIN: _places,
    }[geometry.board.look](geometry, theme)


def _grid(geometry: Geometry, theme: Theme) -> Svg:
    """The lines between the cells of each part, and heavier ones between rows of parts."""
    parts = ("".join(_lines_within(geometry, part)) for part in geometry.parts)
    fine = joined(*(_stroke(lines, theme.rule, RULE) for lines in parts))
    if not geometry.board.row_gaps:
        return fine
    return joined(fine, _stroke("".join(_lines_between(geometry)), theme.ink, 1.6 * RULE))


def _lines_within(geometry: Geometry, part: Part) -> list[str]:
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
    """A plate with a hole for every cell."""
    edge = RULE / 2
    plate = tag("rect", x=edge, y=edge, width=geometry.width - 2 * edge,
                height=geometry.height - 2 * edge, rx=10, fill=theme.rack)  # fmt: skip
    return joined(plate, *(
        tag("circle", cx=x, cy=y, r=HOLE, fill=theme.hole)
        for x, y in geometry.centres
    ))  # fmt: skip


def _links(geometry: Geometry, theme: Theme) -> Svg:
    """The lines between the points, and the points; none below stones, which may be hollow."""
    board = geometry.board
    room = {cell.name: DISC if cell.mark else 0 for cell in board.cells}
    ways = (
        shortened(geometry.centre(one), geometry.centre(other), room[one], room[other])
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
    """The cells, and the edges in the colours of those whose they are."""
    cells = (
        tag("polygon", points=points(*corners(centre)), fill=theme.plate, stroke=theme.rule,
            stroke_width=RULE, stroke_linejoin="round")
        for centre in geometry.centres
    )  # fmt: skip
    return joined(*cells, *_borders(geometry, theme))


def corners(centre: Point) -> list[Point]:
    """The corners of a hexagon, from the upper one clockwise."""
    x, y = centre
    half, up = CELL / 2, CELL * HEXAGON_CORNER
    return [
        Point(x, y - up), Point(x + half, y - up / 2), Point(x + half, y + up / 2),
        Point(x, y + up), Point(x - half, y + up / 2), Point(x - half, y - up / 2),
    ]  # fmt: skip


def _borders(geometry: Geometry, theme: Theme) -> list[Svg]:
    """The four edges of a board of hexagons; the second player's is dashed besides."""
    board = geometry.board
    if not board.borders:
        return []
    columns, rows = range(board.columns), range(board.rows)
    last_column, last_row = columns[-1], rows[-1]
    edges = (  # which cells, and which of their corners lie on the edge
        ([(column, 0) for column in columns], (5, 0, 1)),
        ([(last_column, row) for row in rows], (1, 2)),
        ([(column, last_row) for column in columns], (4, 3, 2)),
        ([(0, row) for row in rows], (5, 4)),
    )
    return [
        _edge([corners(geometry.middle(*cell))[i] for cell in cells for i in which], owner, theme)
        for (cells, which), owner in zip(edges, board.borders, strict=True)
    ]


def _edge(way: list[Point], owner: int, theme: Theme) -> Svg:
    once = [way[0], *(after for before, after in pairwise(way) if after != before)]
    return tag("polyline", points=points(*once), fill="none", stroke=theme.of_player(owner),
               stroke_width=BORDER, stroke_linejoin="round", stroke_linecap="round",
               stroke_dasharray="9 7" if owner else None)  # fmt: skip


def _places(geometry: Geometry, theme: Theme) -> Svg:
    """A dot where something has lain."""
    return joined(*(
        tag("circle", cx=x, cy=y, r=2.5, fill=theme.faint)
        for cell, (x, y) in zip(geometry.board.cells, geometry.centres, strict=True)
        if not cell.mark
    ))  # fmt: skip
