"""Ratings against what theory says of them."""

import pytest

from noughts.players.elo import most_likely, ratings
from noughts.players.measured import expected

# 400 times the decimal logarithm of 2.
DOUBLE = 120.412


def test_strengths_that_explain_all_scores_are_found():
    """Of strengths 1, 2 and 4 the first scores 1/3 against the second, and so on."""
    low, middle, high = most_likely(3, {(0, 1): 1 / 3, (1, 2): 1 / 3, (0, 2): 1 / 5})
    assert middle - low == pytest.approx(DOUBLE, abs=0.1)
    assert high - middle == pytest.approx(DOUBLE, abs=0.1)
    assert low + middle + high == pytest.approx(0, abs=1e-6)


def test_a_pair_may_be_given_once_for_each_seat():
    """Whoever begins wins 3 of 4: both are as strong."""
    first, second = most_likely(2, {(0, 1): 3 / 4, (1, 0): 3 / 4})
    assert first == pytest.approx(second, abs=1e-6)


def test_players_that_never_met_are_rated_by_way_of_others():
    low, _, high = most_likely(3, {(0, 1): 1 / 11, (1, 2): 1 / 11})
    assert high - low == pytest.approx(800, abs=2)
    assert expected(high, low) == pytest.approx(100 / 101, abs=1e-3)


def test_who_wins_every_game_has_a_rating_all_the_same():
    first, second = most_likely(2, {(0, 1): 1.0})
    assert 1_000 < first - second < 4_000


def test_intervals_are_as_wide_as_the_samples_are_small():
    """Of 10,000 games the score's standard deviation is 0.5 %, 1.7 points of each rating."""
    scores = {(0, 1): 0.5}
    few, many = (ratings(2, scores, {(0, 1): games})[0] for games in (100, 10_000))
    assert many.high - many.low == pytest.approx(6.8, rel=0.25)
    assert few.high - few.low == pytest.approx(68, rel=0.25)
    exact = ratings(2, scores, {(0, 1): 0})[0]
    assert exact.low == exact.elo == exact.high
