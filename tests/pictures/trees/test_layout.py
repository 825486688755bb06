"""The laws of a tidy drawing (Reingold and Tilford 1981), on trees grown by chance."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from noughts.pictures.trees.layout import tidy

GAP = 3.0


class Grown(NamedTuple):
    children: list[list[int]]
    widths: list[float]

    @property
    def depths(self):
        depths = [0] * len(self.children)
        for node, below in enumerate(self.children):
            for child in below:
                depths[child] = depths[node] + 1
        return depths

    @property
    def preorder(self):
        order, todo = [], [0]
        while todo:
            order.append(node := todo.pop())
            todo += reversed(self.children[node])
        return order


def grown(seed: int) -> Grown:
    """A tree of up to 60 nodes: bushy ones and lean ones, some of nodes of several widths."""
    random = Random(seed)
    children: list[list[int]] = [[]]
    for node in range(1, random.randrange(1, 60)):
        lowest = max(0, node - 6) if seed % 2 else 0
        children[random.randrange(lowest, node)].append(node)
        children.append([])
    return Grown(children, [random.choice((4.0, 10.0, 20.0)) for _ in children])


SEEDS = range(100)


def each_tree(test):
    """Run a test of one tree for the tree of each seed."""

    def test_of_trees():
        for seed in SEEDS:
            test(grown(seed))

    return test_of_trees


@each_tree
def test_nodes_of_a_level_stand_in_order_and_apart(tree: Grown):
    xs = tidy(*tree, GAP)
    levels: dict[int, list[int]] = {}
    for node in tree.preorder:
        levels.setdefault(tree.depths[node], []).append(node)
    for level in levels.values():
        for left, right in pairwise(level):
            assert xs[right] - xs[left] >= (tree.widths[left] + tree.widths[right]) / 2 + GAP - 1e-9


@each_tree
def test_a_parent_stands_over_the_middle_of_its_children(tree: Grown):
    xs = tidy(*tree, GAP)
    for node, below in enumerate(tree.children):
        if below:
            assert xs[node] == pytest.approx((xs[below[0]] + xs[below[-1]]) / 2)


@each_tree
def test_a_mirrored_tree_is_drawn_mirrored(tree: Grown):
    xs = tidy(*tree, GAP)
    mirrored = tidy([below[::-1] for below in tree.children], tree.widths, GAP)
    ends = max(x + width / 2 for x, width in zip(xs, tree.widths, strict=True))
    assert mirrored == pytest.approx([ends - x for x in xs])


@each_tree
def test_equal_subtrees_are_drawn_equal_wherever_they_stand(tree: Grown):
    random = Random(len(tree.children))
    # The whole tree hangs twice below a new root, with other trees around it.
    parts = [grown(random.randrange(1000)), tree, grown(random.randrange(1000)), tree]
    children: list[list[int]] = [[]]
    widths, begins = [10.0], []
    for part in parts:
        begin = len(children)
        begins.append(begin)
        children[0].append(begin)
        children += [[begin + child for child in below] for below in part.children]
        widths += part.widths
    xs = tidy(children, widths, GAP)
    alone = tidy(*tree, GAP)
    for begin in (begins[1], begins[3]):
        shape = [x - xs[begin] for x in xs[begin : begin + len(alone)]]
        assert shape == pytest.approx([x - alone[0] for x in alone])


def test_the_left_edge_is_at_nothing_and_a_tree_can_be_empty_or_one_node():
    assert tidy([], []) == []
    assert tidy([[]], [10]) == [5]
    for seed in SEEDS:
        tree = grown(seed)
        xs = tidy(*tree, GAP)
        edges = [x - width / 2 for x, width in zip(xs, tree.widths, strict=True)]
        assert min(edges) == pytest.approx(0)


def test_a_tree_much_deeper_than_pythons_stack_is_laid_out():
    count = 20_000
    children = [[node + 1] for node in range(count - 1)] + [[]]
    assert set(tidy(children, [2.0] * count)) == {1.0}
