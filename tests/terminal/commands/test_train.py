"""`noughts train`: it writes what it learned, and says so."""

import json

from click.testing import CliRunner

from noughts.players.trained import Training
from noughts.terminal.cli import noughts


def run(*words):
    return CliRunner().invoke(noughts, list(words))


def test_it_writes_a_file_that_a_level_plays_by(tmp_path):
    path = tmp_path / "ttt.trained"
    result = run("train", "tictactoe", "-o", str(path), "--games", "30")
    assert result.exit_code == 0
    assert "30 games" in result.output
    assert Training.read(path).games == 30


def test_it_answers_in_json(tmp_path):
    path = tmp_path / "nim.trained"
    told = json.loads(run("train", "nim", "-o", str(path), "--games", "3", "--json").output)
    assert (told["game"], told["games"], told["bytes"]) == ("nim", 3, path.stat().st_size)


def test_what_is_missing_is_named(tmp_path):
    assert "-o" in run("train", "nim").output


def test_a_place_that_cannot_be_written_is_found_before_learning(tmp_path, monkeypatch):
    monkeypatch.setattr("noughts.terminal.commands.train.learn", None)
    unwritable = run("train", "nim", "-o", str(tmp_path / "no" / "where"))
    assert (unwritable.exit_code, "cannot write" in unwritable.output) == (1, True)
