"""The values of moves, as badges on their cells."""

from noughts.board import Cell, Look
from noughts.pictures.board.annotations import Notes, Sign
from noughts.pictures.board.geometry import CELL, Geometry
from noughts.pictures.svg import Piece, Svg, group, joined, tag, width_of, words
from noughts.pictures.theme import Theme

BADGE = 0.36 * CELL  # font size of a value
SMALL = 0.25 * CELL  # font size of several values in one cell
MARGIN = 0.9  # extra width of a badge, in units of the font size; a bold W is wider than most


def values(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
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
