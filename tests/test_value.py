"""Outcomes, values and scores: an order, a negation, and one number that says the same."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import UnsafeScoring
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.native import fastest
from noughts.search.root import AlphaBeta, Negamax, search
from noughts.value import (
    BASE,
    BY_DISTANCE,
    DRAW,
    ENDLESS,
    ESTIMATE_LIMIT,
    HUNDRED_MINUS_DEPTH,
    INFINITY,
    LOSS,
    OUTCOME_ONLY,
    TEN_MINUS_DEPTH,
    WIN,
    Scoring,
    Value,
    to_child,
    to_parent,
)
from tests import reference
from tests.each import each

# Longer than any game on 62 cells, and more.
PLIES = st.integers(0, 200)
VALUES = st.builds(Value, st.sampled_from((LOSS, DRAW, WIN)), PLIES)
DECIDED = st.builds(Value, st.sampled_from((LOSS, WIN)), PLIES)

WORST_TO_BEST = [
    *(Value(LOSS, plies) for plies in range(10)),
    Value(DRAW, 3),
    *(Value(WIN, plies) for plies in reversed(range(10))),
]


def test_quick_losses_come_first_then_slow_ones_draws_slow_wins_and_quick_wins():
    for worse, better in pairwise(WORST_TO_BEST):
        assert worse < better
        assert better > worse
        assert worse <= better
        assert better >= worse
        assert worse != better


@given(VALUES, VALUES)
def test_exactly_one_of_less_equal_greater_holds(one, other):
    assert [one < other, one == other, one > other].count(True) == 1
    assert (one <= other) == (one < other or one == other)
    assert (one >= other) == (one > other or one == other)
    assert (one != other) is not (one == other)


@given(VALUES, VALUES)
def test_what_is_better_for_one_is_worse_for_the_other(one, other):
    assert (one < other) == (-one > -other)
    assert (one == other) == (-one == -other)


@given(VALUES)
def test_negating_twice_changes_nothing(value):
    negated = -value
    assert tuple(-negated) == tuple(value)
    assert (negated == value) == (value.outcome == DRAW)


@given(VALUES, VALUES)
def test_equal_values_have_equal_hashes(one, other):
    assert one != other or hash(one) == hash(other)


def test_all_draws_are_equal_whatever_their_length():
    assert len({Value(DRAW, plies) for plies in range(9)}) == 1
    assert Value(DRAW, 0) != Value(WIN, 0)


@given(DECIDED)
def test_a_value_comes_back_from_its_score_with_its_plies(value):
    assert tuple(Value.from_score(value.score)) == tuple(value)


@given(PLIES, PLIES)
def test_a_draw_comes_back_from_its_score_with_the_plies_that_one_gives(plies, given_plies):
    assert Value(DRAW, plies).score == 0
    assert tuple(Value.from_score(0, given_plies)) == (DRAW, given_plies)


@given(VALUES, VALUES)
def test_scores_are_ordered_as_values_are(one, other):
    assert (one.score < other.score) == (one < other)


@given(VALUES)
def test_every_score_is_above_every_estimate_and_below_infinity(value):
    assert value.outcome == DRAW or ESTIMATE_LIMIT < abs(value.score) <= BASE < INFINITY


@given(VALUES)
def test_one_ply_earlier_the_other_player_had_one_ply_more_to_go(value):
    before = value.before()
    assert (before.outcome, before.plies) == (-value.outcome, value.plies + 1)
    assert before.score == to_parent(-value.score)


@given(VALUES)
def test_ahead_is_the_inverse_of_back(value):
    assert to_child(to_parent(value.score)) == value.score


@given(DECIDED)
def test_back_moves_a_score_one_ply_nearer_to_a_draw(value):
    assert abs(to_parent(value.score)) == abs(value.score) - 1
    assert (to_parent(value.score) > 0) == (value.score > 0)


@given(VALUES, VALUES)
def test_back_keeps_the_order(one, other):
    assert (to_parent(one.score) < to_parent(other.score)) == (one < other)


@given(VALUES)
def test_a_value_survives_pickling(value):
    copy = pickle.loads(pickle.dumps(value))
    assert type(copy) is Value
    assert tuple(copy) == tuple(value)


def test_values_say_what_they_are_in_words_and_in_signs():
    said = [(str(value), value.sign()) for value in (Value(1, 3), Value(0, 5), Value(-1, 4))]
    assert said == [("win in 3", "W3"), ("draw", "D"), ("loss in 4", "L4")]


@each("other", [1, None, "win", 2.5])
def test_a_value_equals_nothing_but_values_and_has_no_order_with_them(other):
    assert Value(WIN, 3) != other
    with pytest.raises(TypeError):
        assert Value(WIN, 3) < other


# Conventions of scoring.


def test_the_classical_conventions_score_as_the_tutorials_do():
    # "10 - depth" and "100 - depth": a win at depth d scores base - d, a loss d - base.
    assert TEN_MINUS_DEPTH.score(WIN, 5) == 5
    assert TEN_MINUS_DEPTH.score(LOSS, 4) == -6
    assert HUNDRED_MINUS_DEPTH.score(WIN, 7) == 93
    assert OUTCOME_ONLY.score(LOSS, 8) == -1
    assert BY_DISTANCE.score(WIN, 0) == BASE
    assert TEN_MINUS_DEPTH.score(DRAW, 9) == 0


@given(
    st.sampled_from((LOSS, WIN)),
    st.integers(0, 9),
    st.sampled_from((TEN_MINUS_DEPTH, HUNDRED_MINUS_DEPTH, BY_DISTANCE, Scoring(50, 5))),
)
def test_a_convention_that_counts_plies_gives_the_value_back(outcome, ply, scoring):
    if scoring.per_ply * ply < scoring.base:
        assert scoring.value(scoring.score(outcome, ply)) == Value(outcome, ply)


def test_outcomes_alone_know_no_distance_but_know_a_draw():
    assert OUTCOME_ONLY.value(WIN) is None
    assert OUTCOME_ONLY.value(LOSS) is None
    assert OUTCOME_ONLY.value(0) == Value(DRAW, 0)


def chosen(board: str, scoring: Scoring) -> list[int]:
    """The best moves by negamax in some convention."""
    game = TicTacToe()
    position = Marks(*reference.sets(board))
    result = search(game, position, Negamax(), scoring=scoring, prepare=fastest)
    return [move.move for move in result.moves if move.score == result.score]


def test_ten_and_a_hundred_minus_depth_choose_the_moves_of_the_best_exact_value():
    for board in reference.unfinished()[::9]:  # of all it takes minutes
        expected = reference.best(board)
        assert chosen(board, TEN_MINUS_DEPTH) == expected, board
        assert chosen(board, HUNDRED_MINUS_DEPTH) == expected, board


@each("scoring", [TEN_MINUS_DEPTH, Scoring(12, 1), Scoring(24, 2)])
def test_a_base_not_above_the_number_of_cells_is_refused_on_a_larger_board(scoring):
    with pytest.raises(UnsafeScoring, match="base above"):
        search(MNK(4, 3, 3), MNK(4, 3, 3).start(), scoring=scoring)


@each("scoring", [Scoring(13, 1), HUNDRED_MINUS_DEPTH, BY_DISTANCE])
def test_a_base_above_the_number_of_cells_is_taken_and_tells_the_plies(scoring):
    game = MNK(4, 3, 3)
    # X threatens b1 and d2, O can stop only one of them and has no two in a row.
    position, _ = game.parse("xo1x/oxx1/o3 o")
    result = search(game, position, AlphaBeta(), scoring=scoring)
    assert result.value == Value(LOSS, 2)


def test_a_win_with_the_last_cell_is_above_a_draw_in_the_classical_conventions():
    for scoring in (TEN_MINUS_DEPTH, HUNDRED_MINUS_DEPTH):
        assert scoring.score(WIN, 9) > scoring.score(DRAW, 9) > scoring.score(LOSS, 9)


def test_a_score_of_nothing_is_a_draw():
    assert Value.from_score(0).outcome == DRAW
    assert Value.from_score(0).plies == 0
    assert Value.from_score(0, 4).plies == 4


def test_a_draw_has_an_end_unless_it_is_endless():
    assert str(Value(DRAW, 1)) == "draw"
    assert str(Value(DRAW, ENDLESS)) != "draw"
    assert ENDLESS < 0


def test_all_four_comparisons_say_the_same_order():
    ranked = [Value(LOSS, 2), Value(LOSS, 4), Value(DRAW, 5), Value(WIN, 5), Value(WIN, 3)]
    for one, (low, high) in enumerate(pairwise(ranked)):
        assert low < high, one
        assert low <= high, one
        assert high > low, one
        assert high >= low, one
        assert low <= low <= low, one


def test_by_distance_each_ply_costs_one():
    assert BY_DISTANCE.score(WIN, 3) == BASE - 3
    assert BY_DISTANCE.score(LOSS, 4) == 4 - BASE
