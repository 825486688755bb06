"""The shapes of marks, each drawn around the origin for a cell of size `CELL`."""

import re
from collections.abc import Callable

from noughts.board import Cell, Look
from noughts.pictures.board.geometry import CELL
from noughts.pictures.svg import Svg, group, joined, points, tag, words
from noughts.pictures.theme import Theme

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
    """An X.

    >>> print(cross("red", 10, 2))
    <path d="M-10 -10 10 10M-10 10 10 -10" fill="none" stroke="red" stroke-width="2" \
stroke-linecap="round"/>
    """
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
