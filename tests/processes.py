"""Processes of their own, as a user starts them: commands, and Python without a library."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from noughts.terminal.cli import main


def noughts(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as a user does."""
    command = [sys.executable, "-m", "noughts", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def noughts_here(*words: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a command in this process, its errors told as in one of its own, but sooner."""
    as_typed = patch("sys.argv", ["noughts", *words])
    # This process is older than its command.
    begun_now = patch("noughts.terminal.cli.note_start")
    with CliRunner().isolation(given) as (out, err, _), as_typed, begun_now:
        with pytest.raises(SystemExit) as ended:
            main()
        sys.stderr.flush()
        status = ended.value.code
        code = status if isinstance(status, int) else 1 if status else 0
        return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def noughts_here_as_text(*words: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    """The same, with text for bytes."""
    done = noughts_here(*words, given=given.encode())
    out, err = done.stdout.decode(), done.stderr.decode()
    return subprocess.CompletedProcess(words, done.returncode, out, err)


def assert_one_line_and_no_file(
    done: "subprocess.CompletedProcess[str]", said: str, folder: Path
) -> None:
    """What wrong input gets: one line with the reason, no output, nothing written."""
    assert done.returncode != 0
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert not list(folder.iterdir())


def import_without(library: str, module: str) -> str:
    """What the PictureError says that a module raises where a library is not installed."""
    code = (
        f"import sys; sys.modules['{library}'] = None\n"
        "from noughts.errors import PictureError\n"
        f"try:\n    import {module}\n"
        "except PictureError as error:\n    print(error)"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
