"""What a player is asked, and what becomes of what it answers."""

from fractions import Fraction

import pytest

from noughts.classroom.query import Forfeit, PlayerAnswer, answer_of
from noughts.errors import (
    BadAnswer,
    FunctionFailed,
    ProgramEnded,
    ProgramTooSlow,
    SearchStopped,
    UnsuitedGame,
)
from noughts.games.tictactoe import TicTacToe
from noughts.players.player import RandomPlayer
from tests.each import each

GAME = TicTacToe()


class Bot:
    """Answers one thing after the other; an error is raised."""

    name = "bot"

    def __init__(self, *answers):
        self.answers = list(answers)

    def choose(self, game, position):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@each(
    "error, forfeit",
    [
        (BadAnswer("x"), Forfeit.ILLEGAL_MOVE),
        (ProgramTooSlow("x"), Forfeit.TOO_SLOW),
        (ProgramEnded("x"), Forfeit.CRASH),
        (FunctionFailed("x"), Forfeit.CRASH),
        (ZeroDivisionError("x"), Forfeit.CRASH),
        (RecursionError("x"), Forfeit.CRASH),
    ],
)
def test_every_error_of_a_player_is_a_forfeit(error, forfeit):
    answer = answer_of(Bot(error), GAME, GAME.start())
    assert [fall.forfeit for fall in answer.falls] == [forfeit]
    assert answer.moves == ()


@each("error", [UnsuitedGame("x"), SearchStopped("x")])
def test_what_is_not_its_play_is_raised_again(error):
    with pytest.raises(type(error)):
        answer_of(Bot(error), GAME, GAME.start())


def test_it_is_asked_again_until_it_forfeits():
    answer = answer_of(Bot(3, 1, 3, BadAnswer("x"), 5), GAME, GAME.start(), times=5)
    assert answer.moves == (3, 1)
    assert len(answer.falls) == 1
    assert not answer.settled
    assert answer_of(Bot(3, 3), GAME, GAME.start(), times=2) == PlayerAnswer((3,))


def test_of_known_chances_every_move_with_a_chance_is_taken():
    class Biased(RandomPlayer):
        def probabilities(self, game, position):
            return {0: Fraction(1), 1: Fraction(0)}

    assert answer_of(Biased(), GAME, GAME.start(), times=9).moves == (0,)
    assert answer_of(RandomPlayer(), GAME, GAME.start()).moves == tuple(range(9))


def test_chances_that_cannot_be_had_are_a_crash():
    class Broken(RandomPlayer):
        def probabilities(self, game, position):
            return {0: 1 / 0}

    assert answer_of(Broken(), GAME, GAME.start()).falls[0].forfeit == Forfeit.CRASH


def test_chances_of_an_illegal_move():
    class Wrong(RandomPlayer):
        def probabilities(self, game, position):
            return {0: Fraction(1, 2), 9: Fraction(1, 2)}

    answer = answer_of(Wrong(), GAME, GAME.start())
    assert answer.moves == (0,)
    assert answer.falls[0].forfeit == Forfeit.ILLEGAL_MOVE
