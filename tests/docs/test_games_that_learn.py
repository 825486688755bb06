"""The example that learns: its rules are those of Breakthrough."""

from pathlib import Path

import pytest

from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.laws.examiner import check
from noughts.value import LOSS

FILE = Path(__file__).parents[2] / "examples" / "breakthrough.py"


@pytest.fixture(scope="module")
def game():
    return find_game(f"{FILE}:Breakthrough:5")


def plays(game, position, plies):
    if plies == 0:
        return 1
    moves = legal_moves(game, position)
    return sum(plays(game, game.play(position, move), plies - 1) for move in moves)


def test_the_front_pawns_begin(game):
    """Five go ahead, four to the left, four to the right; ahead, the first white pawn stops one."""
    assert [plays(game, game.start(), plies) for plies in (1, 2)] == [13, 13 * 12]


def test_a_pawn_takes_aslant_and_wins_across(game):
    position = game.start()
    for name in ("c2-ahead", "b4-right"):
        position = game.play(position, game.read(name))
    assert (position.whites.bit_count(), position.blacks.bit_count()) == (9, 10)
    assert game.read("b1-ahead") not in legal_moves(game, position)
    assert game.outcome(position._replace(whites=1, side=1)) == LOSS


def test_its_laws_hold(game):
    assert check(game, positions=50, plays=5).positions > 50
