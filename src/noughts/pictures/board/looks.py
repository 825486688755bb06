"""The shapes of the marks on each kind of board; `grounds.py` has what is below them.

Pictures, notebooks and pages draw from both. Marks are drawn around the origin for a cell of size
`CELL`. Nothing depends on the position but the marks, so a page places the same shapes by itself.
"""

import math
import re
from collections.abc import Callable, Iterator

from noughts.board import Board, Cell, Look
from noughts.pictures.board.geometry import CELL, Point, corners
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
    size = min(0.62 * CELL, 1.4 * CELL / max(1, len(cell.mark)))  # as large as the cell allows
    return words(cell.mark, 0, 0, size, colour, font_weight="bold")


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


def hexagon(centre: Point, fill: str, stroke: str, scale: float = 1) -> Svg:
    around = (
        Point(centre.x + scale * (x - centre.x), centre.y + scale * (y - centre.y))
        for x, y in corners(centre)
    )
    return tag("polygon", points=points(*around), fill=fill, stroke=stroke,
               stroke_width=RULE, stroke_linejoin="round")  # fmt: skip


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
