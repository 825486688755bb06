"""Glicko-2 against the example in Glickman's paper (2013), which he works out step by step."""

import pytest

from noughts.puzzles.glicko import SUREST, updated
from noughts.puzzles.glicko import GlickoRating as Rating

OPPONENTS = [
    (Rating(1400, 30), 1.0),
    (Rating(1550, 100), 0.0),
    (Rating(1700, 300), 0.0),
]


def test_the_papers_example():
    after = updated(Rating(1500, 200, 0.06), OPPONENTS)
    assert after.points == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_win_raises_and_a_loss_lowers_the_rating_and_both_make_it_surer():
    for points in (400, 1500, 2600):
        won, lost = (updated(Rating(), [(Rating(points, 60), score)]) for score in (1.0, 0.0))
        assert lost.points < 1500 < won.points
        assert won.deviation < 350
        assert lost.deviation < 350


def test_a_rating_never_counts_as_surer_than_it_may():
    rating = updated(
        Rating(1500, SUREST),
        [(Rating(1500, 30), 1.0), (Rating(1500, 30), 0.0)] * 50,
    )
    assert rating.deviation == SUREST


def test_surprises_raise_the_volatility():
    surprised = updated(Rating(1500, 60), [(Rating(2400, 30), 1.0)] * 5)
    assert surprised.volatility > 0.06
