"""`noughts compare`: what the table and the JSON say, whatever the times are."""

import json
import re
import subprocess
import sys

import pytest

from noughts.analysis import compare as compare_module
from noughts.analysis.compare import compare
from noughts.errors import NotCompilable
from noughts.games.tictactoe import TicTacToe
from tests.each import each
from tests.processes import noughts_here_as_text

ALGORITHMS = ["minimax", "signed minimax", "negamax", "alpha-beta", "exact"]

# Stands for a machine without Numba.
WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from noughts.terminal.cli import main
main()
"""


def noughts(*arguments, start=()):
    if not start:
        return noughts_here_as_text("compare", *arguments)
    command = [sys.executable, *start, "compare", *arguments]
    return subprocess.run(command, capture_output=True, check=False, encoding="utf-8")


def answer(*arguments, **how):
    result = noughts(*arguments, "--json", **how)
    assert (result.returncode, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def whole_board():
    return answer()


def test_the_plain_searches_visit_the_whole_tree(whole_board):
    # Design, section 6: 549,946 nodes; alpha-beta with the plies in its score 20,866.
    nodes = {row["algorithm"]: row["nodes"] for row in whole_board["algorithms"]}
    assert list(nodes) == ALGORITHMS
    assert [nodes[name] for name in ALGORITHMS[:4]] == [549_946] * 3 + [20_866]
    assert nodes["exact"] < 20_866


def test_all_agree_that_the_empty_board_is_drawn(whole_board):
    for row in whole_board["algorithms"]:
        assert row["value"] == {"outcome": "draw", "plies": 9, "certainty": "proved"}
        assert row["seconds"]["interpreted"] > 0


def test_the_table_is_aligned():
    lines = noughts("--position", "xxo/ox1/o2 x").stdout.splitlines()
    assert lines[0] == "tictactoe, xxo/ox1/o2 x"
    head, rows = lines[2], lines[3:8]
    assert [re.split(r"  +", row)[0] for row in rows] == ALGORITHMS
    # 8 nodes: the position; b1 and c1, which win; c2 with 2 answers, and 1 or 2 wins below.
    for row in rows:
        assert row[: head.index("nodes") + len("nodes")].endswith(" 8")
        assert row[head.index("value") :].startswith("win in 1")
        assert row[head.index("move") :] == "b1"


def test_a_depth_leaves_the_value_open_but_for_the_exact_search():
    found = answer("mnk:4,4,3", "--depth", "2")["algorithms"]
    assert {row["value"]["certainty"] for row in found[:4]} == {"unknown"}
    # The root, 16 moves, 15 answers to each.
    assert [row["nodes"] for row in found[:3]] == [1 + 16 + 16 * 15] * 3
    assert found[4]["value"] == {"outcome": "win", "plies": 5, "certainty": "proved"}


def test_a_drawn_board_is_as_long_to_the_exact_search_whatever_the_depth():
    found = answer("--depth", "1")["algorithms"]
    assert found[4]["value"] == {"outcome": "draw", "plies": 9, "certainty": "proved"}


def test_who_uses_up_the_nodes_gives_up():
    shown = noughts("mnk:7,7,5", "--nodes", "1000")
    assert shown.returncode == 0
    assert "all: gave up after 1,000 nodes" in shown.stdout
    for row in answer("mnk:7,7,5", "--nodes", "1000")["algorithms"]:
        assert (row["nodes"], row["move"], row["value"]["outcome"]) == (None, None, None)
        assert row["note"] == "gave up after 1,000 nodes"


def rows(text):
    game = TicTacToe()
    return compare(game, game.parse(text)[0])


def test_what_is_too_long_for_python_alone_runs_compiled(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(compare_module, "INTERPRETED_BUDGET", 10_000)
    minimax, *_, exact = rows("3/3/3 x")
    assert minimax.interpreted is None
    assert minimax.compiled > 0
    assert "10,000" in minimax.note
    assert (exact.interpreted > 0, exact.note) == (True, "")


def test_a_game_that_cannot_be_compiled_runs_interpreted(monkeypatch):
    def refuse(kernel, game):
        raise NotCompilable("It has its reasons.")

    monkeypatch.setattr(compare_module, "compiled", refuse)
    for row in rows("xxo/ox1/o2 x"):
        assert (row.result.nodes, row.compiled, row.note) == (8, None, "It has its reasons.")


def test_without_numba_the_reason_is_said_once():
    shown = noughts("--position", "xxo/ox1/o2 x", start=("-c", WITHOUT_NUMBA))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.count("Numba cannot be found") == 1
    assert shown.stdout.count(" b1\n") == 5


def test_a_finished_position_is_one_clear_line():
    shown = noughts("--position", "xxx/oo1/3")
    assert shown.returncode == 0
    assert shown.stdout == "The game is over: X has won. There is nothing left to compare.\n"
    assert answer("--position", "xxx/oo1/3")["algorithms"] == []


@each(
    "arguments, message",
    [
        (["--moves", "b2 b2"], "Move 2: b2 is already taken"),
        (["--position", "xxx/3/3"], "3 X and 0 O"),
        (["chess"], "Unknown game 'chess'"),
        (["--depth", "0"], "--depth"),
        (["--nodes", "-1"], "--nodes"),
    ],
)
def test_wrong_input_gets_a_helpful_line_and_exit_2(arguments, message):
    result = noughts(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_scores_in_a_tutorials_convention_by_moves():
    # b1 and c1 complete a line with the first mark; c2 wins with the third.
    told = answer("--position", "xxo/ox1/o2 x", "--scores", "100 - depth")["scores"]
    assert told == [{"score": 99, "moves": ["b1", "c1"]}, {"score": 97, "moves": ["c2"]}]
    text = noughts("--position", "xxo/ox1/o2 x", "--scores", "1").stdout
    assert "    1  c2 b1 c1" in text.splitlines()


@each("convention", ["depth", "10 + depth", "-1", "", "0", "1e3 - depth"])
def test_what_is_no_convention_is_refused(convention):
    refused = noughts("--scores", convention)
    assert refused.returncode == 2
    assert "write '10 - depth', or 1" in refused.stderr


def test_a_convention_that_takes_a_late_win_for_a_draw_is_refused_at_once():
    refused = noughts("--scores", "9 - depth")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "no better than a draw" in refused.stderr


def test_scores_that_take_too_long_are_left_out():
    text = noughts("mnk:4,4,4", "--scores", "1", "--nodes", "100").stdout
    assert "gave up after 100 nodes" in text
    assert "score" not in text
