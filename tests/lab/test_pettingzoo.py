"""Our environments against PettingZoo's own test and PettingZoo's own games."""

import re
import warnings
from typing import Any

import pytest

from tests.each import each

pytest.importorskip("pettingzoo")

import numpy as np

from noughts.errors import BrokenLaw, UnsuitedGame
from noughts.games.registry import find_game
from noughts.lab.pettingzoo import GameEnv, env
from noughts.players import observation
from noughts.solving.solver import Solver
from noughts.value import OPEN, Value
from tests.take import Take

# The place in the middle is no cell.
RING = "lines:3,3,-b2,a3b3c3,a1b1c1,a3a2a1,c3c2c1"

neighbours = pytest.importorskip("benchmarks.neighbours")

# What PettingZoo's test says of its own classic games, too: the first board is empty, and
# observations are dictionaries.
USUAL = (
    "Observation numpy array is all zeros",
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.fixture(scope="module")
def theirs():
    """PettingZoo's own games, which import pygame, and its test, which imports the games."""
    pytest.importorskip("pygame")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of how they are imported, and of what pygame imports
        from pettingzoo.classic import connect_four_v3, tictactoe_v3
        from pettingzoo.test.api_test import api_test
    return {"tictactoe": tictactoe_v3, "connectfour": connect_four_v3, "test": api_test}


@each("spec", ["tictactoe", "connectfour", "hex:3", "morris", "nim:3,4,5", RING])
def test_pettingzoos_own_test_passes(theirs, spec, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        theirs["test"](env(spec, values=True), num_cycles=200)
    said = [str(warning.message) for warning in caught]
    assert [text for text in said if not text.startswith(USUAL)] == []
    assert "Passed API test" in capsys.readouterr().out


@each("spec", ["tictactoe", "connectfour"])
def test_in_random_games_ours_equals_pettingzoos_own(theirs, spec):
    assert str(env(spec)) == str(theirs[spec].env())
    assert neighbours.differences(env(spec), theirs[spec].env(), games=50, seed=1) == []


@each("spec", ["tictactoe", "connectfour"])
def test_in_three_hundred_random_games_ours_equals_pettingzoos_own(theirs, spec):
    assert neighbours.differences(env(spec), theirs[spec].env(), games=300, seed=2) == []


def test_the_info_tells_the_value_of_every_move():
    game = find_game("tictactoe")
    environment = GameEnv(game, values=True)
    environment.reset()
    assert environment.infos["player_1"]["value"] == 0
    environment.step(game.read("a3"))
    info = environment.last()[4]
    # After a corner only the centre draws (Gardner 1959).
    assert list(np.flatnonzero(info["values"] == 0)) == [game.read("b2")]
    assert info["values"][game.read("a3")] == -np.inf
    assert info["plies"][game.read("a3")] == -1
    assert environment.infos["player_1"] == {}


def test_nothing_is_solved_before_somebody_looks():
    class Never(Solver[Any]):
        def __init__(self):
            pass

        def values(self, position):
            raise AssertionError("asked")

    environment = GameEnv("tictactoe", solver=Never())
    environment.step(4)
    assert dict(environment.last()[4]) == {}
    with pytest.raises(KeyError):
        environment.last()[4]["regret"]
    with pytest.raises(AssertionError, match="asked"):
        environment.last()[4]["values"]


def test_plies_tell_how_soon_it_ends():
    game = find_game("mnk:4,3,3")
    info = GameEnv(game, values=True).infos["player_0"]
    # The first player wins 4,3,3 in 7, by six of the twelve cells (Uiterwijk and van den Herik).
    assert info["value"] == Value(1, 7).outcome
    assert info["plies"][info["values"] == 1].min() == 7


def test_a_game_of_ones_own_needs_nothing_more():
    environment = env(Take())
    environment.reset()
    assert len(environment.last()[0]["action_mask"]) >= 3
    assert environment.last()[0]["action_mask"].any()


def test_a_game_may_say_what_a_learner_sees():
    class Seen(Take):
        actions = 7

        def planes(self, position):
            return [[position[0], -1]]

    environment = GameEnv(Seen())
    seen, *_ = environment.last()
    assert seen["observation"].tolist() == [[Take().start()[0], -1]]
    assert len(environment.last()[0]["action_mask"]) == 7


@each(
    "planes, said",
    [
        ([7000], "has 7000: give whole numbers from -128 to 127"),
        ([-129], "has -129"),
        ([0.5], "has 0.5"),
        (["x"], "has 'x'"),
        (
            [[1, 2], [3]],
            r"has [3] where the start has 2 in a list: give one shape always, here (2,",
        ),
        ([[1, 2], 3], "has 3 where"),
        ("x", "is a str: return nested lists"),
        (np.zeros(3), "is a ndarray: return nested lists"),
    ],
)
def test_planes_of_the_wrong_kind_are_refused(planes, said):
    class Wrong(Take):
        actions = 4

        def planes(self, position):
            return planes

    with pytest.raises(BrokenLaw, match=re.escape(f"planes() of Wrong {said}")):
        GameEnv(Wrong())


def test_planes_keep_their_shape_and_bounds():
    class Growing(Take):
        actions = 4

        def planes(self, position):
            return [127, -128, 0][: 3 if position == self.start() else 2]

    environment = GameEnv(Growing())
    assert environment.last()[0]["observation"].tolist() == [127, -128, 0]
    environment.step(1)
    with pytest.raises(BrokenLaw, match="where the start has 3"):
        environment.last()


@each("wrong", ["x", -1, 2.0, None])
def test_actions_of_the_wrong_kind_are_refused(wrong):
    class Wrong(Take):
        actions = wrong

    with pytest.raises(BrokenLaw, match=r"`actions` of Wrong is .* give a whole number above 0"):
        GameEnv(Wrong())


def test_a_hole_is_a_place_without_a_mark_and_no_action():
    environment = GameEnv(RING)
    environment.step(4)  # c2: the fifth cell, as b2 is none
    seen = environment.last()[0]
    mine, theirs = np.moveaxis(seen["observation"], 2, 0)
    assert theirs.tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert not mine.any()
    assert seen["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1]


def test_a_large_game_that_says_nothing_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(observation, "MOST_POSITIONS", 100)

    class Long(Take):
        def moves(self, position):
            return range(position[0], position[0] + 2)

        def play(self, position, move):
            return type(position)(3 * position[0] + move % 2 + 1)

        def outcome(self, position):
            return 9 if position[0] < 0 else Take().outcome(type(position)(1))

    with pytest.raises(UnsuitedGame, match="Long has more than 100 positions"):
        GameEnv(Long())


def test_the_board_is_rendered_as_text():
    environment = GameEnv("tictactoe", render_mode="ansi")
    environment.step(4)
    assert str(environment.render()).splitlines()[2] == "2 . X ."
    assert GameEnv("tictactoe").render() is None


def test_a_game_that_repeats_is_cut_short():
    environment: Any = GameEnv("morris")
    assert environment.most_plies == 200
    plies = 0
    for _ in environment.agent_iter():
        _, reward, terminated, truncated, _ = environment.last()
        assert (reward, terminated) == (0, False)
        environment.step(None if truncated else a_quiet_move(environment))
        plies += not truncated
    assert (plies, environment.agents) == (200, [])


def a_quiet_move(environment):
    """The first move that does not end the game."""
    game, position = environment.game, environment._position
    return next(move for move in game.moves(position) if not over(game, position, move))


def over(game, position, move):
    return game.outcome(game.play(position, move)) != OPEN
