"""Messages for standard error: wrapped for people, one line for programs."""

import sys

import pytest

from noughts.terminal.support.streams import complaint, table


@pytest.fixture
def _narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "42")


@pytest.mark.usefixtures("_narrow")
def test_a_terminal_gets_short_lines_and_whole_words(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    path = "/a/path/that/is/longer/than/the/terminal/is/wide.toml"
    lines = complaint(f"{path} {'word ' * 20}").splitlines()
    assert path in lines
    assert max(len(line) for line in lines if line != path) <= 40


@pytest.mark.usefixtures("_narrow")
def test_a_program_gets_one_line():
    assert "\n" not in complaint("word " * 40)


@pytest.mark.usefixtures("_narrow")
def test_one_column_of_a_table_wraps_and_the_others_stay_whole():
    lines = table([["a", "1", "word " * 12], ["bb", "22", "end"]], left=(0, 2), wraps=2).split("\n")
    assert max(map(len, lines)) <= 40
    assert lines[0].split()[:3] == ["a", "1", "word"]
    assert lines[1].startswith(" " * 8 + "word")
    assert lines[-1].split() == ["bb", "22", "end"]
