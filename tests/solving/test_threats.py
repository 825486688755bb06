"""Wins by threats, against the exact solver and against positions made by hand."""

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

import pytest

from noughts.game import Game, legal_moves
from noughts.games.registry import find_game
from noughts.search.attack import UNDECIDED, by_threats
from noughts.solving import prover
from noughts.solving.api import solver_for
from noughts.solving.driver import Driver
from noughts.solving.prover import Threats
from noughts.value import OPEN, WIN
from tests.each import each


def plays(game: Game[Any], count: int) -> Iterator[Any]:
    """The open positions of random games."""
    chance = Random(1)
    for _ in range(count):
        position = game.start()
        while game.outcome(position) == OPEN:
            yield position
            position = game.play(position, chance.choice(legal_moves(game, position)))


@each("spec", ["mnk:4,4,3", "mnk:5,4,4", "mnk:4,4,4,torus", "cube"])
def test_a_move_that_wins_by_threats_keeps_a_win(spec):
    game = find_game(spec)
    threats, solver, found = Threats(game), solver_for(game), 0
    for position in plays(game, 8):
        move = threats.winning_move(position)
        if move is not None:
            found += 1
            assert solver.value(game.play(position, move)).before().outcome == WIN
    assert found > 5


@each("spec", ["mnk:4,4,3,misere", "tictactoe", "wild", "morris", "nim:3,4"])
def test_where_no_threats_are_known_none_are_found(spec):
    game = find_game(spec)
    assert Threats(game).winning_move(game.start()) is None
    assert not Threats(game).knows_attacks


@each(("spec", "wide"), [("gomoku", True), ("mnk:5,5,4", False), ("gomoku:9,9", True)])
def test_attacks_are_searched_on_boards_wider_than_a_word(spec, wide):
    assert Threats(find_game(spec)).knows_attacks == wide


@each(
    ("seconds", "takes", "slices"),
    [(inf, 30, 1), (60, 30, 2), (60, 25, 3), (60, 0, prover.SLICES), (0, 0, 1)],
)
@pytest.mark.usefixtures("never_compiled")
def test_it_looks_for_one_slice_or_until_the_time_is_up(seconds, takes, slices, hands):
    game, nodes = find_game("gomoku:9,9"), []

    def undecided(game, position, most, *_):
        nodes.append(most)
        hands.move(takes)
        return UNDECIDED

    threats = Threats(game)
    threats._drivers[by_threats] = Driver(undecided, threats.game)
    assert threats.winning_move(game.start(), hands.seconds + seconds) is None
    assert nodes == [prover.THREAT_NODES] * slices


def test_the_answer_to_a_threat_comes_first():
    game = find_game("mnk:5,5,4")
    position, _ = game.parse("oo1o1/5/1xx2/5/x4 x")  # O threatens to complete the top row
    assert Threats(game).winning_move(position) is None
    position, _ = game.parse("oo3/5/1xx2/5/x3o x")
    assert Threats(game).winning_move(position) is not None
