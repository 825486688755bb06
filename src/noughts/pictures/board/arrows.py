"""Arrows for moves from cell to cell, and pale marks for a line of play, numbered by ply."""

import math

from noughts.board import Look
from noughts.pictures.board.annotations import Arrow, Ghost, Notes, Sign
from noughts.pictures.board.badges import BADGE, badge
from noughts.pictures.board.geometry import CELL, Geometry, Point, shortened
from noughts.pictures.board.marks import DISC, mark
from noughts.pictures.svg import Piece, Svg, group, joined, points, tag, words
from noughts.pictures.theme import Theme

# The looks whose cells can be played on although they are not empty.
OPEN_MARKS = (Look.HEAPS, Look.PLAIN)
NUMBER = 0.3 * CELL  # the size of a ply's number


def arrows(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The arrows of moves from cell to cell, with their values or plies."""
    return group(*(_arrow(geometry, arrow, theme) for arrow in notes.arrows), class_="arrows")


def _arrow(geometry: Geometry, arrow: Arrow, theme: Theme) -> Svg:
    begin, end = geometry.centre(arrow.begin), geometry.centre(arrow.end)
    colour = theme.of_value(arrow.value) if arrow.value else theme.ink
    width = 5 if arrow.best else 3
    start, tip = shortened(begin, end, DISC + 2, 0.16 * CELL)
    _, neck = shortened(begin, end, 0, 0.16 * CELL + 3 * width)
    across = Point(0.53 * (neck.y - tip.y), 0.53 * (tip.x - neck.x))
    head = (
        tip,
        Point(neck.x + across.x, neck.y + across.y),
        Point(neck.x - across.x, neck.y - across.y),
    )
    shaft = tag("path", d=f"M{start.x:.5g} {start.y:.5g}L{neck.x:.5g} {neck.y:.5g}", stroke=colour,
                stroke_width=width)  # fmt: skip
    return tag(
        "g",
        shaft,
        tag("polygon", points=points(*head), fill=colour),
        _arrow_label(arrow, start, neck, theme),
        class_="arrow",
    )


def _arrow_label(arrow: Arrow, start: Point, neck: Point, theme: Theme) -> Svg:
    """The value or ply of an arrow, on its shaft; beside it on a transparent ground."""
    place = Point((start.x + neck.x) / 2, (start.y + neck.y) / 2)
    if arrow.value:
        label = badge(Sign(arrow.value, arrow.best), theme, 0.72 * BADGE, theme.ground)
        if theme.ground == "none" and not arrow.best:
            place = _beside(place, start, neck, label.width, label.height)
        return label.around(*place)
    if not arrow.number:
        return Svg("")
    if theme.ground == "none":
        place = _beside(place, start, neck, NUMBER, NUMBER)
    return numbered(arrow.number, place, theme, theme.ground)


def _beside(place: Point, start: Point, neck: Point, width: float, height: float) -> Point:
    """The centre of a label that is clear of an arrow: above it, or to its right."""
    length = math.dist(start, neck) or 1
    x, y = (neck.y - start.y) / length, (start.x - neck.x) / length
    side = -1 if y > 0.01 or (y > -0.01 and x < 0) else 1
    far = side * (abs(x) * width / 2 + abs(y) * height / 2)
    return Point(place.x + far * x, place.y + far * y)


def ghosts(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """Pale marks of future moves, with their plies."""
    return group(
        *(_ghost(geometry, notes, ghost, theme) for ghost in notes.ghosts), class_="ghosts"
    )


def _ghost(geometry: Geometry, notes: Notes, ghost: Ghost, theme: Theme) -> Svg:
    """A pale mark with its ply on it, or beside it where it would be unreadable."""
    x, y = geometry.centre(ghost.cell.name)
    look = geometry.board.look
    pale = _coming(geometry, ghost, theme)
    place, size, number = Point(x, y), 0.9, Point(x, y)
    if ghost.cell.name in notes.signs and look != Look.RACK:
        up = {Look.HEAPS: 0.2, Look.PLAIN: 0.2}.get(look, 0.26)
        place, size = Point(x - 0.2 * CELL, y - up * CELL), 0.4
        number = Point(x + (0.2 * CELL if pale else 0), place.y)
    elif pale and theme.ground == "none":
        place, size, number = Point(x - 0.16 * CELL, y), 0.6, Point(x + 0.28 * CELL, y)
    elif pale and ghost.cell.mark[:1] not in ("X", "O"):
        number = Point(x - 0.3 * CELL, y - 0.3 * CELL)
    elif not pale and look not in OPEN_MARKS and geometry.board.cell(ghost.cell.name).mark:
        return _ringed(ghost.number, Point(x + 0.345 * CELL, y - 0.08 * CELL), theme)
    moved = group(Piece(pale, CELL, CELL).at(*place, size) if pale else "", opacity=0.45)
    hides = (pale and number == place) or look == Look.PLAIN
    plate = theme.ground if hides else "none"
    return tag("g", moved, numbered(ghost.number, number, theme, plate), class_="ghost")


def _coming(geometry: Geometry, ghost: Ghost, theme: Theme) -> Svg:
    """The mark of a future move, without its age; empty if another mark is still there."""
    look, sign = geometry.board.look, ghost.cell.mark
    if not sign or (geometry.board.cell(ghost.cell.name).mark and look not in OPEN_MARKS):
        return Svg("")
    return mark(ghost.cell._replace(mark=sign[: 1 if sign[0] in "XO" else None]), look, theme)


def _ringed(number: int, place: Point, theme: Theme) -> Svg:
    """A ply's number in a ring, beside a mark that already shows its age."""
    ring = tag("circle", cx=place.x, cy=place.y, r=0.135 * CELL, fill="none", stroke=theme.ink,
               stroke_width=1)  # fmt: skip
    letters = words(str(number), *place, 0.19 * CELL, theme.ink, font_weight="bold")
    return tag("g", ring, letters, class_="ghost")


def numbered(number: int, place: Point, theme: Theme, plate: str) -> Svg:
    """A ply's number, on a plate unless `plate` is "none"."""
    size = NUMBER if number < 10 else 0.85 * NUMBER
    disc = tag("circle", cx=place.x, cy=place.y, r=0.78 * size, fill=plate)
    letters = words(str(number), *place, size, theme.ink, font_weight="bold")
    return joined(*([] if plate == "none" else [disc]), letters)
