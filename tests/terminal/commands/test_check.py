"""`noughts check`: the report, or the law that is broken with the play; games in files too."""

import json

import pytest
from click.testing import CliRunner

from noughts.terminal.cli import noughts
from tests.each import each

BROKEN = """
from noughts import OPEN, TicTacToe

class Endless(TicTacToe):
    def outcome(self, position):
        return OPEN
"""


def run(*words):
    return CliRunner().invoke(noughts, ["check", *words])


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "endless.py"
    path.write_text(BROKEN, "utf-8")
    return str(path)


def test_a_game_of_the_house():
    result = run("nim:2,1")
    assert result.exit_code == 0
    assert result.output.startswith("nim:2,1: ")
    assert "laws hold in all 6 positions." in result.output


def test_the_report_in_json():
    result = run("mnk:3,3,3,misere", "--positions", "50", "--plays", "3", "--seed", "1", "--json")
    answer = json.loads(result.output)
    assert answer["schema"] == 1
    assert answer["game"] == "mnk:3,3,3,misere"
    assert answer["kept"] is True
    assert "compiled_is_interpreted" in answer["laws"]
    assert answer["plays"] == 3
    assert answer["compiled"] == (not answer["note"])


def test_a_broken_law_is_named_with_the_play_and_fails(broken):
    result = run(broken)
    assert result.exit_code == 1
    assert result.output.startswith("Endless breaks the law ")
    assert len(result.output.splitlines()) == 1


def test_a_broken_law_in_json(broken):
    result = run(f"{broken}:Endless", "--json")
    assert result.exit_code == 1
    answer = json.loads(result.output)
    assert answer["kept"] is False
    assert answer["game"] == f"{broken}:Endless"
    assert answer["law"] in answer["message"]
    assert isinstance(answer["play"], list)


@each("spec", ["nowhere.py:Game", "nosuchgame", "mnk:21,20,9"])
def test_no_game_is_misuse(spec):
    result = run(spec)
    assert result.exit_code == 2
    assert "Invalid value" in result.output
