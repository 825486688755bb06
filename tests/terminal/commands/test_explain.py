"""`noughts explain` and `noughts review`: what they answer, and what they say to wrong input."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.analysis.explain.facts import FactKind
from noughts.terminal.commands.analyse import explain
from noughts.terminal.commands.review import review
from tests.each import each

DOCS = Path(__file__).parents[3] / "docs" / "json-explain.md"
LOST = "b2 b1 a1 c3 a3 c1 a2"


def run(command, *arguments, given=""):
    result = CliRunner().invoke(command, arguments, input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def lines(command, *arguments, given=""):
    result = run(command, *arguments, given=given)
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_explain_tells_the_verdict_and_a_line_for_every_move():
    assert lines(explain, "--position", "xxo/ox1/o2 x") == [
        "X wins at once with b1 or c1, later with c2.",
        "b1: completes the middle column (b3 b2 b1) and wins.",
        "c1: completes the diagonal (a3 b2 c1) and wins.",
        "c2: misses the win at b1 or c1; it still wins, but only in 3.",
    ]


def test_explain_at_length():
    text = " ".join(lines(explain, "--moves", "b2 b1 a1 c3", "--long"))
    assert "X's move a3 makes a fork with threats at a2 and c1, and wins in 3." in text
    assert "O can take only one of these cells, and X takes another." in " ".join(text.split())


def test_no_line_is_wider_than_a_terminal():
    for arguments in ([], ["--long"], ["mnk:4,3,3", "--long"]):
        assert max(map(len, lines(explain, *arguments))) < 80


def test_explain_of_a_game_that_is_over():
    assert lines(explain, "--moves", LOST) == ["The game is over: X has won."]


def test_a_budget_that_does_not_suffice_leaves_the_rules():
    first, *rest = lines(explain, "mnk:7,7,5", "--nodes", "10")
    assert "X has at least a draw; whether X wins is unknown" in first
    assert rest[0] == "a7: takes a corner and is on three lines still open to X."


def test_json_says_what_the_lines_say():
    answer = json.loads(run(explain, "--position", "xxo/ox1/o2 x", "--json").stdout)
    assert answer["moves"][0]["short"] == "b1: completes the middle column (b3 b2 b1) and wins."
    fact = answer["moves"][0]["facts"][0]
    assert fact == {
        "kind": "completes_line", "player": "x", "cells": ["b1"], "lines": [["b3", "b2", "b1"]],
    }  # fmt: skip


def test_review_as_text_and_as_json():
    assert lines(review, "--moves", LOST)[1] == "  2. O b1   loss in 6  throws the draw away"
    answer = json.loads(run(review, "--moves", LOST, "--json").stdout)
    assert [move["ply"] for move in answer["moves"] if move["better"]] == [2]
    assert answer["accuracy"][1]["mistakes"] == 1


def test_review_from_a_position():
    answer = run(review, "--position", "3/1x1/3 o", "--moves", "b1", "--json").stdout
    assert json.loads(answer)["moves"][0]["player"] == "o"


def test_learning_line_by_line():
    given = "nonsense\nb2\nb1\nb3\nhint\n\nA1\n"
    result = run(review, "--moves", LOST, "--learn", given=given)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Type a move, or hint, skip or quit.",
        "",
        "  a b c",
        "3 . . .",
        "2 . X .",
        "1 . . .",
        "",
        "Move 2: O played b1, which turns a draw into a loss. Find a better move.",
        "'nonsense' is not a cell: use a1 to c3, or a digit from 1 to 9 in reading",
        "    order.",
        "b2 is already taken; choose from a3, b3, c3, a2, c2, a1, b1, c1.",
        "That move was played. Try another.",
        "That loses in 6: X answers a3 and forces O to answer c1. Try another.",
        "Hint: think of the corners.",
        "Type a move, or hint, skip or quit.",
        "Right. a1: takes a corner and holds the draw.",
        "One question: 1 solved, 0 at the first try.",
    ]
    assert result.stderr == "Question 1 of 1: \n" * 7


@each("given", ["", "quit\n", "q\n"])
def test_a_lesson_ends_politely(given):
    result = run(review, "--moves", LOST, "--learn", given=given)
    assert result.exit_code == 0
    assert result.stdout.endswith("One question: 0 solved, 0 at the first try.\n")


def test_skipping_shows_the_solution_and_the_next_question():
    out = run(review, "--moves", "b2 b1 c3 a1 b3", "--learn", given="skip\nskip\n").stdout
    assert "The solution is a3, c3, a1 or c1." in out
    assert out.count("Find a better move.") == 2


def test_learning_of_one_side_and_of_nothing():
    assert lines(review, "--moves", LOST, "--learn", "--side", "x") == [
        "No mistakes: nothing to retry."
    ]


@each(
    "arguments, message",
    [
        ([], b"Which game?"),
        (["--moves", "b2", "--learn", "--json"], b"leave out --json"),
        (["--moves", "b2 b2"], b"Move 2: b2 is already taken"),
        (["--moves", "zz"], b"Move 1: 'zz' is not a cell"),
        (["--moves", f"{LOST} b3"], b"Move 8: The game is over"),
        (["nogame", "--moves", "b2"], b"Unknown game 'nogame'"),
    ],
)
def test_wrong_input_gets_an_exit_code_and_one_reason(arguments, message):
    command = [sys.executable, "-m", "noughts", "review", *arguments]
    result = subprocess.run(command, capture_output=True, check=False)
    assert result.returncode == 2
    assert result.stdout == b""
    assert message in result.stderr
    assert b"Traceback" not in result.stderr


# The documentation.


def examples():
    """The commands in docs/json-explain.md, and the objects that are said to answer them."""
    blocks = re.findall(r"```sh\n(.*?)```\s+```json\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    return [(command, json.loads(shown)) for command, shown in blocks]


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not here")
@pytest.mark.skipif(not shutil.which("bash"), reason="the examples are for a POSIX shell")
@each("command, expected", examples)
def test_the_examples_of_the_documentation(command, expected):
    command = command.replace("noughts", f"'{sys.executable}' -m noughts", 1)
    result = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert json.loads(result.stdout) == expected


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not here")
def test_every_kind_of_fact_is_documented():
    rows = [line.split("|")[1] for line in DOCS.read_text("utf-8").splitlines() if "|" in line]
    assert {*FactKind} <= {word for row in rows for word in re.findall(r"`(\w+)`", row)}
