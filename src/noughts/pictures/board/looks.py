"""The looks of boards: for each kind, its ground and the shapes of its marks.

Pictures, notebooks and pages draw from these. Marks are drawn around the origin for a cell of size
`CELL`. Nothing depends on the position but the marks, so a page places the same shapes by itself.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from noughts.board import Board, Cell, Look
from noughts.pictures.board.background import (
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
from noughts.pictures.svg import Svg, Theme, group, joined, points, svg_number, tag, words

REACH = 0.265 * CELL  # from the centre of a mark to its edge
STROKE = 0.115 * CELL
DISC = 0.4 * CELL
HOLE = 0.4 * CELL  # in a rack, whose plate covers the edge of a disc
RULE = 2.0  # the width of the lines between cells
ROUND = 0.16 * CELL  # the radius of corners

# The looks with stones that have a sign carved into them, and those with plain ones in two colours.
SIGNED = (Look.RACK, Look.HEXAGONS, Look.POINTS)
COLOURED = (Look.CLOTH, Look.CROSSINGS, Look.QUARTERS)
# A mark with its age.
AGED = re.compile("([XO])([1-9])")


def on_board(theme: Theme, look: Look) -> Theme:
    """The theme with the players' colours on a kind of board."""
    if look == Look.RACK:
        return theme._replace(first=theme.first_disc, second=theme.second_disc)
    if look in COLOURED:
        return theme._replace(first=theme.black, second=theme.white)
    return theme


# Marks.


def mark(cell: Cell, look: Look, theme: Theme, *, covered: bool = False, angle: int = 0) -> Svg:
    """The mark in a cell, as a single element, so that marks can be counted.

    `covered`: whether a value is written over it; `angle`: the direction of a domino's other half.
    """
    kind = f"mark {'' if cell.side is None else ('first', 'second')[cell.side]}".strip()
    pale = 0.35 if covered and AGED.fullmatch(cell.mark) else None
    return tag("g", cell_shape(cell, look, theme, covered, angle), class_=kind, opacity=pale)


def cell_shape(cell: Cell, look: Look, theme: Theme, covered: bool, angle: int) -> Svg:
    colour = theme.of_player(cell.side)
    signed = cell.mark in ("X", "O")
    if signed and look in SIGNED:
        return stone(cell.mark, colour, theme, look)
    if signed and look in COLOURED:
        return plain_stone(colour, theme)
    if signed and look in PIECES:
        return PIECES[look](cell.mark, colour, theme, angle)
    if look == Look.PITS:
        return counters_in(cell, theme)
    if look == Look.EDGES and cell.mark in EDGES:
        return EDGES[cell.mark](theme)
    if aged := AGED.fullmatch(cell.mark):
        return aged_mark(aged[1], aged[2], colour)
    shape = COVERED.get(cell.mark) if covered else SHAPES.get(cell.mark)
    if shape:
        return shape(colour, theme)
    if covered and cell.mark.isdigit():
        return words(cell.mark, -0.33 * CELL, -0.37 * CELL, 0.24 * CELL, colour)
    return text_mark(cell.mark, colour)


def cross(colour: str, reach: float = REACH, stroke: float = STROKE) -> Svg:
    r = f"{reach:.4g}"
    return joined(*(
        tag("path", d=way, fill="none", stroke=colour, stroke_width=stroke,
            stroke_linecap="round", pathLength=1)
        for way in (f"M-{r} -{r} {r} {r}", f"M{r} -{r} -{r} {r}")
    ))  # fmt: skip


def ring(colour: str, reach: float = REACH, stroke: float = STROKE) -> Svg:
    return tag("circle", r=reach * 1.06, fill="none", stroke=colour, stroke_width=stroke,
               pathLength=1)  # fmt: skip


def carving(mark: str) -> Callable[..., Svg]:
    return cross if mark == "X" else ring


def stone(sign: str, colour: str, theme: Theme, look: Look) -> Svg:
    """A round stone with its sign carved into it, so that it is recognised without colours."""
    if look == Look.RACK:
        rim = theme.first_rim if sign == "X" else theme.second_rim
        edge = tag("circle", r=0.72 * DISC, fill="none", stroke=rim, stroke_width=2.2)
        carved = tag("g", carving(sign)(rim, 0.28 * DISC, 0.36 * STROKE), class_="sign")
        return joined(tag("circle", r=HOLE + 1.5, fill=colour), edge, carved)
    cut = theme.ground if theme.ground != "none" else "#FFFFFF"
    body = tag("circle", r=DISC, fill=colour)
    if look == Look.HEXAGONS:
        body = hexagon(Point(0, 0), colour, "none", 0.94)
    if colour == "currentColor":  # no colour is sure to contrast with an unknown one
        body, cut = ring(colour, DISC * 0.85, STROKE * 0.7), colour
    return joined(body, carving(sign)(cut, 0.32 * DISC, 0.36 * STROKE))


def plain_stone(colour: str, theme: Theme) -> Svg:
    """A stone without a sign, with its shadow, and light on the black one."""
    shadow = tag("circle", cy=2, r=DISC, fill=theme.black, fill_opacity=0.3)
    body = tag("circle", r=DISC, fill=colour, stroke=theme.black, stroke_opacity=0.35,
               stroke_width=0.6)  # fmt: skip
    shine = tag("ellipse", cx=-0.12 * CELL, cy=-0.15 * CELL, rx=0.13 * CELL, ry=0.08 * CELL,
                fill=theme.white, fill_opacity=0.22)  # fmt: skip
    return joined(shadow, body, shine if colour == theme.black else "")


def domino(sign: str, colour: str, theme: Theme, angle: int) -> Svg:
    """Half a domino, open towards its other half, with its sign carved into it."""
    half, far, r = 0.38 * CELL, 0.5 * CELL, 6.0
    turn = math.radians(angle)

    def at(x: float, y: float) -> str:
        across = math.cos(turn) * x - math.sin(turn) * y
        down = math.sin(turn) * x + math.cos(turn) * y
        return f"{svg_number(across)} {svg_number(down)}"

    path = (
        f"M{at(-half, far)}L{at(-half, r - half)}A{r} {r} 0 0 1 {at(r - half, -half)}"
        f"L{at(half - r, -half)}A{r} {r} 0 0 1 {at(half, r - half)}L{at(half, far)}z"
    )
    hollow = colour == "currentColor"
    body = tag("path", d=path, fill="none" if hollow else colour, stroke=colour, stroke_width=0.8)
    cut = colour if hollow else theme.ground
    return joined(body, carving(sign)(cut, 0.15 * CELL, 0.06 * CELL))


def on_line(sign: str, colour: str, theme: Theme, angle: int) -> Svg:
    """A mark that covers the lines below it."""
    plate = tag("circle", r=0.42 * CELL, fill=theme.ground)
    return joined(plate, carving(sign)(colour, 0.8 * REACH, STROKE))


def box(sign: str, colour: str, theme: Theme, angle: int) -> Svg:
    side = 1.5 * CELL
    fill = tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, fill=colour,
               fill_opacity=0.14)  # fmt: skip
    return joined(fill, carving(sign)(colour, 0.8 * REACH, 0.8 * STROKE))


PIECES: dict[Look, Callable[[str, str, Theme, int], Svg]] = {
    Look.DOMINOES: domino,
    Look.LINES: on_line,
    Look.EDGES: box,
}


def angles(board: Board) -> dict[str, int]:
    """The direction of the other half of each half domino: X lies upright, O across."""
    if board.look != Look.DOMINOES:
        return {}
    places = {(cell.column, cell.row): cell for cell in board.cells}
    found: dict[str, int] = {}
    for (column, row), cell in places.items():
        if cell.name in found or not cell.mark:
            continue
        upright = cell.mark == "X"
        other = places.get((column, row + 1) if upright else (column + 1, row))
        if other and other.mark == cell.mark:
            found |= {cell.name: 0 if upright else -90, other.name: 180 if upright else 90}
    return found


SEED = 0.1 * CELL
PIT = 0.46 * CELL
# This number of counters fills a pit; with more the pattern is denser.
FULL = 12


def counters_in(cell: Cell, theme: Theme) -> Svg:
    """Counters in a pit or a store, and their number beside it."""
    store = not cell.name[1:].isdigit()
    places = seeds(int(cell.mark), store=store)
    drawn = (tag("circle", cx=x, cy=y, r=SEED, fill=theme.seed, stroke=theme.wood,
                 stroke_width=0.7) for x, y in places)  # fmt: skip
    beside = (1.33 if store else -0.66 if cell.row == 0 else 0.66) * CELL
    number = words(cell.mark, 0, beside, 0.26 * CELL, theme.wood_ink, font_weight="bold")
    return joined(*drawn, number)


def seeds(number: int, *, store: bool = False) -> Iterator[Point]:
    """The places of counters, in a spiral."""
    far = 0.32 * CELL / math.sqrt(max(number, FULL))
    for i in range(number):
        across, angle = far * math.sqrt(i + 0.5), 2.4 * i
        yield Point(across * math.cos(angle), across * math.sin(angle) * (2.4 if store else 1))


def aged_mark(sign: str, age: str, colour: str) -> Svg:
    shape = carving(sign)(colour, 0.8 * REACH, 0.85 * STROKE)
    return joined(
        group(shape, transform="translate(-4 -3)"),
        words(age, 0.3 * CELL, 0.25 * CELL, 0.27 * CELL, colour, font_weight="bold"),
    )


def text_mark(sign: str, colour: str) -> Svg:
    """A number or word as a mark, as large as the cell allows."""
    size = min(0.62 * CELL, 1.4 * CELL / max(1, len(sign)))
    return words(sign, 0, 0, size, colour, font_weight="bold")


def counter(colour: str, theme: Theme) -> Svg:
    """A counter of a heap."""
    hollow = theme.ground == "none"
    return tag("rect", x=-0.42 * CELL, y=-0.38 * CELL, width=0.84 * CELL, height=0.76 * CELL,
               rx=ROUND, fill="none" if hollow else theme.first,
               stroke=theme.first if hollow else None, stroke_width=2)  # fmt: skip


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


def _tile(side: float, fill: str, theme: Theme | None = None) -> Svg:
    edge = {"stroke": "#FFFFFF", "stroke_opacity": 0.35, "stroke_width": 2} if theme else {}
    return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=5, fill=fill, **edge)


def edge(theme: Theme, across: bool) -> Svg:
    reach = 0.75 * CELL
    path = f"M-{reach:.4g} 0H{reach:.4g}" if across else f"M0 -{reach:.4g}V{reach:.4g}"
    return tag("path", d=path, fill="none", stroke=theme.ink, stroke_width=STROKE,
               stroke_linecap="round", pathLength=1)  # fmt: skip


EDGES: dict[str, Callable[[Theme], Svg]] = {
    "-": lambda theme: edge(theme, across=True),
    "|": lambda theme: edge(theme, across=False),
    "+": lambda theme: tag("circle", r=0.13 * CELL, fill=theme.ink),
}

SHAPES: dict[str, Callable[[str, Theme], Svg]] = {
    "X": lambda colour, theme: cross(colour),
    "O": lambda colour, theme: ring(colour),
    "*": counter,
    "#": chocolate,
    "!": poison,
}

# Shapes for marks with a value written over them.
COVERED = {"*": counter, "#": chocolate, "!": poison_frame}


# Grounds.


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


def hexagon(centre: Point, fill: str, stroke: str, scale: float = 1) -> Svg:
    around = (
        Point(centre.x + scale * (x - centre.x), centre.y + scale * (y - centre.y))
        for x, y in corners(centre)
    )
    return tag("polygon", points=points(*around), fill=fill, stroke=stroke,
               stroke_width=RULE, stroke_linejoin="round")  # fmt: skip


def _hexagons(geometry: Geometry, theme: Theme) -> Ground:
    between = theme.ground if theme.ground != "none" else theme.rule
    cells = (hexagon(centre, theme.plate, between) for centre in geometry.centres)
    return Ground(joined(*_borders(geometry, theme), *cells))


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


def _places(geometry: Geometry, theme: Theme) -> Ground:
    return Ground(joined(*_dots(geometry, theme.line, 0.05)))


def _text(geometry: Geometry, theme: Theme) -> Ground:
    return Ground(Svg(""))


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
    Look.PLAIN: _places,
    Look.TEXT: _text,
}
