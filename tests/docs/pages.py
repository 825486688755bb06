"""What pages of the documentation show: blocks of commands, and what they say when they are run."""

import re
import shlex
import subprocess
import sys


def blocks(page, kind):
    """The blocks of a page that are of that kind."""
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def said(command, folder):
    """What a command says, run in that folder."""
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout
