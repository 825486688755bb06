"""Every search, interpreted and compiled, on the same positions: the same answers.

Within one search the two forms agree in everything, node counts included; across the searches
the values and the chosen moves agree.
"""

from typing import Any

import pytest

from noughts.errors import SearchStopped
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.root import (
    ALGORITHMS,
    Algorithm,
    AlphaBeta,
    Exact,
    Minimax,
    Negamax,
    RootMove,
    SearchResult,
    SignedMinimax,
    search,
)
from noughts.search.table import ArrayTable
from noughts.value import (
    BY_DISTANCE,
    HUNDRED_MINUS_DEPTH,
    OUTCOME_ONLY,
    TEN_MINUS_DEPTH,
    Certainty,
)
from tests import reference
from tests.each import each
from tests.samples import late_positions

pytest.importorskip("numba")

TICTACTOE = TicTacToe()
CONVENTIONS = {
    "outcome": OUTCOME_ONLY,
    "ten": TEN_MINUS_DEPTH,
    "hundred": HUNDRED_MINUS_DEPTH,
    "distance": BY_DISTANCE,
}
WITH_CONVENTIONS = (Minimax, SignedMinimax, Negamax, AlphaBeta)
SMALL = [Marks(*reference.sets(board)) for board in reference.unfinished() if board.count(".") < 7]

# Boards of every kind: wide, high, square, two columns, with words of 12 to 62 bits.
LATE = [
    (game, position)
    for game, left, number in (
        (MNK(4, 3, 3), 6, 6),
        (MNK(3, 4, 4), 6, 6),
        (MNK(4, 4, 4), 6, 6),
        (MNK(8, 7, 5), 5, 6),
        (MNK(2, 31, 5), 5, 6),
    )
    for position in late_positions(game, left, number)
]


def made(algorithm: type[Algorithm[Any]]) -> Algorithm[Any]:
    """The search; the exact one with a table that is made quickly."""
    return Exact(ArrayTable(2, 10)) if algorithm is Exact else algorithm()


def both(game: Any, position: Any, algorithm: type[Algorithm[Any]], **options: Any) -> SearchResult:
    """The result, after a look that both forms give the same."""
    plain = search(game, position, made(algorithm), **options)
    assert search(game, position, made(algorithm), prepare=compiled, **options) == plain
    return plain


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
def test_compiled_and_interpreted_agree_on_tictactoe_and_with_the_brute_force(algorithm):
    for position in SMALL[::5]:
        result = both(TICTACTOE, position, algorithm)
        board = board_of(position)
        assert result.value is not None
        assert (result.value.outcome, result.value.plies) == reference.worth(board)
        assert result.move == reference.best(board)[0]
        assert result.certainty == Certainty.PROVED


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
def test_compiled_every_search_is_right_in_all_positions_of_tictactoe(algorithm):
    for position in SMALL:
        board = board_of(position)
        result = search(TICTACTOE, position, made(algorithm), prepare=compiled)
        assert result.value is not None
        assert (result.value.outcome, result.value.plies) == reference.worth(board)
        assert result.move == reference.best(board)[0]


@each("convention", CONVENTIONS)
@each("algorithm", WITH_CONVENTIONS)
def test_they_agree_in_every_convention(algorithm, convention):
    for position in SMALL[::40]:
        result = both(TICTACTOE, position, algorithm, scoring=CONVENTIONS[convention])
        outcome, plies = reference.worth(board_of(position))
        assert result.score == CONVENTIONS[convention].score(outcome, plies)


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("algorithm", WITH_CONVENTIONS, ids=lambda algorithm: algorithm.name)
def test_they_agree_with_a_horizon_and_an_estimate(algorithm, limit):
    for game, position in [(MNK(4, 3, 3), MNK(4, 3, 3).start()), *LATE[::3]]:
        result = both(game, position, algorithm, limit=limit)
        plain = search(game, position, Negamax(), limit=limit)
        assert (result.score, result.move) == (plain.score, plain.move)
        assert result.principal_variation == plain.principal_variation


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
def test_they_agree_late_on_larger_boards_up_to_62_cells(algorithm):
    for game, position in LATE:
        result = both(game, position, algorithm)
        plain = search(game, position, Negamax(), prepare=compiled)
        assert (result.value, result.move) == (plain.value, plain.move)
        assert result.value is not None
        assert plain.value is not None
        assert result.value.plies == plain.value.plies
        if not algorithm.prunes:
            assert [move.score for move in result.moves] == [move.score for move in plain.moves]


def test_the_three_searches_without_pruning_visit_the_same_nodes():
    for game, position in LATE:
        counts = {
            search(game, position, algorithm(), prepare=compiled).nodes
            for algorithm in (Minimax, SignedMinimax, Negamax)
        }
        assert len(counts) == 1


def test_alphabeta_visits_no_more_nodes_than_negamax():
    for game, position in LATE:
        pruned = search(game, position, AlphaBeta(), prepare=compiled).nodes
        assert pruned <= search(game, position, Negamax(), prepare=compiled).nodes


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
@pytest.mark.parametrize("budget", [1, 2, 17, 1_000])
def test_both_forms_stop_at_the_same_node(algorithm, budget):
    """The kernel is asked directly, so that the count can be seen after it has stopped."""
    counts, game = [], knowledge_of(TICTACTOE)
    for prepare in (lambda kernel, game: kernel, compiled):
        run = SearchContext(budget=budget)
        asked, root = algorithm(), RootMove(game.start(), again=False, floor=-9, ply=0)
        with pytest.raises(SearchStopped):
            asked.score(prepare(algorithm.kernel, game), game, root, run)
        counts.append(run.nodes)
    assert counts == [budget, budget]


def test_an_exact_search_goes_on_compiled_with_the_table_of_an_interpreted_one():
    game = MNK(4, 4, 4)
    (position,) = late_positions(game, 9, 1)
    first, alone = Exact(ArrayTable(2, 18)), Exact(ArrayTable(2, 18))
    value = search(game, position, first).value
    again = search(game, position, first, prepare=compiled)
    assert again.value == value == search(game, position, alone, prepare=compiled).value
    # Every position at the root is known already: itself and one node for each move.
    assert again.nodes == 1 + len(again.moves)
    assert isinstance(first.table, ArrayTable)
    assert isinstance(alone.table, ArrayTable)
    assert first.table.memory == alone.table.memory


def board_of(position: Marks) -> str:
    """The board of the reference, as a string of nine."""
    first, second = (position.mine, position.theirs)[:: 1 if TICTACTOE.turn(position) == 0 else -1]
    return "".join("x" if first >> i & 1 else "o" if second >> i & 1 else "." for i in range(9))
