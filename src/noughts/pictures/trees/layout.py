"""The horizontal places of a tree's nodes: a tidy layout in linear time.

Edward Reingold and John Tilford, "Tidier Drawings of Trees", 1981, define a tidy drawing: nodes of
a level keep a distance, a parent is centred over its children, equal subtrees look equal
everywhere, and the drawing of a mirrored tree is the mirrored drawing. The algorithm, for any
number of children, comes from Christoph Buchheim, Michael Jünger and Sebastian Leipert, "Improving
Walker's Algorithm to Run in Linear Time", 2002: subtrees are pushed together along their contours,
and the shift of a subtree is spread over the smaller ones before it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from noughts.analysis.game_tree import GameTree, TreeNode
from noughts.pictures.board.geometry import Point
from noughts.pictures.svg import Piece, Svg, Theme, group, svg_number, tag

Children = Sequence[Sequence[int]]

NONE = -1


def tidy(children: Children, widths: Sequence[float], gap: float = 0) -> list[float]:
    """The horizontal centre of every node; the leftmost edge is at 0.

    Args:
        children: the children of each node from left to right. Node 0 is the root; every other
            node is the child of a node with a smaller number.
        widths: the width of each node.
        gap: the minimal gap between two nodes of a level.

    >>> tidy([[1, 2], [], [3, 4], [], []], widths=[10] * 5)
    [10.0, 5.0, 15.0, 10.0, 20.0]
    """
    if not children:
        return []
    places = _Walk(children, widths, gap).places()
    left = min(x - width / 2 for x, width in zip(places, widths, strict=True))
    return [x - left for x in places]


class _Walk:
    """One walk over a tree, with the names of the paper.

    A node's `prelim` is its place among its siblings; `mod` is the shift of its subtree; `change`
    and `shift` are shifts still to be spread over siblings; `thread` is the next node of a contour
    below a leaf; `ancestor` is the root of the subtree whose contour it is on.
    """

    def __init__(self, children: Children, widths: Sequence[float], gap: float) -> None:
        count = len(children)
        self.children = children
        self.widths = widths
        self.gap = gap
        self.prelim = [0.0] * count
        self.mod = [0.0] * count
        self.change = [0.0] * count
        self.shift = [0.0] * count
        self.thread = [NONE] * count
        self.ancestor = list(range(count))
        self.number = [0] * count
        self.parent = [NONE] * count
        for node, below in enumerate(children):
            for place, child in enumerate(below):
                self.parent[child], self.number[child] = node, place

    def places(self) -> list[float]:
        for node in reversed(range(len(self.children))):
            self.place_children(node)
        places = [0.0] * len(self.children)
        moved = [0.0] * len(self.children)
        places[0] = self.prelim[0] = self.middle(0)
        for node, below in enumerate(self.children):
            for child in below:
                places[child] = self.prelim[child] + moved[node]
                moved[child] = moved[node] + self.mod[child]
        return places

    def middle(self, node: int) -> float:
        below = self.children[node]
        return (self.prelim[below[0]] + self.prelim[below[-1]]) / 2 if below else 0.0

    def place_children(self, node: int) -> None:
        """Put the subtrees of a node side by side, as close as their contours allow."""
        below = self.children[node]
        if not below:
            return
        self.prelim[below[0]] = self.middle(below[0])
        default = below[0]
        for left, child in pairwise(below):
            self.prelim[child] = self.prelim[left] + self.distance(left, child)
            self.mod[child] = self.prelim[child] - self.middle(child)
            default = self.apportion(below[0], left, child, default)
        self.share_out(below)

    def distance(self, left: int, right: int) -> float:
        return (self.widths[left] + self.widths[right]) / 2 + self.gap

    def apportion(self, first: int, left: int, child: int, default: int) -> int:
        """Push a subtree clear of the subtrees to its left, level by level.

        This follows four contours down together: the inner and outer one of the subtree, and the
        inner and outer one of the subtrees to its left.
        """
        inner, outer = child, child
        inner_left, outer_left = left, first
        mods = [self.mod[inner], self.mod[outer], self.mod[inner_left], self.mod[outer_left]]
        while self.right(inner_left) != NONE and self.left(inner) != NONE:
            inner_left, inner = self.right(inner_left), self.left(inner)
            outer_left, outer = self.left(outer_left), self.right(outer)
            self.ancestor[outer] = child
            near = self.prelim[inner_left] + mods[2] + self.distance(inner_left, inner)
            short = near - self.prelim[inner] - mods[0]
            if short > 0:
                self.move(self.sibling(inner_left, child, default), child, short)
                mods[0] += short
                mods[1] += short
            for i, end in enumerate((inner, outer, inner_left, outer_left)):
                mods[i] += self.mod[end]
        if self.right(inner_left) != NONE and self.right(outer) == NONE:
            self.thread[outer] = self.right(inner_left)
            self.mod[outer] += mods[2] - mods[1]
        if self.left(inner) != NONE and self.left(outer_left) == NONE:
            self.thread[outer_left] = self.left(inner)
            self.mod[outer_left] += mods[0] - mods[3]
            return child
        return default

    def left(self, node: int) -> int:
        return self.children[node][0] if self.children[node] else self.thread[node]

    def right(self, node: int) -> int:
        return self.children[node][-1] if self.children[node] else self.thread[node]

    def sibling(self, node: int, child: int, default: int) -> int:
        ancestor = self.ancestor[node]
        return ancestor if self.parent[ancestor] == self.parent[child] else default

    def move(self, left: int, right: int, by: float) -> None:
        """Move a subtree to the right, and note the shift for the subtrees in between."""
        subtrees = self.number[right] - self.number[left]
        self.change[right] -= by / subtrees
        self.shift[right] += by
        self.change[left] += by / subtrees
        self.prelim[right] += by
        self.mod[right] += by

    def share_out(self, below: Sequence[int]) -> None:
        shift = change = 0.0
        for child in reversed(below):
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change


DROP_BY_SPAN = 0.08  # extra drop per distance of siblings, so that their lines are not too flat


class Style(NamedTuple):
    """The style of a line between nodes."""

    name: str  # its meaning
    width: float  # its width
    dashes: str | None = None  # its dash pattern; None for a solid line


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
        nodes = enumerate(self.tree.nodes)
        return {child: number for number, node in nodes for child in node.children}

    @property
    @abstractmethod
    def widths(self) -> list[float]:
        """The width of each node."""

    @cached_property
    def xs(self) -> list[float]:
        return tidy(self.children, self.widths, self.apart)

    @property
    def width(self) -> float:
        return max(x + width / 2 for x, width in zip(self.xs, self.widths, strict=True))

    def span(self, level: Iterable[int]) -> float:
        """The widest distance between children of one node on a level."""
        below = (self.children[node] for node in level)
        return max((self.xs[b[-1]] - self.xs[b[0]] for b in below if b), default=0.0)

    def paths(self, lines: Iterable[Line]) -> Svg:
        found: dict[Style, list[str]] = {style: [] for style in STYLES}
        for (x, y), (to_x, to_y), style in lines:
            found[style].append(
                f"M{svg_number(x)} {svg_number(y)}L{svg_number(to_x)} {svg_number(to_y)}"
            )
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


def line_style(node: TreeNode) -> Style:
    return UNKNOWN if node.keeps is None else KEEPS if node.keeps else THROWS
