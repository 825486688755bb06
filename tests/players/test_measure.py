"""Exact results: against the known figures, and a recursion on strings that knows no noughts."""

from fractions import Fraction

import pytest

from noughts.errors import SearchStopped
from noughts.game import Game
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.measure import ExpectedResult, has_few_positions, measure, measure_both_seats
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, RandomPlayer
from noughts.value import DRAW, OPEN, WIN
from tests.players import oracle

GAME = TicTacToe()


def anything(board, side):
    return oracle.moves(board)


def test_random_against_random():
    # Section 6 of the design, where another program computed it.
    expected = ExpectedResult(Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert measure(GAME, RandomPlayer(), RandomPlayer()) == expected
    assert oracle.expected("." * 9, "X", anything, "X") == expected


def test_perfect_against_random_from_both_seats():
    first = ExpectedResult(*oracle.expected("." * 9, "X", oracle.best, "X"))
    second = ExpectedResult(*oracle.expected("." * 9, "X", oracle.best, "O"))
    assert measure(GAME, PerfectPlayer(), RandomPlayer()) == first
    assert measure(GAME, RandomPlayer(), PerfectPlayer()) == second.turned()
    both = measure_both_seats(GAME, PerfectPlayer(), RandomPlayer())
    assert both.first == (first.first + second.first) / 2
    assert both.second == 0


def test_perfect_against_perfect_is_a_draw():
    assert list(measure(GAME, PerfectPlayer(), PerfectPlayer())) == [0, 1, 0]


def test_from_a_position_on_whoever_is_to_move():
    for board in oracle.boards()[40::200]:
        side = oracle.side_to_move(board)
        result = measure(
            GAME, RandomPlayer(), RandomPlayer(), start=oracle.marks(board), turn="XO".index(side)
        )
        assert result == oracle.expected(board, side, anything, "X")


def test_misere_turns_the_first_players_win_into_a_loss():
    """Lines end a misère game just as they do the usual one, so random players reach the same."""
    usual = measure(MNK(3, 3, 3), RandomPlayer(), RandomPlayer())
    assert measure(MNK(3, 3, 3, misere=True), RandomPlayer(), RandomPlayer()) == usual.turned()


def test_a_large_game_is_refused():
    with pytest.raises(SearchStopped, match="More than 1,000 positions"):
        measure(GAME, RandomPlayer(), RandomPlayer(), positions=1_000)


def test_a_game_that_may_go_on_for_ever_is_refused():
    class Round(Game[int]):
        repeats = True

        def start(self):
            return 0

        def moves(self, position):
            return (0, 1)

        def play(self, position, move):
            return move

        def outcome(self, position):
            return OPEN

    with pytest.raises(SearchStopped, match="Positions can repeat"):
        measure(Round(), RandomPlayer(), RandomPlayer())


def test_how_many_positions_are_few():
    # 5,478 positions can arise; see tests/games/test_tictactoe.py.
    assert has_few_positions(GAME, 5_478)
    assert not has_few_positions(GAME, 5_477)


def test_a_win_for_the_player_to_move_counts_as_such():
    class Gift(Game[int]):
        """Whoever is to move after two plies has won; after one way of the second ply, a draw."""

        def start(self):
            return 0

        def moves(self, position):
            return (1, 2, 3, 4)

        def play(self, position, move):
            return position * 10 + move

        def outcome(self, position):
            if position < 10:
                return OPEN
            return DRAW if position % 10 == 1 else WIN

    quarter = Fraction(1, 4)
    assert list(measure(Gift(), RandomPlayer(), RandomPlayer())) == [3 * quarter, quarter, 0]


def test_who_says_what_its_chances_are_and_who_does_not():
    class Silent:
        name = "silent"

        def choose(self, game, position):
            return 0

    assert isinstance(RandomPlayer(), KnownPolicy)
    assert not isinstance(Silent(), KnownPolicy)
