"""What a search says of a position: every field of its answer, against the brute force."""

from itertools import pairwise

import pytest

from noughts.errors import GameOver, SearchStopped, UnsafeScoring
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.search.root import (
    ALGORITHMS,
    AlphaBeta,
    Exact,
    Minimax,
    Negamax,
    SignedMinimax,
    search,
)
from noughts.value import (
    BASE,
    HUNDRED_MINUS_DEPTH,
    OPEN,
    OUTCOME_ONLY,
    TEN_MINUS_DEPTH,
    Certainty,
    Scoring,
    Value,
)
from tests import reference
from tests.each import each
from tests.samples import late_positions

TICTACTOE = TicTacToe()  # guesses nothing at the horizon
GUESSING = MNK(3, 3, 3)  # the same rules, with an estimate
BOARDS = [board for board in reference.unfinished() if board.count(".") < 6][::7]
TO_A_HORIZON = (Minimax, SignedMinimax, Negamax, AlphaBeta)


def marks(board: str) -> Marks:
    return Marks(*reference.sets(board))


def true_scores(board: str) -> dict[int, int]:
    """The score by distance of every move."""
    worths = {
        cell: reference.after_to_mine(reference.worth(after))
        for cell, after in reference.children(board)
    }
    return {cell: outcome * (BASE - plies) for cell, (outcome, plies) in worths.items()}


@each("algorithm", [Minimax, SignedMinimax, Negamax, Exact])
def test_a_search_without_bounds_scores_every_move_exactly(algorithm):
    for board in BOARDS:
        result = search(TICTACTOE, marks(board), algorithm())
        assert {move.move: move.score for move in result.moves} == true_scores(board)
        assert {move.certainty for move in result.moves} == {Certainty.PROVED}


def test_a_bound_of_alphabeta_is_never_below_the_true_score_and_never_above_the_best():
    bounds = 0
    for board in BOARDS:
        result, true = search(TICTACTOE, marks(board), AlphaBeta()), true_scores(board)
        for move, score, certainty in result.moves:
            if certainty == Certainty.BOUND:
                bounds += 1
                assert true[move] <= score <= result.score
            else:
                assert certainty == Certainty.PROVED
                assert true[move] == score
        assert result.score == max(true.values())
    assert bounds > 100


def test_the_move_is_the_first_of_the_best_and_the_moves_stay_in_order():
    for board in BOARDS:
        for algorithm in ALGORITHMS.values():
            result = search(TICTACTOE, marks(board), algorithm())
            assert result.move == reference.best(board)[0]
            assert [move.move for move in result.moves] == [
                cell for cell, _ in reference.children(board)
            ]


def test_the_principal_variation_keeps_the_value_ply_by_ply_to_the_end():
    for board in BOARDS:
        for algorithm in ALGORITHMS.values():
            result = search(TICTACTOE, marks(board), algorithm())
            assert len(result.principal_variation) == reference.worth(board)[1]
            now = board
            for move in result.principal_variation:
                after = dict(reference.children(now))[move]  # KeyError when it is not legal
                kept = reference.after_to_mine(reference.worth(after))
                assert kept == reference.worth(now), (algorithm, board, move)
                now = after
            assert reference.over(now)


@each("algorithm", TO_A_HORIZON)
@each("game", [TICTACTOE, GUESSING])
@each("limit", [1, 2, 3])
def test_what_is_proved_within_a_horizon_is_true_and_the_rest_is_unknown(game, limit, algorithm):
    """Unknown is only what rests on a position beyond the horizon, and has no value."""
    unknown = 0
    for board in BOARDS:
        result, true = search(game, marks(board), algorithm(), limit=limit), true_scores(board)
        for move, score, certainty in result.moves:
            if certainty == Certainty.PROVED:
                assert score == true[move]
            elif certainty == Certainty.BOUND:
                assert score >= true[move]
            else:
                unknown += 1
                # Some game goes on beyond the horizon after this move.
                assert board.count(".") > limit
        assert (result.value is None) == (result.certainty == Certainty.UNKNOWN)
        if result.value is not None:
            assert (result.value.outcome, result.value.plies) == reference.worth(board)
    assert unknown > 0


@each("algorithm", TO_A_HORIZON)
@each("game", [TICTACTOE, GUESSING])
def test_a_horizon_beyond_the_end_of_the_game_changes_nothing(game, algorithm):
    for board in BOARDS[::5]:
        whole = search(game, marks(board), algorithm())
        assert search(game, marks(board), algorithm(), limit=board.count(".")) == whole
        assert search(game, marks(board), algorithm(), limit=62) == whole


@each("algorithm", TO_A_HORIZON)
def test_a_win_or_loss_within_the_horizon_is_proved_at_the_depth_where_it_comes_in_sight(algorithm):
    for board in BOARDS:
        outcome, plies = reference.worth(board)
        if outcome and plies > 1:
            near = search(TICTACTOE, marks(board), algorithm(), limit=plies - 1)
            far = search(TICTACTOE, marks(board), algorithm(), limit=plies)
            assert near.certainty == Certainty.UNKNOWN
            assert far.certainty == Certainty.PROVED
            assert far.value == Value(outcome, plies)


@each("limit", [1, 2, 5])
def test_the_principal_variation_ends_at_the_horizon(limit):
    result = search(TICTACTOE, TICTACTOE.start(), AlphaBeta(), limit=limit)
    assert len(result.principal_variation) == limit
    position = TICTACTOE.start()
    for move in result.principal_variation:
        assert move in list(TICTACTOE.moves(position))
        position = TICTACTOE.play(position, move)


def test_one_ply_ahead_the_score_of_a_move_is_the_estimate_after_it():
    game = MNK(4, 4, 3)
    known = knowledge_of(game)
    for position in late_positions(game, 12, 5):
        for move, score, _ in search(game, position, Negamax(), limit=1).moves:
            after = game.play(position, move)
            if game.outcome(after) == OPEN:
                assert score == -known.estimate(after)


def test_looking_further_ahead_visits_more_nodes():
    counts = [
        search(TICTACTOE, TICTACTOE.start(), Negamax(), limit=limit).nodes for limit in range(1, 6)
    ]
    # The root, 9 moves, 9 * 8 pairs, and so on: no game ends before the fifth ply.
    assert counts == [10, 82, 586, 3_610, 18_730]


@each("limit", [0, -1, -7])
def test_to_look_no_ply_ahead_is_refused(limit):
    with pytest.raises(ValueError, match="at least 1 ply"):
        search(TICTACTOE, TICTACTOE.start(), limit=limit)


@each("algorithm", ALGORITHMS.values())
def test_a_budget_of_its_own_nodes_is_enough_and_one_less_is_not(algorithm):
    for board in BOARDS[::50]:
        whole = search(TICTACTOE, marks(board), algorithm())
        assert search(TICTACTOE, marks(board), algorithm(), budget=whole.nodes) == whole
        with pytest.raises(SearchStopped):
            search(TICTACTOE, marks(board), algorithm(), budget=whole.nodes - 1)


@each("algorithm", ALGORITHMS.values())
def test_a_finished_game_has_no_move_to_search_for(algorithm):
    lost, _ = TICTACTOE.parse("xxx/oo1/3 o")
    with pytest.raises(GameOver):
        search(TICTACTOE, lost, algorithm())


def test_by_outcomes_alone_a_win_has_no_value_because_nobody_knows_how_soon():
    position, _ = TICTACTOE.parse("xxo/ox1/o2 x")
    result = search(TICTACTOE, position, Negamax(), scoring=OUTCOME_ONLY)
    assert (result.score, result.value, result.certainty) == (1, None, Certainty.PROVED)
    assert TICTACTOE.name(result.move) == "c2"  # a win, but not the fastest


def test_a_draw_has_the_plies_of_its_line_in_every_convention():
    position, _ = TICTACTOE.parse("3/1x1/3 o")
    for scoring in (OUTCOME_ONLY, TEN_MINUS_DEPTH, HUNDRED_MINUS_DEPTH):
        result = search(TICTACTOE, position, AlphaBeta(), scoring=scoring)
        assert result.value is None or result.value.outcome == 0
    assert result.value is not None
    assert result.value.plies == 8


def test_the_exact_search_has_no_horizon():
    for board in BOARDS[::20]:
        result = search(TICTACTOE, marks(board), Exact(), limit=1)
        assert result == search(TICTACTOE, marks(board), Exact())


@each("scoring", [OUTCOME_ONLY, TEN_MINUS_DEPTH, HUNDRED_MINUS_DEPTH])
def test_the_exact_search_refuses_other_scores_than_those_by_distance(scoring):
    with pytest.raises(UnsafeScoring, match="BY_DISTANCE"):
        search(TICTACTOE, TICTACTOE.start(), Exact(), scoring=scoring)


def test_a_win_that_scores_no_more_than_a_guess_is_refused_where_guesses_are_made():
    """A win in 5 would score 996 with a base of 1,001, and a guess may be up to 1,000."""
    for scoring in (HUNDRED_MINUS_DEPTH, Scoring(1_001, 1), Scoring(1_005, 1)):
        with pytest.raises(UnsafeScoring, match="estimates"):
            search(GUESSING, GUESSING.start(), scoring=scoring, limit=5)
    for scoring in (Scoring(1_006, 1), Scoring(BASE, 3)):
        assert search(GUESSING, GUESSING.start(), scoring=scoring, limit=5).certainty == "unknown"


def test_where_no_guesses_are_made_any_safe_scoring_goes_with_a_horizon():
    result = search(TICTACTOE, TICTACTOE.start(), scoring=TEN_MINUS_DEPTH, limit=5)
    assert result.certainty == Certainty.UNKNOWN


def test_deeper_is_never_worse_for_the_depth_of_what_is_proved():
    """Once a value is proved at some depth, every greater depth proves the same."""
    for board in BOARDS[::10]:
        results = [
            search(GUESSING, marks(board), AlphaBeta(), limit=limit)
            for limit in range(1, board.count(".") + 1)
        ]
        for shallow, deep in pairwise(results):
            if shallow.value is not None:
                assert deep.value == shallow.value
