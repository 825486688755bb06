"""A match that a player forfeits: over, lost by the side to move, with the reason."""

import pytest

from noughts.errors import GameOver, UnsuitedGame
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.match import Match
from noughts.players.perfect import PerfectPlayer
from noughts.players.rules import RulesPlayer


class Stubborn:
    name = "stubborn"

    def choose(self, game, position):
        return 4


def test_the_side_to_move_has_lost():
    match = Match(TicTacToe())
    match.play(4)
    match.forfeit("O has left.")
    assert match.over
    assert match.winner == 0
    assert match.result == "X wins: O has left."
    assert match.forfeited == "O has left."


def test_nothing_is_played_after_it():
    match = Match(TicTacToe(), PerfectPlayer(), PerfectPlayer())
    match.forfeit("X has left.")
    for refused in (lambda: match.play(4), match.step, lambda: match.forfeit("again")):
        with pytest.raises(GameOver):
            refused()
    assert match.moves == ()
    assert match.run() == "O wins: X has left."


def test_taking_back_takes_the_forfeit_back_too():
    match = Match(TicTacToe())
    match.play(4)
    match.play(0)
    match.undo()
    match.forfeit("O has left.")
    with pytest.raises(GameOver):
        match.redo()
    match.undo()
    assert not match.over
    assert match.forfeited == ""
    match.redo()
    assert match.turn == 1


def test_an_illegal_choice_forfeits_a_match_that_is_run():
    match = Match(
        TicTacToe(), PerfectPlayer(), Stubborn(), start=TicTacToe().parse("3/1x1/3 o")[0], turn=1
    )
    assert match.run().startswith("X wins: stubborn chose 4: b2 is already taken")


def test_who_does_not_play_the_game_does_not_lose_it():
    match = Match(MNK(4, 3, 3), RulesPlayer(), PerfectPlayer())
    with pytest.raises(UnsuitedGame):
        match.run()
    assert not match.over
