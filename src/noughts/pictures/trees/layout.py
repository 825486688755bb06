"""The horizontal places of a tree's nodes: a tidy layout in linear time.

What makes a drawing of a tree tidy was said by Edward Reingold and John Tilford, "Tidier
Drawings of Trees", 1981: nodes of a level keep their distance, a parent stands over the middle of
its children, equal subtrees are drawn equal wherever they stand, and the drawing of a mirrored
tree is the mirrored drawing. For any number of children the walk over the tree is that of
Christoph Buchheim, Michael Jünger and Sebastian Leipert, "Improving Walker's Algorithm to Run in
Linear Time", 2002: subtrees are pushed together along their contours, and what is moved for one
subtree's sake is shared out among the smaller ones before it.
"""

from collections.abc import Sequence
from itertools import pairwise

Children = Sequence[Sequence[int]]

NONE = -1


def tidy(children: Children, widths: Sequence[float], gap: float = 0) -> list[float]:
    """The middle of every node, from the left; the leftmost edge is at 0.

    Args:
        children: for each node its children from left to right. Node 0 is the root; every
            other node is the child of one node with a smaller number.
        widths: how wide each node is.
        gap: how far apart two nodes of a level stand at least.

    >>> tidy([[1, 2], [], [3, 4], [], []], widths=[10] * 5)
    [10.0, 5.0, 15.0, 10.0, 20.0]
    """
    if not children:
        return []
    places = _Walk(children, widths, gap).places()
    left = min(x - width / 2 for x, width in zip(places, widths, strict=True))
    return [x - left for x in places]


class _Walk:
    """One walk over a tree; the names are those of the paper.

    For every node: `prelim`, its place among its siblings; `mod`, by how much its subtree is
    moved; `change` and `shift`, what is still to be shared out among siblings; `thread`, where a
    contour goes on below a leaf; `ancestor`, the root of the subtree whose contour it is on.
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
            for number, child in enumerate(below):
                self.parent[child], self.number[child] = node, number

    def places(self) -> list[float]:
        """The middle of every node; the root's is at 0 before its own shift."""
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
        """Where a node stands over its children: between the first and the last."""
        below = self.children[node]
        return (self.prelim[below[0]] + self.prelim[below[-1]]) / 2 if below else 0.0

    def place_children(self, node: int) -> None:
        """Put the subtrees of a node side by side, each as near as its contour lets it."""
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
        """From the middle of a node to that of the next."""
        return (self.widths[left] + self.widths[right]) / 2 + self.gap

    def apportion(self, first: int, left: int, child: int, default: int) -> int:
        """Push a subtree away from all that stands to its left, level by level.

        Four contours are followed down at once: of the subtree, the inner and the outer one, and
        likewise of what is to its left.
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
        """The next node of a left contour."""
        return self.children[node][0] if self.children[node] else self.thread[node]

    def right(self, node: int) -> int:
        """The next node of a right contour."""
        return self.children[node][-1] if self.children[node] else self.thread[node]

    def sibling(self, node: int, child: int, default: int) -> int:
        """The sibling to the left of `child` in whose subtree the node is."""
        ancestor = self.ancestor[node]
        return ancestor if self.parent[ancestor] == self.parent[child] else default

    def move(self, left: int, right: int, by: float) -> None:
        """Move a subtree to the right, and note it for those between it and the one in its way."""
        subtrees = self.number[right] - self.number[left]
        self.change[right] -= by / subtrees
        self.shift[right] += by
        self.change[left] += by / subtrees
        self.prelim[right] += by
        self.mod[right] += by

    def share_out(self, below: Sequence[int]) -> None:
        """Move the subtrees in between by their shares."""
        shift = change = 0.0
        for child in reversed(below):
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change
