"""Ctrl-C at any time, also while modules are loaded: exit code 130, no traceback."""

import os
import subprocess
import sys

import pytest

from tests.each import each

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

# Presses Ctrl-C when a module is looked for, or at the end.
SCRIPT = """
import atexit, os, signal, sys

def press():
    os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == WHEN:
            press()

WHEN = sys.argv.pop(1)
sys.meta_path.insert(0, Finder())
if WHEN == "atexit":
    atexit.register(press)
from noughts.__main__ import main
main()
"""
MOMENTS = ["noughts.terminal.cli", "click", "noughts.terminal.support.options", "atexit",
           "noughts.terminal.commands.analyse", "noughts.analysis.analyse"]  # fmt: skip


@each("when", MOMENTS)
def test_an_interrupt_ends_it_without_a_traceback(when):
    command = [sys.executable, "-c", SCRIPT, when, "analyse", "nim:2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "")
