"""The form for trees of many nodes: each is a small disc (win), bar (draw) or cross (loss)."""

from functools import cached_property

from noughts.pictures.board.geometry import Point
from noughts.pictures.svg import Piece, Svg, group, joined, number, tag
from noughts.pictures.theme import Theme
from noughts.pictures.trees.base import DROP_BY_SPAN, Line, TreeForm, style_of
from noughts.value import DRAW, LOSS, OUTCOME_NAMES, WIN, Value

SIGN = 6.0  # width of a sign
DROP = 40.0  # minimal distance of two levels


class SignsForm(TreeForm):
    """Nodes drawn as small signs: a disc for a win, a bar for a draw, a cross for a loss."""

    apart = 2.0

    @cached_property
    def widths(self) -> list[float]:
        """The width of a sign, for every node."""
        return [SIGN] * len(self.tree.nodes)

    def piece(self) -> Piece:
        """The whole tree, without counts of folded nodes."""
        y, top = SIGN / 2, {}
        for level in self.levels:
            top.update(dict.fromkeys(level, y))
            y += DROP + DROP_BY_SPAN * self.span(level)
        lines = (
            Line(Point(self.xs[i], top[i]), Point(self.xs[child], top[child]),
                 style_of(self.tree.nodes[child]))
            for i, node in enumerate(self.tree.nodes) for child in node.children
        )  # fmt: skip
        svg = joined(group(self.paths(lines), opacity=0.55), self._signs(top))
        return Piece(svg, self.width, max(top.values()) + SIGN / 2)

    def symbol(self, outcome: int) -> Svg:
        """The sign of an outcome."""
        return sign(sign_path(outcome, 0, 0), outcome, self.theme)

    def _signs(self, top: dict[int, float]) -> Svg:
        """All signs, one path for each value."""
        paths: dict[int | None, list[str]] = {}
        for i, node in enumerate(self.tree.nodes):
            outcome = None if node.value is None else node.value.outcome
            paths.setdefault(outcome, []).append(sign_path(outcome, self.xs[i], top[i]))
        return group(
            *(sign("".join(path), outcome, self.theme) for outcome, path in paths.items()),
            fill="none",
            class_="signs",
        )


def sign_path(outcome: int | None, x: float, y: float) -> str:
    """The path data of the sign for an outcome."""
    r = SIGN / 2 - 0.75
    if outcome == WIN:
        return f"M{number(x)} {number(y)}H{number(x + 0.01)}"
    if outcome == LOSS:
        left, right, up, down = map(number, (x - r, x + r, y - r, y + r))
        return f"M{left} {up}L{right} {down}M{left} {down}L{right} {up}"
    reach = r if outcome == DRAW else 0.5
    return f"M{number(x - reach)} {number(y)}H{number(x + reach)}"


def sign(path: str, outcome: int | None, theme: Theme) -> Svg:
    """A path of signs, in the colour of their outcome."""
    colour = theme.faint if outcome is None else theme.of_value(Value(outcome, 0))
    return tag("path", d=path, stroke=colour,
               stroke_width=SIGN if outcome == WIN else 2.2 if outcome == DRAW else 1.5,
               stroke_linecap="round",
               class_="unknown" if outcome is None else OUTCOME_NAMES[outcome])  # fmt: skip
