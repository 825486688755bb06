"""Whole games at a terminal, word for word as in tests/golden/play-*.txt.

Each file begins with its command; what stands after a question in it is what is typed. In
tests/golden/says-*.txt are messages, a file for each kind: commands, and what they print.
To write the files anew after a change that is meant: NOUGHTS_GOLDEN=write make test, and
then read what has changed: every statement in them must be true.
"""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.each import each
from tests.processes import noughts_here_as_text

GOLDEN = Path(__file__).parents[1] / "golden"
MESSAGES = sorted(GOLDEN.glob("says-*.txt"))
TRANSCRIPTS = sorted(GOLDEN.glob("play-*.txt"))
QUICK = [path for path in TRANSCRIPTS if path.stem == "play-numpad"]
QUESTION = r"(?:Your move, [XO]|[XO]'s move|Again\? [a-z, ]+): "


def replay(transcript):
    """What is to be seen at a terminal when the command of a transcript gets its input."""
    import pexpect

    command, _, seen = transcript.partition("\n")
    _, _, *options = shlex.split(command.removeprefix("$ "))
    child = pexpect.spawn(
        sys.executable,
        ["-m", "noughts", "play", *options],
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "NO_COLOR": "1"},
    )
    written = ""
    for line in re.findall(f"^{QUESTION}(.*)$", seen, re.MULTILINE):
        child.expect(QUESTION)
        written += child.before + child.after
        child.sendline(line)
    written += child.read()
    child.close()
    assert child.exitstatus == 0
    return f"{command}\n{written}".replace("\r\n", "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@each("path", QUICK, large=[path for path in TRANSCRIPTS if path not in QUICK])
def test_a_game_reads_as_it_did(path):
    compare(path, replay(path.read_text(encoding="utf-8")))


@each("path", MESSAGES)
def test_messages_read_as_they_did(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where no file is
    monkeypatch.setattr("click.core._detect_program_name", lambda: "noughts")
    told = []
    for command in re.findall(r"^\$ noughts (.*)$", path.read_text("utf-8"), re.MULTILINE):
        done = noughts_here_as_text(*shlex.split(command))
        assert (done.returncode == 0) == (done.stderr == "")
        said = (done.stdout + done.stderr).replace(str(tmp_path), "FOLDER")
        told.append(f"$ noughts {command}\n{said}")
    compare(path, "\n".join(told))


def compare(path, written):
    """Hold what was written against the file, which is written anew on request."""
    if os.environ.get("NOUGHTS_GOLDEN") == "write":
        path.write_text(written, encoding="utf-8")
    assert written == path.read_text(encoding="utf-8")


def test_there_are_transcripts():
    assert len(TRANSCRIPTS) >= 3
