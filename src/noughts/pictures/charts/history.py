"""The value history of a game: the value of each position, ply by ply, from top to bottom.

The horizontal axis is the value: a draw is in the middle, the first player's wins are on the left
and the second player's on the right, further out the fewer plies are left, or the more points are
won. Under best play a won game moves outwards by one step a ply; a mistake is a jump. The idea
comes from the visual value histories of GamesCrafters at Berkeley (Dan Garcia and students).
"""

import math
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from noughts.analysis.review import Grade, Review, ReviewedMove
from noughts.errors import PictureError
from noughts.game import FIRST, SECOND, winner_of
from noughts.games.given import checks_numbers
from noughts.games.registry import game_name
from noughts.pictures import svg
from noughts.pictures.board.draw import standing
from noughts.value import AnyValue, Margin, Value

ROW = 26.0  # height of a ply
TEXT = 14.0
MARGIN = 16.0
TOP, BOTTOM = 62.0, 46.0  # room for the axis, and for the legend
WIDEST, HALF_WIDTH = 30.0, 250.0  # largest width of a step, and of a side
NARROWEST = 130.0  # smallest width of a side, so that its title has room
DOT, SMALL_DOT = 6.0, 2.6


class HistoryValue(NamedTuple):
    """A value as the winning side and the plies left, or the points."""

    winner: int | None  # FIRST or SECOND; None for a draw
    number: int  # the plies to the end; in a review by points, the points won by


class HistoryRow(NamedTuple):
    """A position of the game."""

    label: str  # the move that led to it; "start" for the first position
    standing: HistoryValue | None  # its value; None if unknown
    others: tuple[HistoryValue, ...] = ()  # the values after the other moves
    grade: Grade | None = None  # the grade of the move; None for the first position


def standing_of(value: AnyValue | None, turn: int, played: int = 0) -> HistoryValue | None:
    """Convert a value for the player to move.

    >>> standing_of(Value(-1, 4), FIRST)
    HistoryValue(winner=1, number=4)
    """
    if value is None:
        return None
    winner = winner_of(value.outcome, turn)
    number = abs(value.points) if isinstance(value, Margin) else value.plies - played
    return HistoryValue(winner, 0 if winner is None else number)


def history_rows(review: Review) -> list[HistoryRow]:
    """The positions of a game, the first and the last included."""
    kind = Margin if is_by_points(review) else Value
    turns = (*(move.turn for move in review.moves), review.last.turn)
    standings = [
        standing_of(value, turn) if isinstance(value, kind) else None
        for value, turn in zip(review.values, turns, strict=True)
    ]
    rows = [HistoryRow("start", standings[0])]
    for move, after in zip(review.moves, standings[1:], strict=True):
        others = _others(move) if isinstance(move.explanation.value, kind) else ()
        rows.append(HistoryRow(_label(review, move), after, others, move.grade))
    return rows


def is_by_points(review: Review) -> bool:
    """Whether a review is by points; then values by plies are not shown."""
    return any(isinstance(value, Margin) for value in review.values)


def _label(review: Review, move: ReviewedMove) -> str:
    name = review.game.name(move.explained.move)
    sign = "??" if move.grade.mistake else "?!" if move.grade.slip else ""  # as in chess
    return f"{move.ply}. {review.game.marks[move.turn]} {name} {sign}".strip()


def _others(move: ReviewedMove) -> tuple[HistoryValue, ...]:
    found = (
        standing_of(other.value, move.turn, played=1)
        for other in move.explanation.moves
        if other.move != move.explained.move
    )
    return tuple(standing for standing in found if standing)


class Scale(NamedTuple):
    """The horizontal scale: its middle, half its width, the width of a ply or point, the most."""

    middle: float
    half: float
    step: float
    most: int
    by_points: bool = False

    def x(self, standing: HistoryValue) -> float:
        if standing.winner is None:
            return self.middle
        return self.at(standing.winner, standing.number)

    def at(self, winner: int, number: int) -> float:
        out = self.step * number if self.by_points else self.half - self.step * number
        return self.middle + (-out if winner == FIRST else out)


def scale_of(rows: list[HistoryRow], by_points: bool = False) -> Scale:
    """A scale with room for all values and for the names of the moves."""
    found = [s for row in rows for s in (row.standing, *row.others) if s and s.winner is not None]
    most = max((s.number for s in found), default=4)
    step = min(WIDEST, HALF_WIDTH / (most + 1))
    half = max(step * (most + 1), NARROWEST)
    step = half / (most + 1)
    names = max(svg.width_of(row.label, TEXT) for row in rows)
    return Scale(MARGIN + names + 12 + half, half, step, most, by_points)


@checks_numbers
def history(
    review: Review, *, theme: str | svg.Theme = svg.LIGHT, size: float | None = None
) -> svg.Picture:
    """Draw the value history of a game.

    Args:
        review: the review of the game.
        theme: "light", "dark", "currentColor", or a theme.
        size: the width in pixels.

    >>> from noughts import TicTacToe
    >>> from noughts.analysis.game_record import Record
    >>> from noughts.analysis.review import review
    >>> game = TicTacToe()
    >>> picture = history(review(Record.of(game, map(game.read, "b2 b1 a1 c3".split()))))
    >>> picture.title
    'Tic-tac-toe, the course of a game; X to move'
    """
    if not isinstance(review, Review):
        raise PictureError(f"{review!r} is not a review: give one from noughts.review.")
    colours = svg.theme_called(theme)
    rows = history_rows(review)
    scale = scale_of(rows, is_by_points(review))
    height = TOP + ROW * len(rows) + BOTTOM
    piece = svg.Piece(
        svg.joined(
            _axis(review, scale, len(rows), colours),
            _ways(rows, scale, colours),
            *(_row(row, i, scale, colours) for i, row in enumerate(rows)),
            _legend(scale, height, colours),
        ),
        scale.middle + scale.half + MARGIN + 8,
        height,
    )
    now = standing(review.game, review.last.position, review.last.turn)
    title = f"{game_name(review.game)}, the course of a game; {now}"
    about = " ".join(f"{row.label}: {_in_words(review, row.standing)}." for row in rows)
    return svg.Picture(piece, title, about, colours, svg.scale_to(size, piece))


def _y(index: int) -> float:
    return TOP + ROW * (index + 0.5)


def _axis(review: Review, scale: Scale, rows: int, theme: svg.Theme) -> svg.Svg:
    """Vertical lines for the draw and for some numbers of plies or points, with labels."""
    marks, verb = review.game.marks, "wins by" if scale.by_points else "wins in"
    every = next(n for n in (1, 2, 5, 10, 20, 50) if n * scale.step >= 20)
    ticks = [
        (scale.at(winner, number), str(number) if number else "won")
        for winner in (FIRST, SECOND)
        for number in range(0, scale.most + 1, every)
        if abs(scale.at(winner, number) - scale.middle) > 28  # "draw" has room
    ]
    lines = "".join(f"M{x:.5g} {TOP - 6:.5g}V{_y(rows - 1) + 13:.5g}" for x, _ in ticks)
    middle = f"M{scale.middle:.5g} {TOP - 6:.5g}V{_y(rows - 1) + 13:.5g}"
    titles = [
        (scale.middle - scale.half / 2, f"{marks[0]} {verb}"),
        (scale.middle + scale.half / 2, f"{marks[1]} {verb}"),
    ]
    return svg.group(
        svg.tag("path", d=lines, stroke=theme.rule, stroke_width=1, stroke_opacity=0.35),
        svg.tag("path", d=middle, stroke=theme.rule, stroke_width=1.5),
        *(svg.words(text, x, MARGIN + 8, TEXT, theme.ink) for x, text in titles),
        *(svg.words(text, x, TOP - 16, 12, theme.faint) for x, text in ticks),
        svg.words("draw", scale.middle, TOP - 16, 12, theme.ink),
        class_="axis",
    )


def _ways(rows: list[HistoryRow], scale: Scale, theme: svg.Theme) -> svg.Svg:
    ways = []
    for i, (row, after) in enumerate(pairwise(rows)):
        if row.standing and after.standing and after.grade:
            x, y, to = scale.x(row.standing), _y(i), scale.x(after.standing)
            bad = after.grade.mistake
            ways.append(
                svg.tag("path", d=f"M{x:.5g} {y:.5g}L{to:.5g} {_y(i + 1):.5g}", fill="none",
                    stroke=theme.loss if bad else theme.ink, stroke_width=4 if bad else 2,
                    stroke_dasharray="3 3" if after.grade.slip else None,
                    class_="mistake" if bad else "way")
            )  # fmt: skip
    return svg.group(*ways, class_="ways")


def _row(row: HistoryRow, index: int, scale: Scale, theme: svg.Theme) -> svg.Svg:
    y = _y(index)
    bad = bool(row.grade and row.grade.mistake)
    colour = theme.faint if row.grade is None else theme.loss if bad else theme.ink
    label = svg.words(row.label, MARGIN, y, TEXT, colour, anchor="start",
                  font_weight="bold" if bad else None)  # fmt: skip
    dots = [
        svg.tag("circle", cx=scale.x(other), cy=y, r=SMALL_DOT * math.sqrt(min(count, 3)),
                fill=theme.faint, class_="other")  # the area grows with the number of equal moves
        for other, count in Counter(row.others).items()
        if other != row.standing
    ]  # fmt: skip
    if row.standing:
        dots.append(_dot(row.standing, scale.x(row.standing), y, theme))
    return svg.tag("g", label, *dots, class_="ply")


def _dot(standing: HistoryValue, x: float, y: float, theme: svg.Theme) -> svg.Svg:
    """The value of a position: a disc (first player wins), a ring (second), or grey (draw)."""
    if standing.winner is None:
        return svg.tag("circle", cx=x, cy=y, r=DOT, fill=theme.draw, class_="stood")
    colour = theme.of_player(standing.winner)
    if standing.winner == FIRST:
        return svg.tag("circle", cx=x, cy=y, r=DOT, fill=colour, class_="stood")
    return svg.tag("circle", cx=x, cy=y, r=DOT - 1, fill=theme.ground, stroke=colour,
               stroke_width=3, class_="stood")  # fmt: skip


def _legend(scale: Scale, height: float, theme: svg.Theme) -> svg.Svg:
    y, text = height - MARGIN - 2, "other moves"
    left = scale.middle - svg.width_of(text, 12) / 2
    return svg.group(
        svg.tag("circle", cx=left - 2, cy=y, r=SMALL_DOT, fill=theme.faint),
        svg.words(text, left + 8, y, 12, theme.faint, anchor="start"),
        class_="legend",
    )


def _in_words(review: Review, found: HistoryValue | None) -> str:
    if found is None:
        return "unknown"
    if found.winner is None:
        return "draw"
    mark, link = review.game.marks[found.winner], "by" if is_by_points(review) else "in"
    return f"{mark} wins {link} {found.number}" if found.number else f"{mark} has won"
