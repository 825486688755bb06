"""`noughts plan`: what solving on a cluster would take."""

import json

import pytest
from click.testing import CliRunner

from noughts.terminal.cli import noughts

TICTACTOE = """\
tictactoe on 2 machines with 1 processor each, 20 million values per second and processor, 1.25 GB \
per second and machine
"""


def run(*words):
    return CliRunner().invoke(noughts, ("plan", *words))


def test_the_figures_of_a_small_game():
    """1,372 values of 6,046: sums of C(9, n) C(n, n/2), of symmetric sets of cells one."""
    lines = run("tictactoe", "--machines", "2", "--processors", "1").stdout.splitlines()
    assert lines[0] + "\n" == TICTACTOE
    assert lines[1].split()[:3] == ["ply", "positions", "folded"]
    assert lines[7].split()[:3] == ["5", "1,260", "230"]
    assert lines[12].split()[:3] == ["all", "6,046", "1,372"]
    assert lines[13].startswith("Solving takes 0 s; sending, at most 0 s; writing, by one machine")
    assert len(lines) == 15


def test_what_this_version_cannot_do_is_said():
    last = run("connectfour:7,5").stdout.splitlines()[-1]
    assert last.startswith("This version cannot solve it: it handles boards of up to 32 marks")


def test_the_answer_in_json():
    answer = json.loads(run("mnk:6,5,4", "--json", "--rate", "40", "--machines", "8").stdout)
    assert answer["schema"] == 1
    assert answer["game"] == "mnk:6,5,4"
    assert answer["cluster"] == {"nodes": 8, "processors": 16, "rate": 40e6, "network": 1.25e9}
    assert len(answer["layers"]) == 31
    assert sum(layer["positions"] for layer in answer["layers"]) == answer["total"]["positions"]
    hours = answer["total"]["positions"] / 8 / 16 / 40e6 / 3600
    assert answer["hours"]["solving"] == round(hours, 4)
    assert answer["possible"] is True


def test_what_cannot_be_planned_is_said_in_one_line():
    for words in (("morris",), ("--rate", "0"), ("--machines", "none")):
        result = run(*words)
        assert result.exit_code != 0


def test_outcomes_on_one_machine():
    """A set has C(marks, half of them) outcomes; a processor finds 500 million a second."""
    said = run("connectfour:6,6", "--outcomes", "--processors", "2").stdout
    assert said.startswith("connectfour:6,6,4: 600,524,301,377 outcomes, on one machine with 2 ")
    assert said.endswith("It needs 66.1 GB of disk space, and takes 10 min.\n")
    answer = json.loads(run("connectfour:6,6", "--outcomes", "--rate", "1000", "--json").stdout)
    assert answer["outcomes"] == 600_524_301_377
    assert answer["hours"] == pytest.approx(600.5 / 16 / 3600, rel=0.01)


def test_outcomes_of_other_games_are_refused():
    result = run("nim", "--outcomes")
    assert "works only for m,n,k games" in str(result.exception)
