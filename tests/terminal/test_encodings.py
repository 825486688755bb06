"""Output in encodings that lack some characters, as Windows uses them for pipes and files."""

import io
import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from noughts.terminal.cli import COMMANDS, main
from noughts.terminal.support import streams
from tests.each import each

# Of Central Europe, Cyrillic, Greek, Japanese, Korean; of DOS: American, Western, Cyrillic.
CODE_PAGES = ("cp1250", "cp1251", "cp1253", "cp932", "cp949", "cp437", "cp850", "cp866")
# Commands of the README, and others, that take no time.
COMMANDS_RUN = (
    "games", "known", "opponents", "rules", "compare --position xxo/oox/x2:o",
    "arena --games 2 random greedy", "puzzle mnk:4,4,3", "analyse --moves b2,a1 --why",
    "explain --moves a1,b2,c3", "review --moves a1,b2,c3,a3", "play --plain",
    "play mnk:4,4,3 --plain --level random", "draw", "tree --position xxo/oox/x2:o", "history",
    "watch --position xxo/oox/x2:o", "play mnk:4×4", "judge nosuch.py:policy", "cache",
    "completion",
)  # fmt: skip


class Target(io.BytesIO):
    """Keeps its bytes when the stream that writes to it ends."""

    def close(self):
        pass


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Runs a command in this process, its streams in an encoding; the bytes it writes."""
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))

    def running(command, encoding, typed=b""):
        arguments = [word.replace(":o", " o") for word in command.split()]
        written = [Target(), Target()]
        monkeypatch.setattr(sys, "argv", ["noughts", *arguments])
        monkeypatch.setattr(sys.modules["__main__"], "__package__", "")  # the name in the help
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding))
        for name, target in zip(("stdout", "stderr"), written, strict=True):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(target, encoding, write_through=True))
        with pytest.raises(SystemExit):
            main()
        sys.stdout.flush()
        return b"".join(target.getvalue() for target in written)

    return running


@each("encoding", CODE_PAGES)
def test_a_stream_takes_every_character(encoding, monkeypatch):
    target = Target()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(target, encoding))
    streams.prepare()
    whole = "".join(map(chr, (*range(0x3000), *range(0xD800, 0xE000), 0x1F600)))
    sys.stdout.write(whole)
    sys.stdout.flush()
    assert len(target.getvalue()) > 0x3000
    assert whole[:127].encode() in target.getvalue()


@each("encoding", CODE_PAGES)
def test_the_help_of_every_command(run, encoding):
    assert b"Usage: " in run("--help", encoding)
    for command in COMMANDS:
        assert b"Usage: noughts " + command.encode() in run(f"{command} --help", encoding)


@each("encoding", CODE_PAGES)
@each("command", ["games", "known", "puzzle mnk:4,4,3"])
def test_commands_that_write_other_characters(run, command, encoding):
    assert run(command, encoding, b"\xe8\xff\n5\nquit\n") != b""


@each("command", COMMANDS_RUN)
def test_every_other_command(run, command):
    assert run(command, "cp1251", b"\xe8\xff\n5\nquit\n") != b""


@each("encoding", ["cp437", "cp932"])
@each("command", ["games", "play --plain"])
def test_a_process_of_its_own(command, encoding):
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *command.split()],
        input=b"\xe8\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_what_an_encoding_lacks_is_written_plainly(run):
    assert b"4x4" in run("nosuch4×4", "cp1251")
    assert b"4\x9e4" in run("nosuch4×4", "cp850")  # which has it


@each("encoding", ["cp1252", "cp437"])
def test_a_picture_and_a_page_are_utf_8_in_every_encoding(run, encoding):
    ET.fromstring(run("draw --values", encoding).decode("utf-8"))
    assert "≥" in run("watch --position xxo/oox/x2:o", encoding).decode("utf-8")


def test_kept_and_exported_games_are_utf_8(run, tmp_path):
    run("play mnk:4,4,3 --plain --side both", "cp1253", b"a1\nquit\n")
    file = tmp_path / "games.txt"
    run(f"history --export {file}", "cp1253")
    assert run("history --export -", "cp1253").decode("utf-8") == file.read_text("utf-8")
