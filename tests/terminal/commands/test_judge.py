"""`noughts judge`: its answer as text and as JSON, and that Ctrl-C loses nothing."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from noughts.lab.regret import Regret, regret_so_far
from noughts.terminal import INTERRUPTED
from noughts.terminal.commands import judge as module
from noughts.terminal.commands.judge import judge
from tests.each import each


def run(*words):
    return CliRunner().invoke(judge, [str(word) for word in words], catch_exceptions=False)


def answer(*words):
    done = run(*words, "--json")
    assert done.exit_code == 0
    return json.loads(done.stdout)


def test_perfect_play_gives_nothing_away():
    assert answer("perfect", "nim:2", "--positions", 30) == {
        "schema": 1,
        "game": "nim:2",
        "player": "perfect",
        "positions": 30,
        "too_hard": 0,
        "regret": 0,
        "worse": 0,
        "best_response": [1, -1],
        "exploitability": 0,
    }


def test_random_play_in_nim_is_exploited_by_as_much_as_on_paper():
    # One heap of two: the second player can only wait for the first to leave one counter.
    told = answer("random", "nim:2", "--positions", 40)
    # First, random takes both and wins, or one and loses: 0. Second, it loses at once.
    assert told["best_response"] == [0, -1]
    assert told["exploitability"] == 0.5
    # The only choice is that of the first move, of which one of two gives away a win for a loss.
    assert 0 < told["regret"] <= 1
    assert told["regret"] == pytest.approx(2 * told["worse"] / 40)


def test_a_seed_makes_it_repeatable():
    words = ("random", "nim:3", "--positions", 9, "--seed", 5)
    assert answer(*words) == answer(*words)


def test_a_large_game_has_no_exploitability():
    told = answer("random", "mnk:4,3,3", "--positions", 3)
    assert told["positions"] == 3
    assert told["exploitability"] is None
    assert told["best_response"] is None


def test_what_is_left_out_is_told(monkeypatch):
    found = Regret(3, 4, Fraction(3, 2), Fraction(1))
    monkeypatch.setattr(module, "regret_so_far", lambda *arguments: iter([found]))
    told = answer("random", "nim:2")
    assert (told["positions"], told["too_hard"], told["regret"]) == (3, 4, 0.5)
    assert "3 positions of random games (4 more were too hard)" in run("random", "nim:2").stdout


def test_nothing_is_left_out_where_a_book_ships(monkeypatch):
    asked = []
    monkeypatch.setattr(module, "solver_for", lambda game, nodes: asked.append(nodes))
    monkeypatch.setattr(module, "regret_so_far", lambda *arguments: iter(()))
    monkeypatch.setattr(module, "exploited_by", lambda *arguments: None)
    for words in (["connectfour"], ["nim:2"], ["connectfour", "--nodes", 7]):
        run("random", *words, "--threads", 3)
    assert asked == [None] * 3 + [20_000, 7]  # where nodes are limited, one solver asks all


@each("form", [[], ["--json"]])
def test_at_ctrl_c_it_shows_what_it_has(monkeypatch, form):
    def interrupted(*arguments):
        yield from [found for found, _ in zip(regret_so_far(*arguments), range(7), strict=False)]
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "regret_so_far", interrupted)
    done = run("random", "nim:3", *form)
    assert done.exit_code == INTERRUPTED
    told = json.loads(done.stdout)["positions"] if form else done.stdout
    assert told == 7 if form else "7 positions of random games" in told
    assert "Traceback" not in done.stderr


def test_stopped_before_the_first_position_it_has_judged_nothing(monkeypatch):
    def interrupted(*arguments):
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "regret_so_far", interrupted)
    told = json.loads(run("random", "nim:3", "--json").stdout)
    assert (told["positions"], told["regret"]) == (0, None)
    done = run("random", "nim:3").stdout
    assert "nothing was judged" in done
    assert "0.0000" not in done


@each(
    "words, sentence",
    [
        (["godlike"], "Unknown level 'godlike'"),
        (["random", "chess"], "chess"),
        (["random", "--positions", 0], "--positions"),
        (["missing.py:policy"], "missing.py"),
    ],
)
def test_wrong_input_gets_one_sentence(words, sentence):
    done = CliRunner().invoke(judge, [str(word) for word in words])
    assert done.exit_code != 0
    assert sentence in done.stderr or sentence in str(done.exception)
