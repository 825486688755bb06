"""`noughts completion`: what the shell gets, and what it completes."""

import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from noughts.terminal.cli import COMMANDS, noughts
from tests.each import each


def completed(words):
    """What the program tells a bash that completes the last of these words."""
    environment = {
        **os.environ,
        "_NOUGHTS_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    code = "import sys; sys.argv = ['noughts']; from noughts.terminal.cli import main; main()"
    call = [sys.executable, "-c", code]
    told = subprocess.run(call, env=environment, capture_output=True, check=True, encoding="utf-8")
    return [line.partition(",")[2] for line in told.stdout.splitlines()]


def test_commands_games_levels_and_options_are_completed():
    assert completed("noughts ") == list(COMMANDS)
    assert completed("noughts pl") == ["play", "plan"]
    assert completed("noughts play con") == ["connectfour"]
    assert completed("noughts play --level tri") == ["trickster"]
    assert completed("noughts analyse --thr") == ["--threads"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_is_written_where_the_shell_looks(shell, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    text = CliRunner().invoke(noughts, ["completion", shell]).output
    assert "_NOUGHTS_COMPLETE" in text
    told = CliRunner().invoke(noughts, ["completion", shell, "--install"]).output
    (path,) = (file for file in tmp_path.rglob("*") if file.is_file())
    assert path.read_text() == text
    assert str(path) in told
    if program := shutil.which(shell):
        subprocess.run([program, "-n", str(path)], check=True)


@each("shell", ["", "/bin/csh"])
def test_without_a_known_shell_it_asks_for_one(shell, monkeypatch):
    monkeypatch.setenv("SHELL", shell)
    result = CliRunner().invoke(noughts, ["completion"])
    assert (result.exit_code, "Name a shell: bash, zsh, fish." in result.output) == (2, True)
