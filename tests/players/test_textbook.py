"""Players that choose by the searches of the textbooks."""

import pytest

from noughts.errors import ExtraTurns
from noughts.games.connectfour import ConnectFour
from noughts.games.morris import Morris
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players import limited
from noughts.players.levels import player_for, player_of
from noughts.players.match import Match
from noughts.players.perfect import PerfectPlayer
from tests.each import each

GAME = TicTacToe()
LEVELS = ("minimax", "negamax", "alphabeta")


def made(level):
    player = player_of(level)
    assert isinstance(player, limited.TextbookPlayer)
    return player


@each("level", LEVELS)
def test_a_win_is_taken_and_a_threat_is_met(level):
    player = made(level)
    assert GAME.name(player.choose(GAME, GAME.parse("xxo/ox1/o2 x")[0])) == "b1"
    assert GAME.name(player.choose(GAME, GAME.parse("xx1/o2/3 o")[0])) == "c3"


@each("level", ["minimax", "negamax"])
def test_the_whole_tree_has_as_many_nodes_as_the_tutorial_counts(level):
    """549,946 positions of tic-tac-toe, the start among them; with best play a draw."""
    player = made(level)
    player.choose(GAME, GAME.start())
    assert player.nodes == 549_946


def test_pruning_visits_a_small_part_of_them():
    player = made("alphabeta")
    player.choose(GAME, GAME.start())
    assert player.nodes < 549_946 / 10


@each("level", ["negamax", "alphabeta"])
def test_nobody_beats_it(level):
    for players in ((made(level), PerfectPlayer(1)), (PerfectPlayer(1), made(level))):
        assert Match(GAME, *players).run() == "draw"


def test_minimax_is_refused_at_the_start_where_a_player_may_move_twice():
    with pytest.raises(ExtraTurns, match="The search minimax needs players who take turns"):
        player_for(find_game("dots:2,1"), "minimax")
    for level in ("negamax", "alphabeta"):
        assert player_for(find_game("dots:2,1"), level).name == level


@pytest.mark.usefixtures("never_compiled")
@each("game", [ConnectFour(), Morris()])
def test_in_a_large_game_and_in_one_without_end_it_looks_as_far_as_it_can(game, monkeypatch):
    monkeypatch.setattr(limited, "TEXTBOOK_BUDGET", 2_000)
    player = made("alphabeta")
    assert player.choose(game, game.start()) in game.moves(game.start())
    assert 0 < player.nodes <= 2_000
