"""A game at many sizes: nim-values of the literature, one table for all, and the period."""

import pytest

from noughts.errors import BrokenLaw, UnsuitedGame
from noughts.games.registry import find_game
from noughts.solving.sweep import nim_value, period, reads, sweep
from noughts.value import WIN
from tests.each import each

# Kayles, from 0: Winning Ways, chapter 4.
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]

TAKE = """
from typing import NamedTuple
from noughts import LOSS, OPEN, Game
class Heap(NamedTuple):
    left: int
class Take(Game[Heap]):
    size: int = 10
    def start(self): return Heap(self.size)
    def moves(self, position):
        for number in (1, 2, 3):
            if number <= position.left: yield number
    def play(self, position, move): return Heap(position.left - move)
    def outcome(self, position): return OPEN if position.left else LOSS
"""


@pytest.fixture
def take(tmp_path):
    (tmp_path / "take.py").write_text(TAKE)
    return f"{tmp_path / 'take.py'}:Take"


def test_take_away_repeats_with_period_four(take):
    rows = list(sweep(take, {"size": range(1, 41)}, nim=True))
    assert [row.nim for row in rows] == [size % 4 for size in range(1, 41)]
    assert [row.value is not None and row.value.outcome == WIN for row in rows] == [
        size % 4 != 0 for size in range(1, 41)
    ]
    assert period([row.nim for row in rows]) == (0, 4)


def test_sizes_share_a_table_if_only_the_start_reads_them(take):
    assert not reads(type(find_game(take)), "size")
    assert reads(type(find_game("mnk")), "k")
    assert list(sweep("mnk", {"m": []})) == []


def test_a_size_that_cannot_be_played_has_no_value(take):
    with pytest.raises(BrokenLaw, match=r"an_open_game_has_moves.*size=-2"):
        list(sweep(take, {"size": range(-2, 3)}))


def test_nim_values_of_kayles():
    rows = sweep("examples/mygame.py:Kayles", {"pins": range(1, 12)}, nim=True)
    assert [row.nim for row in rows] == KAYLES[1:]


@each("spec", ["tictactoe", "kalah:3,3", "nim:1,2,misere"])
def test_games_without_nim_values_are_refused(spec):
    game = find_game(spec)
    with pytest.raises(UnsuitedGame, match="has no nim-values"):
        nim_value(game, game.start())


@each("values, found",
    [([0] * 4, (0, 1)), ([5, 0, 1, 0, 1, 0, 1], (1, 2)), ([0, 1, 2, 3], None), ([], None),
     ([0, 1, 2, 3, 3], None)])  # fmt: skip
def test_a_period_needs_two_rounds_and_half_of_the_values(values, found):
    assert period(values) == found
