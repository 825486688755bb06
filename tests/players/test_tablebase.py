"""A player out of a tablebase plays perfectly, and only its own game."""

import pytest

from noughts.errors import BadTablebase, UnsuitedGame
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.levels import player_for
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy
from noughts.tablebase.build import make_tablebase
from noughts.value import OPEN
from tests.whole import every_position


def test_it_may_choose_what_the_perfect_player_may(tmp_path):
    game = TicTacToe()
    make_tablebase(game, tmp_path)
    player, perfect = player_for(game, f"tablebase:{tmp_path}", 1), PerfectPlayer(1)
    for position, _ in every_position(game):
        if game.outcome(position) == OPEN:
            chances = perfect.probabilities(game, position)
            assert isinstance(player, KnownPolicy)
            assert player.probabilities(game, position) == chances
            assert player.choose(game, position) in chances


def test_it_does_not_play_another_game(tmp_path):
    make_tablebase(TicTacToe(), tmp_path)
    with pytest.raises(UnsuitedGame, match="a tablebase of tictactoe, not of mnk:4,3,3"):
        player_for(find_game("mnk:4,3,3"), f"tablebase:{tmp_path}")


def test_a_folder_without_a_tablebase_is_no_player(tmp_path):
    with pytest.raises(BadTablebase, match="not a tablebase"):
        player_for(TicTacToe(), f"tablebase:{tmp_path}")
