"""Any tree whatever as a game: early ends, draws in the middle, guesses that are quite wrong.

Boards fill up, so that every line of play is about as long as the others; here none is. What a
search says of a tree is held against what it is worth by the definition of worth.
"""

from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.game import Game
from noughts.knowledge import Knowledge, knowledge_of
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.root import ALGORITHMS, AlphaBeta, Minimax, Negamax, SignedMinimax, search
from noughts.search.table import DictTable
from noughts.solving.solver import Solver
from noughts.value import BASE, DRAW, LOSS, OPEN, WIN, Certainty, Value


class Node(NamedTuple):
    """An outcome, or a guess and the nodes that moves lead to."""

    tree: Any
    kind: str = "no number, so that nobody takes the position for whole numbers"


class Guesses(Knowledge[Node]):
    """The guesses that stand in the tree."""

    def estimate(self, position):
        return position.tree[0]


class Tree(Game[Node]):
    """The game of walking down a tree."""

    knowledge: ClassVar[Any] = Guesses

    def start(self):
        raise NotImplementedError

    def moves(self, position):
        return range(len(position.tree[1]))

    def play(self, position, move):
        return Node(position.tree[1][move])

    def outcome(self, position):
        return position.tree if isinstance(position.tree, int) else OPEN


class Silent(Tree):
    """The same without guesses."""

    knowledge = None


TREES = st.recursive(
    st.sampled_from((LOSS, DRAW, WIN)),
    lambda below: st.tuples(
        st.integers(-999, 999), st.lists(below, min_size=1, max_size=3).map(tuple)
    ),
    max_leaves=14,
).filter(lambda tree: not isinstance(tree, int))


def worth(tree: Any) -> Value:
    """The definition: the best of what the moves lead to, one ply earlier."""
    if isinstance(tree, int):
        return Value(tree, 0)
    return max(worth(below).before() for below in tree[1])


def height(tree: Any) -> int:
    return 0 if isinstance(tree, int) else 1 + max(height(below) for below in tree[1])


# A draw at hand, and a win far away behind what looks bad.
HIDDEN_WIN = (0, (DRAW, (500, ((0, (WIN,)),))))


@given(TREES)
@example(HIDDEN_WIN)
def test_every_search_finds_what_a_tree_is_worth(tree):
    for algorithm in ALGORITHMS.values():
        for game in (Tree(), Silent()):
            result = search(game, Node(tree), algorithm())
            assert result.value == worth(tree)
            assert result.certainty == Certainty.PROVED
            assert worth(tree[1][result.move]).before() == worth(tree)


@given(TREES)
@example(HIDDEN_WIN)
@example((0, ((0, ((0, (-1,)),)), (0, (1,)))))  # a move that loses at once
def test_the_solver_finds_what_a_tree_is_worth_and_all_the_best_moves(tree):
    solver = Solver(Tree(), unchecked=True)
    assert solver.value(Node(tree)) == worth(tree)
    values = [worth(below).before() for below in tree[1]]
    assert [value for _, value, _ in solver.values(Node(tree))] == values
    best = [move for move, value in enumerate(values) if value == max(values)]
    assert solver.best_moves(Node(tree)) == best


@pytest.mark.parametrize("game", [Tree(), Silent()], ids=str)
@pytest.mark.parametrize("algorithm", [Minimax, SignedMinimax, Negamax, AlphaBeta])
def test_what_is_said_to_be_proved_within_a_horizon_is_true(algorithm, game):
    @given(TREES, st.integers(1, 5))
    @example(HIDDEN_WIN, 1)
    @example(HIDDEN_WIN, 2)
    @example((0, ((500, ((0, (WIN,)),)), DRAW)), 2)
    def of_any_tree(tree, limit):
        result = search(game, Node(tree), algorithm(), limit=limit)
        for move, score, certainty in result.moves:
            true = worth(tree[1][move]).before()
            if certainty == Certainty.PROVED:
                assert Value.from_score(score) == true
            elif certainty == Certainty.BOUND:
                assert score >= true.score
            else:
                assert height(tree[1][move]) > limit - 1
        assert (result.value is None) == (result.certainty == Certainty.UNKNOWN)
        if result.certainty == Certainty.PROVED:
            assert result.value == worth(tree)
        if height(tree) <= limit:
            assert result.certainty == Certainty.PROVED

    of_any_tree()


ENDS = st.integers(-6, 6).flatmap(
    lambda plies: st.sampled_from((plies, BASE - abs(plies), abs(plies) - BASE))
)


@given(TREES, st.lists(st.tuples(ENDS, ENDS), min_size=1, max_size=6))
def test_windows_keep_their_promise_on_any_tree(tree, windows):
    """As in test_windows.py; but here a win may come after any number of plies, odd or even."""
    true, table, game = worth(tree).score, DictTable(), knowledge_of(Tree())
    for alpha, beta in windows:
        if alpha < beta:
            for score in (
                alphabeta(game, Node(tree), alpha, beta, 0, SearchContext()),
                exact(game, Node(tree), alpha, beta, SearchContext(), table),
            ):
                if score <= alpha:
                    assert true <= score
                elif score >= beta:
                    assert true >= score
                else:
                    assert true == score


@given(TREES, st.integers(1, 4))
def test_alphabeta_agrees_with_negamax_on_move_score_and_line(tree, limit):
    for game in (Tree(), Silent()):
        pruned, whole = (
            search(game, Node(tree), algorithm(), limit=limit) for algorithm in (AlphaBeta, Negamax)
        )
        assert (pruned.score, pruned.move) == (whole.score, whole.move)
        assert pruned.principal_variation == whole.principal_variation
        assert pruned.nodes <= whole.nodes
