"""Making puzzles: the same seed makes the same, and none are alike."""

import pytest

from benchmarks.puzzles import verified
from noughts.errors import PuzzleError
from noughts.games.nim import Nim
from noughts.games.registry import find_game
from noughts.puzzles.make import faults, made_puzzles
from noughts.puzzles.pack import Pack, read_pack
from tests.each import each


def test_the_same_seed_makes_the_same_puzzles():
    game = find_game("hex:3")
    first, again = (list(made_puzzles(game, 6, seed=3)) for _ in range(2))
    assert first == again
    assert len(first) == 6
    assert not list(faults(Pack(game, tuple(first))))


def test_a_game_that_repeats_positions_has_puzzles_too():
    game = find_game("morris")
    made = tuple(made_puzzles(game, 3))
    assert len(made) == 3
    assert not list(faults(Pack(game, made)))


@each("spec", ["domineering:4,4", "dots:2,2"])
def test_every_position_is_one_that_the_game_reads(spec):
    # What is known of these games takes positions together that no game comes to.
    game = find_game(spec)
    pack = Pack(game, tuple(made_puzzles(game, 3)))
    assert read_pack(pack.text()) == pack
    assert verified(game, pack.puzzles)["right"] == 3


def test_a_game_without_puzzles_is_refused():
    with pytest.raises(PuzzleError, match="No puzzle of nim:1,1"):
        list(made_puzzles(Nim(1, 1), 1))
