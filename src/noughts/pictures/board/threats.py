"""Threats (lines that lack one mark), drawn over a board.

X's lines are dashed and O's are dotted. The missing cell shows a small mark of the player: X's on
the left, O's on the right. So the picture can be read without colours.
"""

from collections.abc import Iterable

from noughts.analysis.explain.tactics import LineThreat
from noughts.board import Board, Look
from noughts.pictures.board.geometry import CELL, Geometry, Point, shortened
from noughts.pictures.board.highlights import runs
from noughts.pictures.board.marks import cross, on_board, ring
from noughts.pictures.svg import Svg, group, joined, points, tag
from noughts.pictures.theme import Theme

SIGN = 0.14 * CELL  # radius of the plate below the small mark
FREE = 0.42 * CELL  # radius kept free in the missing cell
DASHES = ("7 6", "0.1 7")  # for the first player's lines and the second's


def threats(board: Board, found: Iterable[LineThreat], theme: Theme) -> Svg:
    """The lines and missing marks of all threats; the board's upper left corner is the origin."""
    geometry, all_of_them = Geometry(board), list(found)
    theme = on_board(theme, board.look)
    lines = [_line(geometry, threat, theme) for threat in all_of_them]
    marks = sorted({(t.turn, t.cell, t.now) for t in all_of_them})
    signs = [_sign(geometry, *one, theme) for one in marks]
    return group(*lines, *signs, class_="threats")


def _line(geometry: Geometry, threat: LineThreat, theme: Theme) -> Svg:
    """The adjacent cells of a line; paler if its last cell cannot be marked yet."""
    names = tuple(geometry.board.cells[cell].name for cell in threat.line)
    missing = geometry.board.cells[threat.cell].name
    return joined(
        *(
            tag("polyline", points=points(*way), fill="none", stroke=theme.of_player(threat.turn),
                stroke_width=3.2, stroke_linecap="round", stroke_dasharray=DASHES[threat.turn],
                opacity=None if threat.now else 0.5)
            for run in runs(geometry, names)
            for way in _ways(geometry, [cell.name for cell in run], missing)
        )
    )  # fmt: skip


def _ways(geometry: Geometry, names: list[str], missing: str) -> list[list[Point]]:
    """The run without the missing cell's centre, which may show a value or a future mark."""
    if missing not in names:
        return [[geometry.centre(name) for name in names]] if len(names) > 1 else []
    at = names.index(missing)
    found = []
    for part in (names[: at + 1][::-1], names[at:]):  # both begin at the missing cell
        if len(part) > 1:
            begin, *others = (geometry.centre(name) for name in part)
            begin, _ = shortened(begin, others[0], FREE, 0)
            found.append([begin, *others])
    return found


def _sign(geometry: Geometry, turn: int, cell: int, now: bool, theme: Theme) -> Svg:
    """The small mark in the missing cell; its plate is dashed if it cannot be marked yet."""
    x, y = geometry.centres[cell]
    round_cell = geometry.board.look == Look.RACK
    aside, above = (0.17, 0.0) if round_cell else (0.33, 0.33)
    x, y = x + (2 * turn - 1) * aside * CELL, y - above * CELL
    colour = theme.of_player(turn)
    plate = tag("circle", r=SIGN, fill=theme.ground, stroke=colour, stroke_width=1.4,
                stroke_dasharray=None if now else "2.5 2")  # fmt: skip
    shape = (cross, ring)[turn](colour, 0.42 * SIGN, 0.26 * SIGN)
    return tag("g", plate, shape, transform=f"translate({x:.5g} {y:.5g})")
