"""Loops of play: found, short ones first, and none where there is none."""

import pytest

from noughts.errors import RepeatingGame
from noughts.games.registry import find_game
from noughts.search.depth import loop_of, refuse_loops
from tests.deep import Countdown, Ring
from tests.each import each


def walk(game, position, moves):
    for move in moves:
        position = game.play(position, move)
    return position


@each("size", [2, 3, 4, 5, 9, 40])
def test_the_shortest_loop_of_a_ring_has_the_longest_steps(size):
    game = Ring(size)
    loop = loop_of(game, game.start())
    assert sum(loop) % size == 0
    assert len(loop) == (1 if size == 2 else (size + 1) // 2)


def test_a_loop_is_found_behind_a_way_that_leads_to_it():
    """From 30 down to 5, and there back to 6."""

    class Trap(Countdown):
        def play(self, position, move):
            return position._replace(left=6 if position.left == 5 else position.left - 1)

    game = Trap(30)
    assert loop_of(game, game.start()) == (1, 1)


@each("name", ["tictactoe", "nim:3,4,5", "mnk:3,3,3,misere"])
def test_games_of_the_house_come_to_an_end(name):
    game = find_game(name)
    assert loop_of(game, game.start()) == ()


def test_morris_comes_back():
    game = find_game("morris")
    loop = loop_of(game, game.start())
    assert loop
    refuse_loops(game, game.start())  # it says so itself


def test_only_so_many_positions_are_looked_at():
    game = Ring(5_000)
    assert loop_of(game, game.start(), most=1_000) == ()


def test_long_loops_are_told_in_part():
    with pytest.raises(RepeatingGame, match=r"by( s2){12} … \(20 moves\), so"):
        refuse_loops(Ring(40), Ring(40).start())


def test_rules_that_fail_do_not_hide_what_went_wrong_before():
    class Broken(Ring):
        def moves(self, position):
            raise ZeroDivisionError

    refuse_loops(Broken(), Broken().start())
