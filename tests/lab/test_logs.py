"""Records of agents: every form is read, and every throw is counted as on paper."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from noughts import State, TicTacToe
from noughts.errors import RecordError
from noughts.lab.logs import agent_games, judge_games
from noughts.terminal.commands.judge import judge
from noughts.value import OPEN
from tests.each import each


@cache
def brute(position):
    """The outcome for the player to move, by plain minimax."""
    game = TicTacToe()
    outcome = game.outcome(position)
    if outcome != OPEN:
        return outcome
    return max(-brute(game.play(position, move)) for move in game.moves(position))


TEXTARENA = {
    "env_id": "TicTacToe-v0",
    "players": {"0": "one", "1": "two"},
    # Player 0 begins; the centre is taken twice; the third answer names no cell.
    "logs": [[-1, "Board"], [0, "I take [4]."], [1, "[1]"], [0, "[4]"], [0, "well"], [0, "[0]"]],
}
KAGGLE = {
    "name": "connectx",
    "configuration": {"columns": 7, "rows": 6, "inarow": 4},
    "info": {"TeamNames": ["one", "two"]},
    "steps": [
        [{"status": "ACTIVE", "action": None}, {"status": "INACTIVE", "action": None}],
        [{"status": "INACTIVE", "action": 3}, {"status": "ACTIVE", "action": 0}],
        [{"status": "DONE", "action": 0}, {"status": "INVALID", "action": 9}],
    ],
}


def told(text, called="games.jsonl"):
    """The players, the names of the moves and the turns of illegal ones, of the only game."""
    [game] = agent_games(text, called)
    names = [game.start.game.name(move) for _, move, _ in game.moves]
    return game.players, names, game.illegal


@each(
    "text, expected",
    [
        (json.dumps(TEXTARENA), (("one", "two"), ["b2", "b3", "a3"], (0, 0))),
        (json.dumps(KAGGLE), (("one", "two"), ["4"], (1,))),
        (
            '{"game": "tictactoe", "players": {"o": "b"}, "moves": ["I play b2", 0, "b2", "c3"]}',
            (("games X", "b"), ["b2", "a3", "c3"], (0,)),
        ),
        ("1. b2 b1 2. a1", (("games X", "games O"), ["b2", "b1", "a1"], ())),
        ("(;GM[4]SZ[3]RU[mnk:3,3,3];B[bb];W[aa])", (("games X", "games O"), ["b2", "a3"], ())),
    ],
)
def test_every_form_is_read(text, expected):
    assert told(text) == expected


@each(
    "text, words",
    [
        ('{"game": "x.py:Mine", "moves": []}', "Unknown game"),
        ('{"game": "tictactoe"}', "lacks 'moves'"),
        ('{"moves": ["b2"]}', "lacks 'game'"),
        ('{"game": "tictactoe", "moves": []}\n{', "line 2"),
        ('{"name": "chess", "steps": []}', "chess"),
    ],
)
def test_what_is_no_record_is_refused(text, words):
    with pytest.raises(RecordError, match=words):
        agent_games(text, "f")


def random_lines(number):
    chance, lines = Random(5), []
    for _ in range(number):
        state = State()
        while not state.over:
            state.play(chance.choice(state.legal_moves))
        lines.append(json.dumps({"game": "tictactoe", "players": ["x", "o"], "moves": state.moves}))
    return "\n".join(lines)


def test_every_throw_is_one_by_brute_force():
    games = agent_games(random_lines(12))
    found = judge_games(games)
    lost = {"x": 0, "o": 0}
    for played in games:
        game = played.start.game
        for position, move, turn in played.moves:
            lost["xo"[turn]] += brute(position) + brute(game.play(position, move))
    reports: Any = found
    for name, report in reports.items():
        assert sum(given for _, given in report.games) == lost[name]
        throws = {kind: len(plies) for kind, plies in report.throws.items()}
        assert sum((before - after) * n for (before, after), n in throws.items()) == lost[name]
        low, high = report.regret_interval or (1, 0)
        assert low <= report.regret <= high


def test_the_command_reads_files_and_writes_a_page(tmp_path):
    (tmp_path / "games.jsonl").write_text(random_lines(2), "utf-8")
    page = tmp_path / "page.html"
    words = [str(tmp_path / "games.jsonl"), "--json", "-o", str(page)]
    done = CliRunner().invoke(judge, words, catch_exceptions=False)
    players = json.loads(done.stdout)["players"]
    assert [one["player"] for one in players] == ["o", "x"]
    assert all(one["moves"] and one["games"] == 2 for one in players)
    assert page.read_text("utf-8").count("<tr>") == 3


def test_a_player_is_judged_on_the_positions_that_it_meets_itself():
    words = ["perfect", "nim:2,3", "--positions", "20", "--against", "random", "--json"]
    done = CliRunner().invoke(judge, words, catch_exceptions=False)
    answer = json.loads(done.stdout)
    assert (answer["positions"], answer["regret"]) == (20, 0)
