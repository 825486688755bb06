"""What alpha-beta and the exact search promise of a window, as inequalities, on random windows.

A score s against the true score v: alpha < s < beta then v = s; s <= alpha then v <= s;
s >= beta then v >= s. The true scores are those of negamax, which knows no window.
"""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.search.alphabeta import alphabeta
from noughts.search.context import NO_LIMIT, SearchContext
from noughts.search.exact import exact
from noughts.search.negamax import negamax
from noughts.search.table import ArrayTable, DictTable
from noughts.value import (
    BASE,
    BY_DISTANCE,
    HUNDRED_MINUS_DEPTH,
    INFINITY,
    OUTCOME_ONLY,
    TEN_MINUS_DEPTH,
    Scoring,
)
from tests import reference
from tests.samples import late_positions
from tests.windows import keeps_the_contract, windows

TICTACTOE, LARGER = TicTacToe(), MNK(4, 3, 3)
SMALL = [Marks(*reference.sets(board)) for board in reference.positions() if board.count(".") < 6]
POSITIONS: list[tuple[Any, Marks]] = [
    *((knowledge_of(TICTACTOE), position) for position in SMALL),
    *(
        (knowledge_of(LARGER), position)
        for left in (5, 6, 7)
        for position in late_positions(LARGER, left, 40)
    ),
]
SCORINGS = (OUTCOME_ONLY, TEN_MINUS_DEPTH, HUNDRED_MINUS_DEPTH, BY_DISTANCE)


@cache
def true_score(game: Any, position: Marks, scoring: Scoring, limit: int) -> int:
    """Negamax, not a line of which knows windows, tables or symmetry."""
    return fastest(negamax, game)(game, position, 0, SearchContext(scoring, limit))


@given(st.sampled_from(POSITIONS), st.sampled_from(SCORINGS), st.data())
def test_alphabeta_keeps_its_promise(game_and_position, scoring, data):
    game, position = game_and_position
    if scoring == TEN_MINUS_DEPTH and game.game != TICTACTOE:
        scoring = HUNDRED_MINUS_DEPTH
    alpha, beta = data.draw(windows(scoring.base))
    score = alphabeta(game, position, alpha, beta, 0, SearchContext(scoring))
    assert keeps_the_contract(score, true_score(game, position, scoring, NO_LIMIT), alpha, beta)


@given(st.sampled_from(POSITIONS), st.integers(1, 4), windows(5))
def test_alphabeta_keeps_its_promise_with_guesses_at_a_horizon(game_and_position, limit, window):
    """Guesses are small numbers: so are these windows."""
    game, position = game_and_position
    alpha, beta = window
    score = alphabeta(game, position, alpha, beta, 0, SearchContext(BY_DISTANCE, limit))
    assert keeps_the_contract(score, true_score(game, position, BY_DISTANCE, limit), alpha, beta)


@pytest.mark.parametrize(
    "table",
    [DictTable, lambda: ArrayTable(2, 14), lambda: ArrayTable(2, 2)],
    ids=["unlimited", "large", "tiny"],
)
def test_exact_keeps_its_promise_with_one_table_for_many_windows(table):
    """What an earlier question left in the table is as true for every later one.

    The last table is so small that nearly every entry replaces another.
    """

    @settings(max_examples=300)
    @given(st.lists(st.tuples(st.sampled_from(POSITIONS), windows(BASE)), max_size=30))
    def of_any_questions(questions):
        tables = {TICTACTOE: table(), LARGER: table()}
        for (game, position), (alpha, beta) in questions:
            score = exact(game, position, alpha, beta, SearchContext(), tables[game.game])
            true = true_score(game, position, BY_DISTANCE, NO_LIMIT)
            assert keeps_the_contract(score, true, alpha, beta)

    of_any_questions()


def test_an_open_window_gives_the_true_score_in_every_small_position():
    tables = {TICTACTOE: DictTable(), LARGER: DictTable()}
    for game, position in POSITIONS:
        true = true_score(game, position, BY_DISTANCE, NO_LIMIT)
        assert alphabeta(game, position, -INFINITY, INFINITY, 0, SearchContext()) == true
        assert (
            exact(game, position, -INFINITY, INFINITY, SearchContext(), tables[game.game]) == true
        )
