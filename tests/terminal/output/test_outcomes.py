"""`noughts solve --outcomes`: the same table, without distances."""

import json

from click.testing import CliRunner

from noughts.terminal.cli import noughts
from tests.each import each


def run(*words):
    return CliRunner().invoke(noughts, words)


@each("spec", ["tictactoe", "connectfour:4,3,3"])
def test_the_table_is_that_of_the_values(spec):
    outcomes, values = run("solve", spec, "--outcomes"), run("solve", spec)
    table, said = outcomes.stdout.splitlines()[:-1], outcomes.stdout.splitlines()[-1]
    assert table == values.stdout.splitlines()[:-1]
    assert values.stdout.splitlines()[-1].startswith(said.rstrip("."))


def test_it_says_what_it_takes(tmp_path):
    assert run("solve", "--outcomes").stderr.startswith("tictactoe: 6,046 outcomes, needs 4.0 kB; ")
    result = run("solve", "--outcomes", "--output", str(tmp_path / "it"))
    assert result.stderr.startswith("tictactoe: 6,046 outcomes, needs 4.0 kB on disk; ")
    assert result.stderr.endswith(" free.\n")


def test_the_answer_in_json(tmp_path):
    folder = str(tmp_path / "it")
    words = ("solve", "connectfour:4,4", "--outcomes", "--output", folder, "--json")
    answer = json.loads(run(*words).stdout)
    assert answer["way"] == "outcomes"
    assert answer["folder"] == folder
    assert answer["value"] == {"outcome": "draw", "plies": None, "certainty": "proved"}
    assert answer["total"]["reachable"] == 161_029
    again = json.loads(run(*words, "--resume").stdout)
    assert {**again, "seconds": 0} == {**answer, "seconds": 0}


@each(
    "words, said",
    [
        (("solve", "--outcomes", "--resume"), "name it with -o DIR"),
        (("solve", "--outcomes", "--compress"), "name it with -o DIR"),
        (("solve", "--outcomes", "--backend", "cuda"), "needs --backend threads or ray"),
    ],
)
def test_what_does_not_go_together_is_said(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


def test_outcomes_that_are_kept_answer_questions(tmp_path):
    folder = str(tmp_path / "it")
    run("solve", "connectfour:4,4", "--outcomes", "--compress", "--output", folder)
    said = run("analyse", "connectfour:4,4", "--tablebase", folder, "--moves", "1 2").stdout
    assert "draw" in said
    checked = run("verify", folder, "--sample", "20")
    assert checked.stdout == "32 files, 20 positions: no faults.\n"
    refused = run("verify", folder, "--all")
    assert "a sample of them can be checked" in str(refused.exception)
