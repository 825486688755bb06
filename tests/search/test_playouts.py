"""Monte Carlo tree search: its counts agree, and what its tree proves is true."""

import pytest

from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.playouts import PARTS, MonteCarloTree, search_by_playouts
from noughts.value import OPEN, WIN
from tests.players import oracle
from tests.search.test_deepening import outcome as plain_outcome

GAME = TicTacToe()


def children(tree, node):
    return range(tree.firsts[node], tree.firsts[node] + tree.counts[node])


def grown(position, simulations, seed):
    tree = MonteCarloTree(5_000, PARTS, seed)
    search_by_playouts(knowledge_of(GAME), position, simulations, tree)
    return tree


def test_the_tree_grows_by_one_position_a_simulation_and_its_counts_agree():
    tree = grown(GAME.start(), 200, seed=6)

    def check(node):
        below = sum(tree.visits[child] for child in children(tree, node))
        assert 0 <= tree.rewards[node] <= 2 * tree.visits[node]
        if below:
            assert tree.visits[node] - below == (0 if node == 0 else 1)  # one that made the node
        return sum(check(child) for child in children(tree, node)) + (tree.visits[node] > 0)

    assert check(0) == 201


def test_the_rewards_are_those_of_the_player_who_moved():
    """X can win at once by c3, and by nothing else as surely."""
    tree = grown(GAME.parse("xx1/oo1/3 x")[0], 300, seed=0)
    winning = next(each for each in children(tree, 0) if tree.moves[each] == GAME.read("c3"))
    assert tree.rewards[winning] == 2 * tree.visits[winning]
    assert tree.proved[0] == WIN


def test_what_the_tree_proves_is_true():
    """Small games are proved whole; their outcomes come from the oracle."""
    proved = 0
    for board in [board for board in oracle.boards() if board.count(".") <= 4][::17]:
        tree = grown(oracle.marks(board), 2_000, seed=3)
        if tree.proved[0] != OPEN:
            assert tree.proved[0] == oracle.worth(board, oracle.side_to_move(board))[0], board
            proved += 1
    assert proved > 5


@pytest.mark.parametrize("spec", ["kalah:2,2", "nim:3,4"])
def test_a_small_game_is_proved_as_it_is_known(spec):
    game = find_game(spec)
    tree = MonteCarloTree(20_000, PARTS, seed=1)
    search_by_playouts(knowledge_of(game), game.start(), 2_000, tree)
    assert tree.proved[0] in (OPEN, plain_outcome(game, game.start(), {}))


@pytest.mark.parametrize("spec", ["kalah:3,3", "mnk:9,9,5"])
def test_both_forms_search_the_same(spec):
    game = find_game(spec)
    known = knowledge_of(game)
    trees = []
    for form in (search_by_playouts, compiled(search_by_playouts, known)):
        trees.append(MonteCarloTree(20_000, PARTS, seed=8))
        form(known, game.start(), 30, trees[-1])
    assert len({(tree.used, tree.state, tuple(tree.visits)) for tree in trees}) == 1


def test_a_tree_without_room_is_searched_on():
    tree = MonteCarloTree(20, PARTS, seed=1)
    assert search_by_playouts(knowledge_of(GAME), GAME.start(), 100, tree) == 100
    assert tree.used <= 20
