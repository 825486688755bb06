"""Rules compared with those of another game: the first difference as a play."""

import json
from typing import Any

from click.testing import CliRunner

from noughts.laws.likeness import likeness
from noughts.terminal.commands.check import check
from tests.each import each


@each("spec, positions", [("tictactoe", 5_478), ("nim:1,2", 8)])
def test_a_game_agrees_with_itself_in_all_positions(spec, positions):
    found = likeness(spec, spec)
    assert (found.positions, found.whole, found.difference) == (positions, True, "")


@each(
    "spec, like, play",
    [
        ("mnk:3,3,3,misere", "tictactoe", 5),  # the first line ends it otherwise
        ("mnk:3,3,3,torus", "tictactoe", 5),  # a broken diagonal wins
        ("mnk:4,3,3", "tictactoe", 0),  # more moves
        ("nim:3,4", "nim:3,4,misere", 2),  # both heaps taken
    ],
)
def test_the_first_difference_is_the_shortest_play(spec, like, play):
    found: Any = likeness(spec, like)
    assert len(found.play) == play
    assert found.difference


def test_large_games_are_compared_near_the_start_and_in_random_games():
    loss: Any = "connectfour:7,6,misere"
    found = likeness(loss, "connectfour", positions=50)
    assert found.difference
    assert not found.whole


def test_the_command_s_answer(tmp_path):
    words = ["mnk:3,3,3,misere", "--positions", "5", "--plays", "0", "--json", "--like"]
    done = CliRunner().invoke(check, [*words, "tictactoe"], catch_exceptions=False)
    told = json.loads(done.stdout)["like"]
    assert done.exit_code == 1
    assert (told["agrees"], len(told["play"])) == (False, 5)
    done = CliRunner().invoke(check, [*words, "mnk:3,3,3,misere"], catch_exceptions=False)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["like"]["agrees"]
