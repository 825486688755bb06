"""Drawings over the marks: values on badges, arrows of moves, and pale marks of a line of play."""

import math

from noughts.board import Cell, Look
from noughts.pictures.board.annotations import Arrow, Ghost, Notes, Sign
from noughts.pictures.board.geometry import CELL, Geometry, Point, shortened_segment
from noughts.pictures.board.marks import DISC, mark
from noughts.pictures.svg import Piece, Svg, group, joined, points, tag, width_of, words
from noughts.pictures.theme import Theme

BADGE = 0.36 * CELL  # font size of a value
SMALL = 0.25 * CELL  # font size of several values in one cell
MARGIN = 0.9  # extra width of a badge, in units of the font size; a bold W is wider than most


def draw_values(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The value of every move: on its cell, or above its column on a rack."""
    badges = (
        _on_cell(geometry, notes, geometry.board.cell(name), signs, theme)
        for name, signs in notes.signs.items()
    )
    return group(*badges, class_="values")


def _on_cell(
    geometry: Geometry, notes: Notes, cell: Cell, signs: tuple[Sign, ...], theme: Theme
) -> Svg:
    """The values of a cell's moves; lower and smaller if a ghost shares the cell."""
    x, y = geometry.centre(cell.name)
    look = geometry.board.look
    covers = (cell.mark and look != Look.HEAPS) or look == Look.POINTS
    ground = theme.ground if covers else "none"
    if look == Look.RACK:
        return badge(signs[0], theme).around(x, -0.34 * CELL)
    shared = any(ghost.cell.name == cell.name for ghost in notes.ghosts)
    if len(signs) > 1:
        room = 0.54 * CELL if shared else 0.94 * CELL
        return several(signs, theme, room, ground).around(x, y + 0.22 * CELL * shared)
    size = 0.8 * BADGE if shared else BADGE
    low = {Look.HEAPS: 0.15, Look.HEXAGONS: 0.2}.get(look, 0.24)  # the first two have no corners
    return badge(signs[0], theme, size, ground).around(x, y + low * CELL * shared)


def badge(sign: Sign, theme: Theme, size: float = BADGE, ground: str = "none") -> Piece:
    """A value in its colour; the best values are on a ground of that colour.

    Args:
        sign: the value.
        theme: the colours.
        size: the font size.
        ground: the ground of values that are not best.
    """
    text = f"{sign.word} {sign.value.sign()}".strip()
    size = min(size, 0.96 * CELL / (width_of(text, 1) + MARGIN))
    width, height = width_of(text, size) + MARGIN * size, 1.38 * size
    colour = theme.of_value(sign.value)
    fill, ink = (colour, theme.on_value) if sign.best else (ground, colour)
    plate = tag("rect", width=width, height=height, rx=0.35 * size, fill=fill)
    letters = words(text, width / 2, height / 2, size, ink, font_weight="bold")
    kind = "value best" if sign.best else "value"
    svg = tag("g", *([] if fill == "none" else [plate]), letters, class_=kind)
    return Piece(svg, width, height)


def several(signs: tuple[Sign, ...], theme: Theme, room: float, ground: str = "none") -> Piece:
    """The values of several moves on one cell: a row for each value, the best on top.

    The height of all rows together is at most `room`.
    """
    by_value: dict[int, list[Sign]] = {}
    for sign in sorted(signs, key=lambda sign: -sign.value.score):
        by_value.setdefault(sign.value.score, []).append(sign)
    rows = [
        group_of[0]._replace(word=" ".join(sign.word for sign in group_of))
        for group_of in by_value.values()
    ]
    longest = max(width_of(f"{row.word} {row.value.sign()}", 1) for row in rows) + MARGIN
    size = min(SMALL, 0.96 * CELL / longest, room / (1.38 * len(rows)))
    pieces = [badge(row, theme, size, ground) for row in rows]
    width, height = max(piece.width for piece in pieces), pieces[0].height
    placed = (p.at((width - p.width) / 2, i * height) for i, p in enumerate(pieces))
    return Piece(joined(*placed), width, len(pieces) * height)


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
    start, tip = shortened_segment(begin, end, DISC + 2, 0.16 * CELL)
    _, neck = shortened_segment(begin, end, 0, 0.16 * CELL + 3 * width)
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
    return numbered_plate(arrow.number, place, theme, theme.ground)


def _beside(place: Point, start: Point, neck: Point, width: float, height: float) -> Point:
    """The centre of a label that is clear of an arrow: above it, or to its right."""
    length = math.dist(start, neck) or 1
    x, y = (neck.y - start.y) / length, (start.x - neck.x) / length
    side = -1 if y > 0.01 or (y > -0.01 and x < 0) else 1
    far = side * (abs(x) * width / 2 + abs(y) * height / 2)
    return Point(place.x + far * x, place.y + far * y)


def ghosts(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
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
    return tag("g", moved, numbered_plate(ghost.number, number, theme, plate), class_="ghost")


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


def numbered_plate(number: int, place: Point, theme: Theme, plate: str) -> Svg:
    size = NUMBER if number < 10 else 0.85 * NUMBER
    disc = tag("circle", cx=place.x, cy=place.y, r=0.78 * size, fill=plate)
    letters = words(str(number), *place, size, theme.ink, font_weight="bold")
    return joined(*([] if plate == "none" else [disc]), letters)
