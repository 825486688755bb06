"""Notes as they are drawn: tinted cells, lines, badges with values, arrows, ghost stones."""

import math
from itertools import pairwise

from noughts.board import Cell, Closed, Look
from noughts.pictures.geometry import CELL, Geometry, Point
from noughts.pictures.marks import DISC, REACH, SHAPES, STONES, mark
from noughts.pictures.notes import Arrow, Ghost, Notes, Sign
from noughts.pictures.svg import Piece, Svg, group, joined, points, tag, width_of, words
from noughts.pictures.theme import Theme

BADGE = 0.36 * CELL  # the size of a value's letters
SMALL = 0.25 * CELL  # of those of several in one cell
HALF = CELL / 2
# The looks on which what lies in a cell does not keep it from being played.
OPEN_MARKS = (Look.HEAPS, Look.PLAIN)


def tints(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The grounds of cells that are pointed out a little."""
    won = {name for line in notes.lines for name in line}
    if geometry.board.look in STONES:
        return Svg("")
    names = [name for name in notes.last if name not in won]
    return group(*(_tint(geometry, name, theme.soft) for name in names), class_="tints")


def _tint(geometry: Geometry, name: str, colour: str) -> Svg:
    x, y = geometry.centre(name)
    return tag("rect", x=x - HALF + 1, y=y - HALF + 1, width=CELL - 2, height=CELL - 2, rx=5,
               fill=colour)  # fmt: skip


def where_to_play(geometry: Geometry, theme: Theme) -> Svg:
    """A frame around each part on which the next move must be played, if it is not any part."""
    board = geometry.board
    allowed, barred = [], []
    for part in geometry.parts:
        cells = [cell for cell in board.cells if part.holds(cell) and not cell.mark]
        if any(cell.moves for cell in cells):
            allowed.append(part)
        elif cells and not any(cells[0].name in closed.cells for closed in board.closed):
            barred.append(part)
    if not barred:
        return Svg("")
    return group(*(_frame(*geometry.box(part), theme) for part in allowed), class_="where")


def _frame(corner: Point, opposite: Point, theme: Theme) -> Svg:
    far = 4
    return tag("rect", x=corner.x - far, y=corner.y - far,
               width=opposite.x - corner.x + 2 * far, height=opposite.y - corner.y + 2 * far, rx=7,
               fill=theme.soft, stroke=theme.ink, stroke_width=2)  # fmt: skip


def last_move(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """What points out the last move without colours too: a ring, or the corners of the cell."""
    pointer = _around if geometry.board.look in STONES else _corners
    return group(*(pointer(geometry, name, theme) for name in notes.last), class_="last")


def _around(geometry: Geometry, name: str, theme: Theme) -> Svg:
    """A ring around a stone; a dashed one where it has left."""
    x, y = geometry.centre(name)
    left = not geometry.board.cell(name).mark
    return tag("circle", cx=x, cy=y, r=DISC + 2.5, fill="none", stroke=theme.ink, stroke_width=2,
               stroke_dasharray="4 4" if left else None)  # fmt: skip


def _corners(geometry: Geometry, name: str, theme: Theme) -> Svg:
    x, y = geometry.centre(name)
    far, arm = HALF - 4, 8
    path = "".join(
        f"M{x + i * far:.5g} {y + j * (far - arm):.5g}v{j * arm}h{-i * arm}"
        for i in (-1, 1)
        for j in (-1, 1)
    )
    return tag("path", d=path, fill="none", stroke=theme.ink, stroke_width=1.8)


def closed(geometry: Geometry, part: Closed, theme: Theme) -> Svg:
    """The mark of who has won a part of the board, as large as it; a veil where nobody has."""
    places = [geometry.centre(name) for name in part.cells]
    x, y = (sum(place[i] for place in places) / len(places) for i in (0, 1))
    side = max(place.x for place in places) - min(place.x for place in places) + CELL
    veil = tag("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=6,
               fill=theme.soft, fill_opacity=0.75)  # fmt: skip
    shape = SHAPES.get(part.mark)
    if shape is None:
        return tag("g", veil, class_="closed")
    scale = 0.36 * side / REACH
    place = f"translate({x:.5g} {y:.5g}) scale({scale:.4g})"
    large = shape(theme.of_player(part.owner), theme)
    return tag("g", veil, tag("g", large, transform=place), class_="closed")


def deciding_lines(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """A band and a stroke along each line, as far as its cells lie side by side.

    They lie below the marks, none of which they hide.
    """
    return group(*(_line(geometry, line, theme) for line in notes.lines), class_="lines")


def _line(geometry: Geometry, names: tuple[str, ...], theme: Theme) -> Svg:
    cells = [geometry.board.cell(name) for name in names]
    runs: list[list[Cell]] = [[cells[0]]] if cells else []
    for before, cell in pairwise(cells):
        if geometry.touching(before, cell):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return joined(*(_run(geometry, run, theme) for run in runs))


def _run(geometry: Geometry, run: list[Cell], theme: Theme) -> Svg:
    places = [geometry.centre(cell.name) for cell in run]
    if len(run) == 1:
        return _band(places, theme)
    by = 0 if geometry.board.look in STONES else 0.3
    first, last = _beyond(places[1], places[0], by), _beyond(places[-2], places[-1], by)
    way = points(first, *places[1:-1], last)
    stroke = tag("polyline", points=way, fill="none", stroke=theme.win, stroke_width=4,
                 stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
    return joined(_band(places, theme), stroke)


def _band(places: list[Point], theme: Theme) -> Svg:
    """A broad band from place to place; of one place, a disc."""
    way = places if len(places) > 1 else [places[0], Point(places[0].x + 0.01, places[0].y)]
    return tag("polyline", points=points(*way), fill="none", stroke=theme.won,
               stroke_width=0.84 * CELL, stroke_linecap="round", stroke_linejoin="round",
               class_="band")  # fmt: skip


def _beyond(before: Point, end: Point, by: float) -> Point:
    """A place a little farther than the end."""
    return Point(end.x + by * (end.x - before.x), end.y + by * (end.y - before.y))


# Values.


def values(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The value of every move: on its cell, or above its column where marks fall."""
    badges = (
        _on_cell(geometry, notes, geometry.board.cell(name), signs, theme)
        for name, signs in notes.signs.items()
    )
    return group(*badges, class_="values")


def _on_cell(
    geometry: Geometry, notes: Notes, cell: Cell, signs: tuple[Sign, ...], theme: Theme
) -> Svg:
    """The values of a cell's moves; lower and smaller, where a mark to come is shown, too."""
    x, y = geometry.centre(cell.name)
    look = geometry.board.look
    ground = theme.ground if cell.mark and look != Look.HEAPS else "none"
    if look == Look.RACK:
        return _at(badge(signs[0], theme), x, -0.34 * CELL)
    shared = any(ghost.cell.name == cell.name for ghost in notes.ghosts)
    if len(signs) > 1:
        room = 0.54 * CELL if shared else 0.94 * CELL
        return _at(several(signs, theme, room, ground), x, y + 0.22 * CELL * shared)
    size = 0.8 * BADGE if shared else BADGE
    low = 0.15 if look == Look.HEAPS else 0.26  # a counter has no corners
    return _at(badge(signs[0], theme, size, ground), x, y + low * CELL * shared)


def badge(sign: Sign, theme: Theme, size: float = BADGE, ground: str = "none") -> Piece:
    """A value, in colour and with its sign; on a ground of the colour for the best.

    Args:
        sign: the value.
        theme: the colours.
        size: of the letters.
        ground: what the others stand on.
    """
    text = f"{sign.word} {sign.value.sign()}".strip()
    width, height = width_of(text, size) + 0.5 * size, 1.38 * size
    colour = theme.of_value(sign.value)
    fill, ink = (colour, theme.on_value) if sign.best else (ground, colour)
    plate = tag("rect", width=width, height=height, rx=0.35 * size, fill=fill)
    letters = words(text, width / 2, height / 2, size, ink, font_weight="bold")
    kind = "value best" if sign.best else "value"
    svg = tag("g", *([] if fill == "none" else [plate]), letters, class_=kind)
    return Piece(svg, width, height)


def several(signs: tuple[Sign, ...], theme: Theme, room: float, ground: str = "none") -> Piece:
    """The values of several moves on one cell: a row for each value, the best on top.

    All of them together are no higher than there is room.
    """
    by_value: dict[int, list[Sign]] = {}
    for sign in sorted(signs, key=lambda sign: -sign.value.score):
        by_value.setdefault(sign.value.score, []).append(sign)
    rows = [
        group_of[0]._replace(word=" ".join(sign.word for sign in group_of))
        for group_of in by_value.values()
    ]
    longest = max(width_of(f"{row.word} {row.value.sign()}", 1) for row in rows) + 0.5
    size = min(SMALL, 0.96 * CELL / longest, room / (1.38 * len(rows)))
    pieces = [badge(row, theme, size, ground) for row in rows]
    width, height = max(piece.width for piece in pieces), pieces[0].height
    placed = (p.at((width - p.width) / 2, i * height) for i, p in enumerate(pieces))
    return Piece(joined(*placed), width, len(pieces) * height)


def _at(piece: Piece, x: float, y: float) -> Svg:
    """The piece, its middle there."""
    return piece.at(x - piece.width / 2, y - piece.height / 2)


# Arrows and ghosts.


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
        return _at(badge(Sign(arrow.value, arrow.best), theme, 0.72 * BADGE, theme.ground), *middle)
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
