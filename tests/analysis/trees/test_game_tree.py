"""The tree of a game, held against tic-tac-toe on strings."""

from collections import Counter

import pytest

from noughts import TicTacToe, find_game, game_tree
from noughts.analysis.game_tree import Folded
from noughts.errors import GameError
from noughts.solving.api import solver_for
from tests import reference
from tests.each import each

GAME = TicTacToe()
LATE = "xxo/ox1/o2 x"


def on_strings(node):
    """The node's board as the independent program writes it."""
    text = GAME.text(node.position, node.turn).split()[0].replace("/", "")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in text)


def below(board):
    """All boards that can come after this one."""
    seen, todo = set(), [board]
    while todo:
        for _, after in reference.children(todo.pop()):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def test_every_node_has_the_children_the_value_and_the_lines_that_the_rules_give():
    tree = game_tree(GAME, depth=4)
    assert len(tree.nodes) == 1 + 9 + 72 + 504 + 3024  # no game ends before ply 5
    for node in tree.nodes[::7]:
        board = on_strings(node)
        outcome, plies = reference.worth(board)
        assert node.value is not None
        assert tuple(node.value) == (outcome if node.turn == 0 else -outcome, plies)
        for child, (move, after) in zip(node.children, reference.children(board), strict=False):
            kept = tree.nodes[child]
            assert (kept.moves, on_strings(kept)) == ((move,), after)
            assert kept.keeps == (move in reference.best(board))


def test_what_is_below_the_last_level_is_counted():
    tree = game_tree(GAME, depth=2)
    leaves = [node for node in tree.nodes if not node.children]
    assert len(leaves) == 72
    for node in leaves[::5]:
        assert node.folded == Folded(len(below(on_strings(node))))
    assert str(Folded(214)) == "+214 positions"
    assert str(Folded(1)) == "+1 position"


def test_of_the_best_moves_the_others_are_counted_with_what_follows():
    position, turn = GAME.parse("x2/3/3 o")
    tree = game_tree(GAME, position, turn, depth=1, best=1)
    _, reply = tree.nodes
    assert on_strings(reply) == "x...o...."  # a corner: only the centre draws
    others = {after for _, after in reference.children("x........")} - {"x...o...."}
    assert tree.root.folded == Folded(len(others.union(*map(below, others))))


def test_symmetric_siblings_share_a_node():
    tree = game_tree(GAME, depth=2, merge=True)
    assert [len(node.moves) for node in tree.nodes[1:4]] == [4, 4, 1]
    # Two plies on, up to symmetry: 5 replies to a corner, 5 to an edge, 2 to the centre.
    assert Counter(len(tree.nodes[i].children) for i in tree.root.children) == {5: 2, 2: 1}
    assert sum(len(node.moves) for node in tree.nodes[4:]) == 3 * 8


def test_the_whole_tree_with_siblings_merged_has_58524_nodes():
    # That number was found before there was this code, by a program of its own (issue 6).
    assert len(game_tree(GAME, depth=None, merge=True).nodes) == 58_524


def test_best_play_alone_is_a_line_to_the_end():
    tree = game_tree(GAME, depth=None, best=1)
    assert [len(level) for level in tree.levels()] == [1] * 10
    assert all(node.keeps for node in tree.nodes[1:])


def test_the_levels_hold_every_node_once():
    tree = game_tree(GAME, *GAME.parse(LATE), depth=None)
    assert sorted(number for level in tree.levels() for number in level) == [*range(8)]


def test_what_cannot_be_solved_has_no_value_but_what_is_over_has():
    tree = game_tree(find_game("mnk:7,7,5"), depth=1, solver=solver_for(find_game("mnk:7,7,5"), 5))
    assert {node.value for node in tree.nodes} == {None}
    assert {node.keeps for node in tree.nodes} == {None}
    assert tree.nodes[1].folded == Folded(10_000, more=True)
    assert str(tree.nodes[1].folded) == "+10,000 or more"


def test_values_by_endless_play_are_kept_by_endless_play():
    tree = game_tree(find_game("morris:nodiagonals"), depth=1)
    assert tree.root.value is not None
    assert tree.root.value.endless
    assert any(node.keeps for node in tree.nodes[1:])


@each(
    "spec, said",
    [("morris", "give its tree a depth")],
    large=[("tictactoe", "more than 100,000 nodes")],
)
def test_trees_too_large_are_refused(spec, said):
    game = find_game(spec)
    with pytest.raises(GameError, match=said):
        game_tree(game, depth=None)
