"""Whole games at a terminal, word for word as in tests/golden/play-*.txt.

Each file begins with its command; what stands after a question in it is what is typed.
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

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "golden").glob("play-*.txt"))
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
    transcript = path.read_text(encoding="utf-8")
    written = replay(transcript)
    if os.environ.get("NOUGHTS_GOLDEN") == "write":
        path.write_text(written, encoding="utf-8")
    assert written == path.read_text(encoding="utf-8")


def test_there_are_transcripts():
    assert len(TRANSCRIPTS) >= 3
