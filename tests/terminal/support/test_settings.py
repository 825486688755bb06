"""The settings file: what it changes, and what it says to what means nothing."""

import subprocess
import sys

import pytest

from noughts.terminal.support import options as settings
from tests.each import each


@pytest.fixture
def told(tmp_path, monkeypatch):
    """What a command says with these settings: its exit code, its answer and its error."""

    def run(text, *arguments, given=""):
        path = tmp_path / "config.toml"
        path.write_text(text)
        monkeypatch.setenv("NOUGHTS_CONFIG", str(path))
        command = [sys.executable, "-m", "noughts", *arguments]
        result = subprocess.run(
            command, input=given, capture_output=True, check=False, encoding="utf-8"
        )
        return result.returncode, result.stdout, result.stderr.replace(str(path), "FILE")

    return run


def test_the_game_and_the_level_are_those_of_the_file(told):
    code, answer, _ = told('game = "nim"\nlevel = "easy"', "play", "--plain")
    assert code == 0
    assert answer.startswith("Nim 3, 4, 5: you are X, the computer (easy) is O.")
    assert told('game = "nim"', "analyse")[1].startswith("nim, 3,4,5 x")


def test_what_the_command_line_says_counts_more(told):
    text = 'game = "nim"\nlevel = "easy"'
    _, answer, _ = told(text, "play", "tictactoe", "--level", "hard", "--plain")
    assert answer.startswith("Tic-tac-toe: you are X, the computer (hard) is O.")


def test_a_table_is_for_one_command(told):
    _, answer, _ = told('[play]\nside = "o"\nno-history = true', "play", "--plain")
    assert answer.startswith("Tic-tac-toe: you are O")
    assert told('[analyse]\nline = true\nmoves = "b2"', "analyse")[1].startswith(
        "tictactoe, 3/1x1/3 o"
    )


def test_without_a_command_it_counts_too(told):
    assert told('game = "nim"')[1].startswith("Nim 3, 4, 5: you are X")


@each(
    "text, message",
    [
        ("game = ", "FILE: Invalid value (at end of document)"),
        ("colour = 1", "FILE: unknown setting 'colour'; known: game, level, theme, keys,"),
        ("levle = 1", "FILE: unknown setting 'levle'; did you mean level?"),
        ("[play]\nsids = 'x'", "FILE: unknown option of noughts play 'sids'; did you mean side?"),
        ("play = 3", "FILE: play is a table: write [play], and its options below."),
        ("level = 'hardest'", "FILE: Invalid value for '--level': "),
        ("[play]\nside = 'z'", "FILE: Invalid value for '--side': 'z' is not one of "),
        ("[play]\nseed = [1]", "FILE: Invalid value for '--seed': "),
    ],
)
def test_what_means_nothing_is_refused_in_one_line(told, text, message):
    code, answer, error = told(text, "play", "--plain")
    assert (code > 0, answer, error.count("\n")) == (True, "", 1)
    assert error.startswith(f"noughts: {message}")


@pytest.fixture
def keys(tmp_path, monkeypatch):
    """The keys that a file names."""

    def read(text):
        path = tmp_path / "config.toml"
        path.write_text(text)
        monkeypatch.setenv("NOUGHTS_CONFIG", str(path))
        settings.file_settings.cache_clear()
        return settings.chosen_keys(iter(["hint", "undo"]))  # as the screen gives them

    yield read
    settings.file_settings.cache_clear()


def test_keys_are_named(keys):
    assert keys("[keys]\nhint = 'f1'\nundo = 'ctrl+g'") == {"hint": "f1", "undo": "ctrl+g"}


@each("key", ["'1'", "'enter'", "7", "''", "'ctrl+c'", "'hint'", "'f13'"])
def test_what_is_no_key_is_refused(keys, key):
    with pytest.raises(settings.BadSettings, match="hint cannot have the key"):
        keys(f"[keys]\nhint = {key}")


@each(
    "text, message",
    [
        ("keys = 1", "keys is a table"),
        ("[keys]\nhnt = 'x'", "unknown key 'hnt'; did you mean hint?"),
        ("[keys]\nhint = 'x'\nundo = 'x'", "one key is bound twice"),
    ],
)
def test_keys_that_mean_nothing_are_refused(keys, text, message):
    with pytest.raises(settings.BadSettings, match=message.replace("?", r"\?")):
        keys(text)


def test_a_file_that_is_named_and_missing_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_CONFIG", str(tmp_path / "none.toml"))
    settings.file_settings.cache_clear()
    with pytest.raises(settings.BadSettings, match=r"none\.toml: NOUGHTS_CONFIG names this file"):
        settings.file_settings()
    monkeypatch.delenv("NOUGHTS_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings.file_settings() == {}  # the usual file need not exist
    settings.file_settings.cache_clear()
