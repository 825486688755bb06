"""`noughts prove`: who wins, in words and in JSON, and what it says when it does not know."""

import json

from click.testing import CliRunner

from noughts.native.clock import CLOCK
from noughts.solving.driver import Report
from noughts.solving.prover import OutcomeBounds
from noughts.terminal.cli import noughts
from noughts.terminal.commands.analyse import SENTENCES
from noughts.terminal.support.progress import progress_text, search_bar, watching
from noughts.value import DRAW, LOSS, WIN
from tests.each import each


def run(*arguments):
    return CliRunner().invoke(noughts, ["prove", *arguments])


@each(
    "arguments, words",
    [
        (["mnk:4,3,3"], "X, to move, wins."),
        (["tictactoe"], "A draw."),
        (["mnk:4,3,3", "--attack"], "X, to move, wins."),
        (["tictactoe", "--moves", "a1 b1"], "X, to move, wins."),
        (["mnk:4,3,3", "--moves", "b3"], "O, to move, loses."),
        (["mnk:5,5,5"], "A draw."),
        (["tictactoe", "--moves", "a1 a2 b1 b2 c1"], "O, to move, loses. (0 nodes, 0.0 s)"),
        (["mnk:6,6,4", "--seconds", "0.000001"], "Not solved."),
    ],
)
def test_the_answer_in_words(arguments, words):
    done = run(*arguments)
    assert done.exit_code == 0
    assert done.output.startswith(words)


def test_the_answer_as_json():
    found = json.loads(run("tictactoe", "--moves", "a1 b1", "--json").output)
    assert found.pop("nodes") > 0
    assert found.pop("seconds") >= 0
    assert found == {
        "schema": 1, "game": "tictactoe", "position": "3/3/xo1 x", "to_move": "x",
        "at_least": "win", "at_most": "win",
    }  # fmt: skip


def test_there_are_words_for_everything_that_can_be_proved():
    outcomes = (LOSS, DRAW, WIN)
    both = ((least, most) for least in outcomes for most in outcomes if least <= most)
    possible = {OutcomeBounds(*each) for each in both}
    assert set(SENTENCES) == possible


@each(
    "arguments, message",
    [
        (["morris"], "Positions can repeat"),
        (["nim", "--attack"], "without `attack`"),
        (["--seconds", "0"], "--seconds"),
        (["--memory", "0"], "--memory"),
        (["--moves", "a1 a1"], "a1 is already taken"),
    ],
)
def test_misuse_is_refused(arguments, message):
    done = run(*arguments)
    assert done.exit_code != 0
    assert message in done.output or message in str(done.exception)


def test_on_a_terminal_it_says_that_it_compiles(monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown: list[str] = []
    monkeypatch.setattr(
        "rich.progress.Progress.update", lambda *_, description: shown.append(description)
    )
    with watching("mnk:6,6,4"):
        CLOCK.compiling()
    CLOCK.compiling()
    assert shown == ["mnk:6,6,4: compiling…"]


def test_so_does_an_analysis(monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown: list[str] = []
    monkeypatch.setattr(
        "rich.progress.Progress.update", lambda *_, description: shown.append(description)
    )
    with search_bar():
        CLOCK.compiling()
    assert shown == ["compiling…"]


def test_elsewhere_nothing_is_said(capsys):
    with watching("mnk:6,6,4"), search_bar():
        CLOCK.compiling()
    assert capsys.readouterr().err == ""


def test_on_a_terminal_it_says_how_far_it_is(monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with watching("mnk:6,6,4") as watch:
        watch(Report(goal=WIN, nodes=12_000, proof=7, disproof=31))
    report = Report(nodes=5, goal=DRAW, proof=1, disproof=2)
    assert progress_text(report) == "at least a draw? 5 nodes, 1 to prove, 2 to disprove"
