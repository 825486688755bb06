"""Places, levels and lines of a tree picture, for any form of nodes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from noughts.analysis.game_tree import GameTree, TreeNode
from noughts.pictures.board.geometry import Point
from noughts.pictures.svg import Piece, Svg, group, number, tag
from noughts.pictures.theme import Theme
from noughts.pictures.trees.layout import tidy

DROP_BY_SPAN = 0.08  # extra drop per distance of siblings, so that their lines are not too flat


class Style(NamedTuple):
    """The style of a line between nodes.

    Args:
        name: its meaning.
        width: its width.
        dashes: its dash pattern; None for a solid line.
    """

    name: str
    width: float
    dashes: str | None = None


KEEPS, THROWS = Style("keeps", 1.8), Style("throws", 1.3, "5 4")
UNKNOWN, FOLDED = Style("unknown", 0.8), Style("folded", 1.0, "1 3")
STYLES = (FOLDED, UNKNOWN, THROWS, KEEPS)


class Line(NamedTuple):
    """A line from a node to its child."""

    begin: Point
    end: Point
    style: Style


class TreeForm(ABC):
    """A drawn tree: the places of its nodes, and the counts of folded ones."""

    #: The minimal gap between two nodes of a level.
    apart = 0.0

    def __init__(self, tree: GameTree, theme: Theme) -> None:
        self.tree = tree
        self.theme = theme
        self.levels = tuple(tree.levels())

    @abstractmethod
    def piece(self) -> Piece:
        """The whole tree."""

    @abstractmethod
    def symbol(self, outcome: int) -> Svg:
        """The sign of an outcome for the legend, drawn around the origin."""

    @cached_property
    def children(self) -> list[tuple[int, ...]]:
        """The children of each node; folded ones count as one child."""
        return [node.children for node in self.tree.nodes]

    @cached_property
    def parents(self) -> dict[int, int]:
        """The parent of each node except the root."""
        nodes = enumerate(self.tree.nodes)
        return {child: number for number, node in nodes for child in node.children}

    @property
    @abstractmethod
    def widths(self) -> list[float]:
        """The width of each node."""

    @cached_property
    def xs(self) -> list[float]:
        """The horizontal centre of each node."""
        return tidy(self.children, self.widths, self.apart)

    @property
    def width(self) -> float:
        """The width of the tree."""
        return max(x + width / 2 for x, width in zip(self.xs, self.widths, strict=True))

    def span(self, level: Iterable[int]) -> float:
        """The widest distance between children of one node on a level."""
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


def style_of(node: TreeNode) -> Style:
    """The style of the line to a node."""
    return UNKNOWN if node.keeps is None else KEEPS if node.keeps else THROWS
