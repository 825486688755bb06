"""What pages of the documentation show: blocks of commands, and what they say when they are run."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def blocks(page, kind):
    """The blocks of a page that are of that kind."""
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def said(command, folder):
    """What a command says, run in that folder."""
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def check_block(block, folder):
    """Run the command of a console block beside the examples; it must say what the block shows."""
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    command, _, shown = block.partition("\n")
    out = said(command.removeprefix("$ "), folder)
    assert doctest.OutputChecker().check_output(shown, out, doctest.ELLIPSIS), out
