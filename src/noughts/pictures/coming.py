"""What may come: arrows for steps, and pale marks for a line of play, numbered by ply."""

import math

from noughts.board import Look
from noughts.pictures.badges import BADGE, badge
from noughts.pictures.geometry import CELL, Geometry, Point
from noughts.pictures.marks import DISC, mark
from noughts.pictures.notes import Arrow, Ghost, Notes, Sign
from noughts.pictures.svg import Piece, Svg, group, joined, points, tag, words
from noughts.pictures.theme import Theme

# The looks on which what lies in a cell does not keep it from being played.
OPEN_MARKS = (Look.HEAPS, Look.PLAIN)


def arrows(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The steps."""
    return group(*(_arrow(geometry, arrow, theme) for arrow in notes.arrows), class_="arrows")


def _arrow(geometry: Geometry, arrow: Arrow, theme: Theme) -> Svg:
    begin, end = geometry.centre(arrow.begin), geometry.centre(arrow.end)
    length = math.dist(begin, end) or 1
    along = Point((end.x - begin.x) / length, (end.y - begin.y) / length)
    colour = theme.of_value(arrow.value) if arrow.value else theme.ink
    start = Point(begin.x + (DISC + 2) * along.x, begin.y + (DISC + 2) * along.y)
    tip = Point(end.x - 0.16 * CELL * along.x, end.y - 0.16 * CELL * along.y)
    width = 5 if arrow.best else 3
    neck = Point(tip.x - 3 * width * along.x, tip.y - 3 * width * along.y)
    across = Point(-along.y * 1.6 * width, along.x * 1.6 * width)
    head = (
        tip,
        Point(neck.x + across.x, neck.y + across.y),
        Point(neck.x - across.x, neck.y - across.y),
    )
    shaft = tag("path", d=f"M{start.x:.5g} {start.y:.5g}L{neck.x:.5g} {neck.y:.5g}", stroke=colour,
                stroke_width=width)  # fmt: skip
    middle = Point((start.x + neck.x) / 2, (start.y + neck.y) / 2)
    return tag(
        "g",
        shaft,
        tag("polygon", points=points(*head), fill=colour),
        _arrow_label(arrow, middle, theme),
        class_="arrow",
    )


def _arrow_label(arrow: Arrow, middle: Point, theme: Theme) -> Svg:
    if arrow.value:
        return badge(Sign(arrow.value, arrow.best), theme, 0.72 * BADGE, theme.ground).around(
            *middle
        )
    return numbered(arrow.number, middle, theme, theme.ground) if arrow.number else Svg("")


def ghosts(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The marks to come, pale, with the numbers of their plies."""
    return group(
        *(_ghost(geometry, notes, ghost, theme) for ghost in notes.ghosts), class_="ghosts"
    )


def _ghost(geometry: Geometry, notes: Notes, ghost: Ghost, theme: Theme) -> Svg:
    """A pale mark, and its number on it; beside it, where it could not be read or has no room."""
    x, y = geometry.centre(ghost.cell.name)
    look = geometry.board.look
    pale = _coming(geometry, ghost, theme)
    place, size, number = Point(x, y), 0.9, Point(x, y)
    if ghost.cell.name in notes.signs and look != Look.RACK:
        up = 0.2 if look == Look.HEAPS else 0.26
        place, size = Point(x - 0.2 * CELL, y - up * CELL), 0.4
        number = Point(x + (0.2 * CELL if pale else 0), place.y)
    elif pale and theme.ground == "none":
        place, size, number = Point(x - 0.16 * CELL, y), 0.6, Point(x + 0.28 * CELL, y)
    elif not pale or ghost.cell.mark[:1] not in ("X", "O"):
        taken = look not in OPEN_MARKS and geometry.board.cell(ghost.cell.name).mark
        number = Point(x - 0.3 * CELL, y - 0.3 * CELL) if pale or taken else number
    moved = group(Piece(pale, CELL, CELL).at(*place, size) if pale else "", opacity=0.45)
    hides = (pale and number == place) or look == Look.PLAIN
    plate = theme.ground if hides else "none"
    return tag("g", moved, numbered(ghost.number, number, theme, plate), class_="ghost")


def _coming(geometry: Geometry, ghost: Ghost, theme: Theme) -> Svg:
    """The mark itself, without its age; nothing where another one lies still."""
    look, sign = geometry.board.look, ghost.cell.mark
    if not sign or (geometry.board.cell(ghost.cell.name).mark and look not in OPEN_MARKS):
        return Svg("")
    return mark(ghost.cell._replace(mark=sign[: 1 if sign[0] in "XO" else None]), look, theme)


def numbered(number: int, place: Point, theme: Theme, plate: str) -> Svg:
    """The number of a ply; on a plate of its own, where it could not be read otherwise."""
    size = 0.3 * CELL
    disc = tag("circle", cx=place.x, cy=place.y, r=0.78 * size, fill=plate)
    letters = words(str(number), *place, size, theme.ink, font_weight="bold")
    return joined(*([] if plate == "none" else [disc]), letters)
