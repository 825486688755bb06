"""`noughts arena`: its table, its JSON, its words when something is wrong."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from noughts.errors import FunctionFailed
from noughts.terminal.commands.arena import arena
from tests.each import each


def run(*words):
    return CliRunner().invoke(arena, words, catch_exceptions=False)


def test_the_cross_table_ranks_the_players():
    result = run("random", "perfect", "weights")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "tictactoe: every result is exact."
    table = [line.split() for line in lines[3:7]]
    assert table[0] == ["perfect", "weights", "random", "all"]
    assert [row[0] for row in table[1:]] == ["perfect", "weights", "random"]
    cells = {
        (row[0], column): cell
        for row in table[1:]
        for column, cell in zip(table[0], row[1:], strict=True)
    }
    assert cells["perfect", "perfect"] == "–"
    for one, other in (("perfect", "weights"), ("weights", "random")):
        assert float(cells[one, other]) + float(cells[other, one]) == pytest.approx(100, abs=0.11)


def test_sampled_results_come_with_their_margin():
    result = run("mcts:2", "random", "--games", "7")
    assert "sampled in 7 games per seat, with 95 % intervals" in result.stdout
    assert "–" in result.stdout.splitlines()[-1]
    assert result.stdout.splitlines()[-1].endswith(" 7")
    assert result.stderr == ""  # no progress where there is no terminal


def test_json_has_fractions_and_intervals():
    result = run("perfect", "random", "mcts:2", "--games", "3", "--seed", "5", "--json")
    answer = json.loads(result.stdout)
    assert (answer["schema"], answer["game"], answer["seed"]) == (1, "tictactoe", 5)
    assert len(answer["meetings"]) == 6
    assert {player["name"] for player in answer["players"]} == {"perfect", "random", "mcts:2"}
    exact = [meeting for meeting in answer["meetings"] if meeting["exact"]]
    assert {(meeting["first"], meeting["second"]) for meeting in exact} == {
        ("perfect", "random"), ("random", "perfect"),
    }  # fmt: skip
    for meeting in answer["meetings"]:
        ends = [meeting["first_wins"], meeting["draw"], meeting["second_wins"]]
        assert sum(end["share"] for end in ends) == pytest.approx(1)
        assert all((end["interval"] is None) == meeting["exact"] for end in ends)
        assert meeting["games"] == (0 if meeting["exact"] else 3)
    # Against a random O a perfect X wins 75257 of 77760 (tests/players compute it anew).
    assert exact[0]["first_wins"]["fraction"] == "75257/77760"


def test_forfeits_are_told_with_their_reason():
    result = run("program:/nowhere/bot", "random", "--games", "1")
    assert (
        "program:/nowhere/bot forfeited 1 game: program:/nowhere/bot cannot be started"
        in result.stdout
    )


def test_one_player_twice_is_told_apart():
    assert "random (1)" in run("random", "random").stdout


def test_one_player_is_not_enough_and_a_function_must_be_callable(tmp_path):
    result = run("perfect")
    assert result.exit_code == 2
    assert "Name at least two players" in result.stderr
    (tmp_path / "bot.py").write_text("def choose():\n    return 0\n")
    with pytest.raises(FunctionFailed, match="cannot be called"):
        run(f"{tmp_path / 'bot.py'}:choose", "random")


@each(
    "words, message",
    [
        (["perfect", "nobody"], "Unknown level 'nobody'"),
        (["perfect", "random", "--game", "ludo"], "Unknown game 'ludo'"),
        (["perfect", "random", "--games", "0"], "--games"),
        (["perfect", "random", "--seconds", "0"], "--seconds"),
    ],
    large=[
        (["rules", "random", "--game", "mnk:4,4,3"], "not for mnk:4,4,3"),
        (["draws:60", "random", "--game", "mnk:4,4,4"], "too large"),
    ],
)
def test_what_is_misused_ends_with_one_line_and_code_2(words, message):
    command = [sys.executable, "-m", "noughts", "arena", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_help_lists_the_players():
    text = run("--help").stdout
    assert "trickster[:OPPONENT]" in text
    assert "draws exactly N % against perfect" in text
