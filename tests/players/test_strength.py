"""Levels do exactly what their names say; mixtures have the chances of their parts."""

from fractions import Fraction

import pytest

from noughts.errors import UnsuitedGame
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.measure import Remembering, measure_both_seats
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer, mixed
from noughts.players.strength import Skill, Skilled, StrengthPlayer, Target, skill_for
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()


def against(aim):
    return PerfectPlayer() if aim.against == "perfect" else RandomPlayer()


@each("percent", [15, 60, 97])
def test_draws_against_perfect_as_named(percent):
    player = StrengthPlayer(Target("draws", percent))
    assert player.name == f"draws {percent} % against perfect"
    result = measure_both_seats(GAME, player, PerfectPlayer())
    assert list(result) == [0, Fraction(percent, 100), 1 - Fraction(percent, 100)]


@each("percent", [70])
def test_wins_against_random_as_named(percent):
    player = StrengthPlayer(Target("wins", percent))
    assert player.name == f"wins {percent} % against random"
    assert measure_both_seats(GAME, player, RandomPlayer()).first == Fraction(percent, 100)


def test_it_holds_on_another_game_too():
    game = MNK(3, 3, 3, misere=True)  # a draw as well
    result = measure_both_seats(game, StrengthPlayer(Target("draws", 50)), PerfectPlayer())
    assert result.draw == Fraction(1, 2)


def test_chances_are_chances_and_later_ones_whole_twentieths():
    for aim in (Target("draws", 60), Target("wins", 70)):
        skill = skill_for(GAME, aim)
        assert 0 <= skill.first <= 1
        assert 0 <= skill.later <= 1
        assert (20 * skill.later).denominator == 1


def test_what_cannot_be_reached_is_refused_with_what_can():
    # Perfect play wins some 87 % of its games against random play, both seats together.
    with pytest.raises(UnsuitedGame, match=r"wins 95 % against random.* 43\.7 % and 87\.3 %"):
        skill_for(GAME, Target("wins", 95))
    both = [oracle.expected("." * 9, "X", oracle.best, side)[0] for side in "XO"]
    assert f"{float(50 * sum(both)):.1f}" == "87.3"


def test_a_large_game_is_refused():
    with pytest.raises(UnsuitedGame, match="too large"):
        StrengthPlayer(Target("draws", 60)).choose(MNK(4, 4, 4), MNK(4, 4, 4).start())


@each("spec, instead", [("connectfour", "play elo:N, easy,"), ("hex:4", "play beginner, easy,")])
def test_the_refusal_names_a_level_that_the_game_has(spec, instead):
    with pytest.raises(UnsuitedGame, match=instead):
        skill_for(find_game(spec), Target("draws", 60))


def test_a_game_that_may_repeat_is_refused():
    game = find_game("morris")
    with pytest.raises(UnsuitedGame, match="too long"):
        StrengthPlayer(Target("draws", 60)).choose(game, game.start())


def test_the_first_moves_chance_is_that_of_the_first_move_alone():
    player = Skilled(Skill(Fraction(1), Fraction(0)), PerfectPlayer(), RandomPlayer())
    corner = GAME.play(GAME.start(), 0)
    assert player.probabilities(GAME, corner) == {4: 1}  # only the centre holds
    later = GAME.play(corner, 4)
    assert player.probabilities(GAME, later) == RandomPlayer().probabilities(GAME, later)


def test_a_mixture_has_the_chances_of_its_parts():
    half, position = Fraction(1, 2), GAME.play(GAME.start(), 0)
    players = RandomPlayer(), PerfectPlayer()
    chances = mixed((half, player.probabilities(GAME, position)) for player in players)
    assert chances == {cell: Fraction(1, 16) + (half if cell == 4 else 0) for cell in range(1, 9)}


def test_what_is_remembered_is_not_asked_again():
    class Counting(RandomPlayer):
        asked = 0

        def probabilities(self, game, position):
            self.asked += 1
            return super().probabilities(game, position)

    player = Counting()
    remembering = Remembering(player)
    for _ in range(3):
        assert remembering.probabilities(GAME, GAME.start()) == dict.fromkeys(
            range(9), Fraction(1, 9)
        )
    assert player.asked == 1
    remembering.probabilities(MNK(3, 3, 3), GAME.start())  # another game is another question
    assert player.asked == 2
