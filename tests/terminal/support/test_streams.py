"""Standard streams that are closed or full: one line says so, and never a traceback."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.each import each

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the shell closes the streams")

CLOSED = "noughts: cannot write the answer: standard output is closed\n"
FULL = "noughts: cannot write the answer: No space left on device\n"
COMMANDS = (
    "analyse --position 'xxo/ox1/o2 x'",
    "play",
    "games",
    "--version",
)
LARGE = (
    "explain --position 'xxo/ox1/o2 x' --json",
    "draw",
    "opponents",
    "watch --position 'xxo/ox1/o2 x'",
    "plan mnk:3,3,3",
    "play --help",
    "play --plain --side none --seed 1",
    "prove mnk:3,3,2",
    "review --moves b2,a1",
)


def noughts(command, streams):
    """Runs a command with some streams closed by the shell; what is left of them is read."""
    whole = f"exec {sys.executable} -m noughts {command} {streams}"
    return subprocess.run(
        ["sh", "-c", whole], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@each("command", COMMANDS, large=LARGE)
def test_without_standard_output_one_line_says_so(command):
    done = noughts(command, ">&-")
    assert (done.returncode, done.stderr.splitlines(True)[-1]) == (1, CLOSED)
    assert "Traceback" not in done.stderr


@each("command", COMMANDS, large=LARGE)
def test_without_the_other_streams_it_answers_as_ever(command):
    usual = noughts(command, "")
    for streams in ("<&-", "2>&-", "<&- 2>&-"):
        done = noughts(command, streams)
        told = [re.sub(r"[0-9.]+ s\b", "", each.stdout) for each in (done, usual)]
        assert (done.returncode, told[0]) == (usual.returncode, told[1])
        assert "Traceback" not in done.stderr
    assert usual.returncode == 0


@each("command", ["analyse --position 'xxo/ox1/o2 x'", "play", "nosuch"])
def test_without_any_stream_the_exit_code_is_all_there_is(command):
    done = noughts(command, "<&- >&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (2 if command == "nosuch" else 1, "", "")


def test_a_batch_needs_standard_input():
    done = noughts("analyse --batch", "<&-")
    assert done.returncode == 1
    assert done.stderr == (
        "noughts: Standard input is closed; --batch reads its positions there.\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@each("command", ["analyse --position 'xxo/ox1/o2 x'"], large=["watch --moves 'b2 a1 c3'"])
def test_a_full_disk_is_told_of_short_and_long_answers(command):
    done = noughts(command, ">/dev/full")
    assert (done.returncode, done.stderr) == (1, FULL)
    done = noughts(command, ">/dev/full 2>/dev/full")
    assert (done.returncode, done.stderr) == (1, "")


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    file = tmp_path / "none" / "board.svg"
    done = noughts(f"draw -o {file}", "")
    told = f"noughts: cannot write the answer to {file}: No such file or directory\n"
    assert (done.returncode, done.stderr) == (1, told)


def test_an_error_of_another_file_says_what_it_is(tmp_path):
    part = tmp_path / "three.book.part"
    part.mkdir()
    (part / "something").touch()  # so that it is not empty, and is read
    done = noughts(f"book mnk:3,3,3 --plies 1 -o {tmp_path}/three.book", "")
    assert (done.returncode, done.stderr) == (1, f"noughts: {part}: Is a directory\n")
