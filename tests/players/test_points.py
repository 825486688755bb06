"""The player for points: two of them end every game by the best margin."""

from unittest.mock import Mock

import pytest

from noughts.errors import SearchStopped, UnsuitedGame
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.lab.regret import regret
from noughts.players.levels import player_for
from noughts.players.match import Match
from noughts.players.points import PointsPlayer
from noughts.solving.margins import MarginSolver
from noughts.value import Certainty
from tests.each import each


@each("spec", ["dots:2,1", "dots:2,2"])
def test_two_of_them_end_by_the_best_margin(spec):
    game = find_game(spec)
    best = MarginSolver(game).margin(game.start()).points
    for seed in range(3):
        match = Match(game, player_for(game, "points", seed), player_for(game, "points", seed))
        match.run()
        points = game.margin(match.position) * (1 if match.turn == 0 else -1)
        assert points == best


def test_it_loses_no_points():
    game = find_game("dots:2,2")
    assert regret(game, player_for(game, "points", 1), MarginSolver(game), 10).total == 0


def test_a_move_that_is_not_by_points_is_not_proved(monkeypatch):
    monkeypatch.setattr(MarginSolver, "best_moves", Mock(side_effect=SearchStopped))
    player, game = PointsPlayer(), find_game("dots:1,1")
    assert player.choose(game, game.start()) in game.moves(game.start())
    assert player.certainty == Certainty.UNKNOWN


def test_a_game_without_points_is_refused():
    with pytest.raises(UnsuitedGame, match="counts no points"):
        player_for(TicTacToe(), "points")


def test_naming_it_searches_nothing(monkeypatch):
    def searched(*_):
        raise AssertionError("a search")

    monkeypatch.setattr(PointsPlayer, "candidates", searched)
    player_for(find_game("othello:8"), "points")
