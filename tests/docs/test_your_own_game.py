"""docs/your-own-game.md, followed from the top: every block written, typed or run as it says."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "your-own-game.md"
EXAMPLE = ROOT / "examples" / "mygame.py"

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SAME = doctest.OutputChecker()


def blocks():
    return re.findall(r"```(python|console)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def grown(file, block):
    """The file with a block of the page added: imports to the imports, methods at the end."""
    if not file:
        return block
    if block.startswith("from "):
        head, first, rest = file.partition("\n\n\nclass Row")
        return f"{head}\n{block.rstrip()}{first}{rest}"
    return f"{file}\n{block}"


def is_typed(block):
    return block.startswith(">>>")


def test_the_file_that_comes_of_the_page_is_the_example():
    file = ""
    for kind, block in blocks():
        if kind == "python" and not is_typed(block):
            file = grown(file, block)
    assert file == EXAMPLE.read_text("utf-8")


def test_the_first_block_is_about_twenty_lines():
    lines = blocks()[0][1].splitlines()
    assert len([line for line in lines if line and '"""' not in line]) <= 23


@pytest.mark.skipif(not shutil.which("bash"), reason="the commands are for a POSIX shell")
def test_the_page_from_top_to_bottom(tmp_path, monkeypatch):
    pytest.importorskip("numba")  # whether it is there, is told
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    file, names, ran = "", {}, 0
    for kind, block in blocks():
        if kind == "console":
            ran += run_commands(block, tmp_path)
        elif is_typed(block):
            type_in(block, names)
        else:
            file = grown(file, block)
            Path("mygame.py").write_text(file, "utf-8")
    assert ran == 9


def type_in(block, names):
    test = doctest.DocTestParser().get_doctest(block, names, PAGE.name, str(PAGE), 0)
    told = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=told.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(told)


def run_commands(block, folder):
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    shim = folder / "bin" / "noughts"
    shim.parent.mkdir(exist_ok=True)
    shim.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m noughts \"$@\"\n", "utf-8")
    shim.chmod(0o755)
    path = f"{shim.parent}{os.pathsep}{os.environ['PATH']}"
    for command, expected in commands:
        done = subprocess.run(
            ["bash", "-c", command],
            env=os.environ | {"PATH": path, "NO_COLOR": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert SAME.check_output(expected, done.stdout, OPTIONS), f"{command}\n{done.stdout}"
    return len(commands)
