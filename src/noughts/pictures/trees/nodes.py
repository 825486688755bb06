"""The two forms of a tree: nodes drawn as boards, with moves and values; or as small signs."""

from collections.abc import Iterator
from functools import cached_property

from noughts.analysis.game_tree import Folded, GameTree, TreeNode
from noughts.pictures.board.draw import badge, board_piece
from noughts.pictures.board.geometry import Point
from noughts.pictures.board.highlights import Notes, Sign, played_on
from noughts.pictures.svg import Piece, Svg, Theme, group, joined, svg_number, tag, width_of, words
from noughts.pictures.trees.layout import DROP_BY_SPAN, FOLDED, Line, TreeForm, line_style
from noughts.value import DRAW, LOSS, OUTCOME_NAMES, WIN, Value

SCALE, LARGEST = 1 / 3, 84.0  # scale of boards, whose cells become 16 wide; their largest size
PADDING = 4.0  # between a board and its frame
LABEL, BADGE, FOLD = 11.0, 10.0, 10.0  # font sizes: moves, values, counts of folded nodes
ABOVE, BELOW = 1.4 * LABEL, 1.7 * BADGE  # room for moves, and for values
DROP, LONGEST_DROP = 30.0, 240.0  # distance of two levels, minimum and maximum


class BoardsForm(TreeForm):
    """Nodes drawn as boards, for trees of up to some hundred positions."""

    apart = 10.0

    def __init__(self, tree: GameTree, theme: Theme, scores: bool) -> None:
        super().__init__(tree, theme)
        self.scores = scores
        # A count of folded nodes is numbered like a node, after all nodes.
        self.folds = [i for i, node in enumerate(tree.nodes) if node.folded]
        bare = board_piece(tree.game.board(tree.root.position, tree.root.turn), theme=theme)
        self.scale = min(SCALE, LARGEST / max(bare.width, bare.height))
        self.frame_width = bare.width * self.scale + 2 * PADDING
        self.frame_height = bare.height * self.scale + 2 * PADDING
        self.height = ABOVE + self.frame_height + BELOW

    @cached_property
    def children(self) -> list[tuple[int, ...]]:
        """The children of each node; the count of folded nodes comes last."""
        count = len(self.tree.nodes)
        below = [node.children for node in self.tree.nodes] + [()] * len(self.folds)
        for i, node in enumerate(self.folds):
            below[node] = (*below[node], count + i)
        return below

    @cached_property
    def widths(self) -> list[float]:
        boards = [max(self.frame_width, width_of(self.label(n), LABEL)) for n in self.tree.nodes]
        folds = (self.tree.nodes[i].folded for i in self.folds)
        return boards + [max(width_of(line, FOLD) for line in _lines(f)) for f in folds]

    def label(self, node: TreeNode) -> str:
        """The move to a node, and the number of moves if several share it."""
        if not node.moves:
            return ""
        name = self.tree.game.name(node.moves[0])
        return name if len(node.moves) == 1 else f"{name} ×{len(node.moves)}"

    def piece(self) -> Piece:
        count = len(self.tree.nodes)
        tops = self._tops()
        svg = joined(
            self.paths(self._edges(tops)),
            *(self._node(i, node, tops[i]) for i, node in enumerate(self.tree.nodes)),
            *(self._fold(number, tops[count + i]) for i, number in enumerate(self.folds)),
        )
        ends = [top + self.height for top in tops[:count]] + [top + 2.6 * FOLD for top in tops]
        return Piece(svg, self.width, max(ends))

    def _tops(self) -> list[float]:
        tops, y = [0.0] * len(self.children), 0.0
        for level in self.levels:
            y += self.height + min(DROP + DROP_BY_SPAN * self.span(level), LONGEST_DROP)
            for child in (child for node in level for child in self.children[node]):
                tops[child] = y
        return tops

    def _edges(self, tops: list[float]) -> Iterator[Line]:
        for node, below in enumerate(self.children):
            for child in below:
                folded = child >= len(self.tree.nodes)
                bottom = self.height if self.tree.nodes[node].value else self.height - BELOW
                yield Line(
                    Point(self.xs[node], tops[node] + bottom),
                    Point(self.xs[child], tops[child] - 1),
                    FOLDED if folded else line_style(self.tree.nodes[child]),
                )

    def _node(self, index: int, node: TreeNode, top: float) -> Svg:
        """A board with its moves above it and its value below."""
        game, theme = self.tree.game, self.theme
        board = game.board(node.position, node.turn)
        piece = board_piece(board, Notes(lines=board.lines, last=self._last(index)), theme)
        colour = theme.rule if node.value is None else theme.of_value(node.value)
        left, y = -self.frame_width / 2, ABOVE
        frame = tag("rect", x=left, y=y, width=self.frame_width, height=self.frame_height, rx=4,
                    fill="none", stroke=colour, stroke_width=2, class_="frame")  # fmt: skip
        return tag(
            "g",
            *([words(self.label(node), 0, LABEL * 0.7, LABEL, theme.ink)] if node.moves else []),
            piece.at(-piece.width * self.scale / 2, y + PADDING, self.scale),
            frame,
            self._badge(node.value, y + self.frame_height + BADGE * 0.9),
            transform=f"translate({svg_number(self.xs[index])} {svg_number(top)})",
            class_=f"node {OUTCOME_NAMES[node.value.outcome] if node.value else 'unknown'}",
        )

    def symbol(self, outcome: int) -> Svg:
        colour = self.theme.of_value(Value(outcome, 0))
        sign = str(outcome) if self.scores else OUTCOME_NAMES[outcome][0].upper()
        size = 1.5 * BADGE
        plate = tag("rect", x=-size / 2, y=-size / 2, width=size, height=size, rx=4, fill=colour)
        return joined(plate, words(sign, 0, 0, BADGE, self.theme.on_value, font_weight="bold"))

    def _badge(self, value: Value | None, y: float) -> Svg:
        if value is None:
            return Svg("")
        if self.scores:
            return group(self.symbol(value.outcome), transform=f"translate(0 {svg_number(y)})")
        return badge(Sign(value, best=True), self.theme, BADGE).around(0, y)

    def _last(self, index: int) -> tuple[str, ...]:
        node = self.tree.nodes[index]
        if not node.moves:
            return ()
        game, before = self.tree.game, self.tree.nodes[self.parents[index]]
        board = game.board(before.position, before.turn)
        return played_on(game, board, game.board(node.position, node.turn), node.moves[0])

    def _fold(self, number: int, top: float) -> Svg:
        x = self.xs[self.children[number][-1]]
        return group(
            *(
                words(line, x, top + FOLD * (0.6 + 1.25 * i), FOLD, self.theme.faint)
                for i, line in enumerate(_lines(self.tree.nodes[number].folded))
            ),
            class_="fold",
        )


def _lines(folded: Folded | None) -> tuple[str, str]:
    many, _, rest = str(folded or "").partition(" ")
    return many, rest


SIGN = 6.0  # width of a sign
LEVEL_DROP = 40.0  # minimal distance of two levels


class SignsForm(TreeForm):
    """Nodes drawn as small signs: a disc for a win, a bar for a draw, a cross for a loss."""

    apart = 2.0

    @cached_property
    def widths(self) -> list[float]:
        return [SIGN] * len(self.tree.nodes)

    def piece(self) -> Piece:
        y, top = SIGN / 2, {}
        for level in self.levels:
            top.update(dict.fromkeys(level, y))
            y += LEVEL_DROP + DROP_BY_SPAN * self.span(level)
        lines = (
            Line(Point(self.xs[i], top[i]), Point(self.xs[child], top[child]),
                 line_style(self.tree.nodes[child]))
            for i, node in enumerate(self.tree.nodes) for child in node.children
        )  # fmt: skip
        svg = joined(group(self.paths(lines), opacity=0.55), self._signs(top))
        return Piece(svg, self.width, max(top.values()) + SIGN / 2)

    def symbol(self, outcome: int) -> Svg:
        return draw_signs(sign_path(outcome, 0, 0), outcome, self.theme)

    def _signs(self, top: dict[int, float]) -> Svg:
        paths: dict[int | None, list[str]] = {}
        for i, node in enumerate(self.tree.nodes):
            outcome = None if node.value is None else node.value.outcome
            paths.setdefault(outcome, []).append(sign_path(outcome, self.xs[i], top[i]))
        return group(
            *(draw_signs("".join(path), outcome, self.theme) for outcome, path in paths.items()),
            fill="none",
            class_="signs",
        )


def sign_path(outcome: int | None, x: float, y: float) -> str:
    r = SIGN / 2 - 0.75
    if outcome == WIN:
        return f"M{svg_number(x)} {svg_number(y)}H{svg_number(x + 0.01)}"
    if outcome == LOSS:
        left, right, up, down = map(svg_number, (x - r, x + r, y - r, y + r))
        return f"M{left} {up}L{right} {down}M{left} {down}L{right} {up}"
    reach = r if outcome == DRAW else 0.5
    return f"M{svg_number(x - reach)} {svg_number(y)}H{svg_number(x + reach)}"


def draw_signs(path: str, outcome: int | None, theme: Theme) -> Svg:
    colour = theme.faint if outcome is None else theme.of_value(Value(outcome, 0))
    return tag("path", d=path, stroke=colour,
               stroke_width=SIGN if outcome == WIN else 2.2 if outcome == DRAW else 1.5,
               stroke_linecap="round",
               class_="unknown" if outcome is None else OUTCOME_NAMES[outcome])  # fmt: skip
