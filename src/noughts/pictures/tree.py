"""The tree of a game: boards joined by lines, in the colours of what they are worth.

All values are those to the player to move at the root, so that one colour means the same on every
level. A solid line is a move that keeps the value of the position it is played in, a dashed one
gives some of it away. Where there are too many nodes for boards, each is a small sign.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from noughts.analysis.tree import Folded, GameTree, Node
from noughts.game import Game
from noughts.pictures.badges import badge
from noughts.pictures.boards import board_piece
from noughts.pictures.geometry import Point
from noughts.pictures.layout import tidy
from noughts.pictures.notes import Notes, Sign, played_on
from noughts.pictures.picture import Picture, scale_to
from noughts.pictures.svg import Piece, Svg, group, joined, number, tag, width_of, words
from noughts.pictures.theme import LIGHT, Theme, theme_called
from noughts.pictures.words import game_name, standing
from noughts.value import DRAW, LOSS, OUTCOME_NAMES, WIN, Value

MARGIN = 16.0
LEGEND, LEGEND_TEXT, KEYS_APART = 52.0, 13.0, 22.0
MOST_BOARDS = 600  # a tree of more nodes is drawn with signs
MOST_PIXELS = 8_000  # so wide it is shown at most, unless told otherwise

SCALE, LARGEST = 1 / 3, 84.0  # of boards: a cell is 16 units wide, and no board is larger
PADDING = 4.0  # between a board and its frame
LABEL, BADGE, FOLD = 11.0, 10.0, 10.0  # sizes of text: moves, values, what is folded
APART = 10.0  # two boards of a level, at least
DROP, DROP_BY_SPAN, LONGEST_DROP = 30.0, 0.08, 240.0  # from level to level

SIGN, SIGNS_APART, SIGNS_DROP = 6.0, 2.0, 40.0  # the same where nodes are signs


class Style(NamedTuple):
    """How a line from node to node is drawn.

    Args:
        name: what it means.
        width: how broad it is.
        dashes: its pattern; None for a solid line.
    """

    name: str
    width: float
    dashes: str | None = None


KEEPS, THROWS = Style("keeps", 1.8), Style("throws", 1.3, "5 4")
UNKNOWN, FOLDED = Style("unknown", 0.8), Style("folded", 1.0, "1 3")
STYLES = (FOLDED, UNKNOWN, THROWS, KEEPS)


class Line(NamedTuple):
    """A line from a node to one below it."""

    begin: Point
    end: Point
    style: Style


def draw_tree(
    tree: GameTree,
    *,
    boards: bool | None = None,
    theme: str | Theme = LIGHT,
    size: float | None = None,
) -> Picture:
    """The picture of a tree.

    Args:
        tree: the tree, from `noughts.game_tree`.
        boards: whether the nodes are boards; else they are signs: a disc for a win, a bar for a
            draw, a cross for a loss. By default boards, up to 600 of them.
        theme: the colours: "light", "dark", "currentColor", or a theme.
        size: how many pixels wide the picture is shown.

    Raises:
        PictureError: there is no such theme or size.

    >>> from noughts.analysis.tree import game_tree
    >>> from noughts.games.tictactoe import TicTacToe
    >>> picture = draw_tree(game_tree(TicTacToe(), depth=1, merge=True))
    >>> picture.title
    'Tic Tac Toe, a tree of 4 positions; X to move'
    """
    colours = theme_called(theme)
    with_boards = len(tree.nodes) <= MOST_BOARDS if boards is None else boards
    form = _Boards(tree, colours) if with_boards else _Signs(tree, colours)
    piece = _with_legend(tree, form)
    scale = min(1.0, MOST_PIXELS / piece.width) if size is None else scale_to(size, piece)
    return Picture(piece, title_of(tree), told(tree), colours, scale)


def title_of(tree: GameTree) -> str:
    """What the tree is of, and how large it is."""
    root, count = tree.root, len(tree.nodes)
    many = f"{count:,} position{'s' * (count != 1)}"
    now = standing(tree.game, root.position, root.turn)
    return f"{game_name(tree.game)}, a tree of {many}; {now}"


def told(tree: GameTree) -> str:
    """The first two levels in words."""
    said = [f"Value: {tree.root.value or 'unknown'}."]
    said += [
        f"{named(tree.game, child)}: {child.value or 'unknown'}."
        for child in map(tree.nodes.__getitem__, tree.root.children)
    ]
    if tree.root.folded:
        said.append(f"{tree.root.folded}.")
    return " ".join(said)


def named(game: Game, node: Node) -> str:  # type: ignore[type-arg]  # of any position
    """The moves that lead to a node."""
    return ", ".join(map(game.name, node.moves))


class _Form(ABC):
    """A tree laid out: where each node is; and those that stand for what is folded."""

    apart = APART

    def __init__(self, tree: GameTree, theme: Theme) -> None:
        self.tree = tree
        self.theme = theme
        self.levels = tuple(tree.levels())

    @abstractmethod
    def piece(self) -> Piece:
        """The whole tree."""

    @abstractmethod
    def symbol(self, outcome: int) -> Svg:
        """The sign of an outcome, around the origin, for the legend."""

    @cached_property
    def children(self) -> list[tuple[int, ...]]:
        """For each node those below it; what is folded counts as one of them."""
        return [node.children for node in self.tree.nodes]

    @property
    @abstractmethod
    def widths(self) -> list[float]:
        """How wide each node is."""

    @cached_property
    def xs(self) -> list[float]:
        """The middle of each node."""
        return tidy(self.children, self.widths, self.apart)

    @property
    def width(self) -> float:
        """How wide the tree is."""
        return max(x + width / 2 for x, width in zip(self.xs, self.widths, strict=True))

    def span(self, level: Iterable[int]) -> float:
        """How far apart the children of one node lie at most, on a level."""
        below = (self.children[node] for node in level)
        return max((self.xs[b[-1]] - self.xs[b[0]] for b in below if b), default=0.0)

    def paths(self, lines: Iterable[Line]) -> Svg:
        """All lines, one path for each style."""
        found: dict[Style, list[str]] = {style: [] for style in STYLES}
        for (x, y), (to_x, to_y), style in lines:
            found[style].append(f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}")
        return group(
            *(
                tag("path", d="".join(path), stroke_width=style.width,
                    stroke_dasharray=style.dashes, class_=style.name,
                    stroke=self.theme.ink if style == KEEPS else self.theme.faint)
                for style, path in found.items() if path
            ),
            fill="none",
            class_="edges",
        )  # fmt: skip


def style_of(node: Node) -> Style:
    """How the line that leads to a node is drawn."""
    return UNKNOWN if node.keeps is None else KEEPS if node.keeps else THROWS


class _Boards(_Form):
    """A tree whose nodes are boards."""

    def __init__(self, tree: GameTree, theme: Theme) -> None:
        super().__init__(tree, theme)
        # What is folded has numbers behind those of the nodes.
        self.folds = [i for i, node in enumerate(tree.nodes) if node.folded]
        bare = board_piece(tree.game.board(tree.root.position, tree.root.turn), theme=theme)
        self.scale = min(SCALE, LARGEST / max(bare.width, bare.height))
        self.frame_width = bare.width * self.scale + 2 * PADDING
        self.frame_height = bare.height * self.scale + 2 * PADDING
        self.height = LABEL * 1.4 + self.frame_height + BADGE * 1.7

    @cached_property
    def children(self) -> list[tuple[int, ...]]:
        count = len(self.tree.nodes)
        below = [node.children for node in self.tree.nodes] + [()] * len(self.folds)
        for i, node in enumerate(self.folds):
            below[node] = (*below[node], count + i)
        return below

    @cached_property
    def widths(self) -> list[float]:
        boards = [max(self.frame_width, width_of(self.label(n), LABEL)) for n in self.tree.nodes]
        folds = (self.tree.nodes[i].folded for i in self.folds)
        return boards + [max(width_of(line, FOLD) for line in _lines(f)) for f in folds if f]

    def label(self, node: Node) -> str:
        """The move that leads there, and how many there are if they share the node."""
        if not node.moves:
            return ""
        name = self.tree.game.name(node.moves[0])
        return name if len(node.moves) == 1 else f"{name} ×{len(node.moves)}"

    def piece(self) -> Piece:
        ys = list(self._tops())
        top = {number: y for level, y in zip(self.levels, ys, strict=False) for number in level}
        for i, node in enumerate(self.folds):
            top[len(self.tree.nodes) + i] = ys[self._depth(node) + 1]
        svg = joined(
            self.paths(self._lines(top)),
            *(self._node(i, node, top[i]) for i, node in enumerate(self.tree.nodes)),
            *(self._fold(i, top[i]) for i in range(len(self.tree.nodes), len(self.children))),
        )
        last = max(top.values())
        bottom = FOLD * 2.6 if last not in ys[: len(self.levels)] else self.height
        return Piece(svg, self.width, last + bottom)

    @cached_property
    def _depths(self) -> dict[int, int]:
        return {number: depth for depth, level in enumerate(self.levels) for number in level}

    def _depth(self, number: int) -> int:
        return self._depths[number]

    def _tops(self) -> Iterator[float]:
        """The upper edge of every level, and of one more."""
        y = 0.0
        for level in self.levels:
            yield y
            y += self.height + min(DROP + DROP_BY_SPAN * self.span(level), LONGEST_DROP)
        yield y

    def _lines(self, top: dict[int, float]) -> Iterator[Line]:
        for node, below in enumerate(self.children):
            value = self.tree.nodes[node].value if below else None
            shorter = 0 if value else BADGE * 1.7
            for child in below:
                folded = child >= len(self.tree.nodes)
                yield Line(
                    Point(self.xs[node], top[node] + self.height - shorter),
                    Point(self.xs[child], top[child] - 1),
                    FOLDED if folded else style_of(self.tree.nodes[child]),
                )

    def _node(self, index: int, node: Node, top: float) -> Svg:
        """A board with its moves above it and its value below."""
        game, theme = self.tree.game, self.theme
        board = game.board(node.position, node.turn)
        piece = board_piece(board, Notes(lines=board.lines, last=self._last(index)), theme)
        colour = theme.rule if node.value is None else theme.of_value(node.value)
        left, y = -self.frame_width / 2, LABEL * 1.4
        frame = tag("rect", x=left, y=y, width=self.frame_width, height=self.frame_height, rx=4,
                    fill="none", stroke=colour, stroke_width=2)  # fmt: skip
        return tag(
            "g",
            *([words(self.label(node), 0, LABEL * 0.7, LABEL, theme.ink)] if node.moves else []),
            piece.at(left + PADDING, y + PADDING, self.scale),
            frame,
            self._badge(node.value, y + self.frame_height + BADGE * 0.9),
            transform=f"translate({number(self.xs[index])} {number(top)})",
            class_=f"node {OUTCOME_NAMES[node.value.outcome] if node.value else 'unknown'}",
        )

    def symbol(self, outcome: int) -> Svg:
        colour, letter = self.theme.of_value(Value(outcome, 0)), OUTCOME_NAMES[outcome][0].upper()
        size = 1.5 * BADGE
        plate = tag("rect", x=-size / 2, y=-size / 2, width=size, height=size, rx=4, fill=colour)
        return joined(plate, words(letter, 0, 0, BADGE, self.theme.on_value, font_weight="bold"))

    def _badge(self, value: Value | None, y: float) -> Svg:
        if value is None:
            return Svg("")
        return badge(Sign(value, best=True), self.theme, BADGE).around(0, y)

    @cached_property
    def _parents(self) -> dict[int, int]:
        nodes = enumerate(self.tree.nodes)
        return {child: number for number, node in nodes for child in node.children}

    def _last(self, index: int) -> tuple[str, ...]:
        """The cells that the move touched which led to a node."""
        node = self.tree.nodes[index]
        if not node.moves:
            return ()
        game, before = self.tree.game, self.tree.nodes[self._parents[index]]
        boards = (game.board(n.position, n.turn) for n in (before, node))
        return played_on(game, *boards, node.moves[0])

    def _fold(self, index: int, top: float) -> Svg:
        folded = self.tree.nodes[self.folds[index - len(self.tree.nodes)]].folded
        lines = _lines(folded) if folded else ()
        x = self.xs[index]
        return group(
            *(
                words(line, x, top + FOLD * (0.6 + 1.25 * i), FOLD, self.theme.faint)
                for i, line in enumerate(lines)
            ),
            class_="fold",
        )


def _lines(folded: Folded) -> tuple[str, str]:
    """What is folded, on two lines."""
    many, _, rest = str(folded).partition(" ")
    return many, rest


class _Signs(_Form):
    """A tree whose nodes are small signs: a disc for a win, a bar for a draw, a cross for a loss."""

    apart = SIGNS_APART

    @cached_property
    def widths(self) -> list[float]:
        return [SIGN] * len(self.tree.nodes)

    def piece(self) -> Piece:
        y, top = SIGN / 2, {}
        for level in self.levels:
            top.update(dict.fromkeys(level, y))
            y += SIGNS_DROP + DROP_BY_SPAN * self.span(level)
        lines = (
            Line(Point(self.xs[i], top[i]), Point(self.xs[child], top[child]),
                 style_of(self.tree.nodes[child]))
            for i, node in enumerate(self.tree.nodes) for child in node.children
        )  # fmt: skip
        svg = joined(group(self.paths(lines), opacity=0.55), self._signs(top))
        return Piece(svg, self.width, max(top.values()) + SIGN / 2)

    def symbol(self, outcome: int) -> Svg:
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
    """The sign of an outcome, as a path's text."""
    r = SIGN / 2 - 0.75
    if outcome == WIN:
        return f"M{number(x)} {number(y)}H{number(x + 0.01)}"
    if outcome == LOSS:
        left, right, up, down = map(number, (x - r, x + r, y - r, y + r))
        return f"M{left} {up}L{right} {down}M{left} {down}L{right} {up}"
    reach = r if outcome == DRAW else 0.5
    return f"M{number(x - reach)} {number(y)}H{number(x + reach)}"


def sign(path: str, outcome: int | None, theme: Theme) -> Svg:
    """A path of signs of one outcome, in its colour."""
    colour = theme.faint if outcome is None else theme.of_value(Value(outcome, 0))
    return tag("path", d=path, stroke=colour,
               stroke_width=SIGN if outcome == WIN else 2.2 if outcome == DRAW else 1.5,
               stroke_linecap="round",
               class_="unknown" if outcome is None else OUTCOME_NAMES[outcome])  # fmt: skip


def _with_legend(tree: GameTree, form: _Form) -> Piece:
    """The tree with the meaning of its signs above it, over the root as far as there is room."""
    piece, legend = form.piece(), _legend(tree, form)
    width = max(piece.width, legend.width) + 2 * MARGIN
    left = (width - piece.width) / 2
    x = min(max(MARGIN, left + form.xs[0] - legend.width / 2), width - MARGIN - legend.width)
    svg = joined(legend.at(x, MARGIN), piece.at(left, MARGIN + LEGEND))
    return Piece(svg, width, piece.height + LEGEND + 2 * MARGIN)


def _legend(tree: GameTree, form: _Form) -> Piece:
    """What values, colours and lines mean."""
    mark, theme = tree.game.marks[tree.root.turn], form.theme
    outcomes = {node.value.outcome for node in tree.nodes if node.value}
    meant = ((WIN, f"{mark} wins"), (DRAW, "draw"), (LOSS, f"{mark} loses"))
    values = [(form.symbol(outcome), text) for outcome, text in meant if outcome in outcomes]
    lines = [(_stroke(KEEPS, theme), "keeps the value"),
             (_stroke(THROWS, theme), "gives some of it away")]  # fmt: skip
    upper, lower = _keys(values, theme), _keys(lines, theme)
    width = max(upper.width, lower.width)
    svg = joined(upper.at((width - upper.width) / 2, 10), lower.at((width - lower.width) / 2, 32))
    return Piece(tag("g", svg, class_="legend"), width, LEGEND)


def _keys(keys: Iterable[tuple[Svg, str]], theme: Theme) -> Piece:
    """Symbols with their meanings, in a row whose middle is at the height 0."""
    row, x = [], 0.0
    for symbol, text in keys:
        row.append(group(symbol, transform=f"translate({number(x + 9)} 0)", fill="none"))
        row.append(words(text, x + 22, 0, LEGEND_TEXT, theme.ink, anchor="start"))
        x += 22 + width_of(text, LEGEND_TEXT) + KEYS_APART
    return Piece(joined(*row), max(0.0, x - KEYS_APART), 0)


def _stroke(style: Style, theme: Theme) -> Svg:
    return tag("path", d="M-9 0H9", stroke_width=style.width, stroke_dasharray=style.dashes,
               stroke=theme.ink if style == KEEPS else theme.faint)  # fmt: skip
