"""Levels by rating: what they score, exactly, and where there are none."""

import pytest

from noughts.errors import UnsuitedGame
from noughts.games.registry import find_game, spec_of
from noughts.players.ladder import LadderPlayer
from noughts.players.levels import player_for
from noughts.players.measure import measure_both_seats
from noughts.players.measured import SKILLS, measured_games, rated_style
from noughts.players.style import against_greedy
from tests.each import each

# What Elo's formula predicts against a player of 1000 (Elo 1978, p. 31, to 1 %).
PREDICTED = {700: 0.15, 800: 0.24, 900: 0.36, 1000: 0.50, 1100: 0.64}


@each("elo", PREDICTED)
def test_a_level_scores_against_greedy_what_its_rating_predicts(elo):
    """In games that were not played to measure it."""
    game = find_game("tictactoe")
    tally = against_greedy(game, rated_style(elo, game), 10_000, seed=99)
    assert abs((tally.first + tally.draws / 2) / 10_000 - PREDICTED[elo]) < 0.02


def test_so_it_does_by_exact_probabilities():
    game = find_game("tictactoe")
    result = measure_both_seats(game, LadderPlayer("elo:1100"), LadderPlayer("greedy"))
    assert abs(float(result.score) - PREDICTED[1100]) < 0.02


def test_what_was_measured_grows_with_skill():
    for spec, measured in measured_games().items():
        assert list(measured.scores) == sorted(measured.scores), spec
        assert len(measured.scores) in (0, len(SKILLS)), spec
        assert spec_of(find_game(spec)) == spec  # it is looked up so


def test_the_ends_play_at_random_and_as_hard():
    game = find_game("connectfour")
    assert rated_style(1650, game).thinks > 95
    assert rated_style(503, game).overlooks == 100
    assert rated_style(1000, game) == rated_style(1000, find_game("tictactoe"))


@each(
    "spec, level, why",
    [
        ("mnk:7,7,5", "elo:1200", "No ratings were measured in mnk:7,7,5: play beginner"),
        ("connectfour", "elo:3000", "must be 502 to 1658 in connectfour, not 3000"),
        ("connectfour", "elo:1", "in connectfour, not 1"),
    ],
)
def test_where_there_is_no_such_level_it_is_said(spec, level, why):
    with pytest.raises(UnsuitedGame, match=why):
        player_for(find_game(spec), level)
