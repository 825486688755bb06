"""README, the course, the first steps, the terminal's page: every command works as it stands.

Each is read: its options, the games and files that it names. The large test also runs it, in the
order of its page, with nothing to read, in a folder that holds what a checkout does and what the
reader has written by then.
"""

import re
import shlex
import shutil
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from noughts.terminal.cli import noughts
from tests.docs.pages import ROOT
from tests.each import each

pytestmark = pytest.mark.skipif(
    not (ROOT / "Makefile").exists(), reason="the documentation is not here"
)

PAGES = [
    "README.md", "docs/terminal.md",
    *(str(page.relative_to(ROOT)) for kind in ("start", "course")
      for page in sorted((ROOT / "docs" / kind).glob("*.md"))),
]  # fmt: skip
BEGINS = r"(?:\$ )?((?:noughts|make|python|pip)\b.*)"
# These are not run to their end: a server has none, the others take minutes.
BRIEFLY = {
    "--site": ["--help"], "serve": ["--help"],
    "prove": ["--seconds", "1"], "known": ["--seconds", "1"],
}  # fmt: skip
# A game of an agent, as it is written down.
RECORD = '{"game": "tictactoe", "players": ["agent", "random"], "moves": ["b2", "b1", "a1"]}'
# The answer, or a no: the player can be beaten, the result is not reproduced in this time.
ANSWERED = (0, 1, 3)


def commands(text):
    """The commands of a page, in order: in blocks of a console, indented, or within a sentence."""
    shown = r"^```(?:console|sh)\n(.*?)^```|^```.*?^```|^    (.*?)$|`([^`\n]+)`"
    for block, line, word in re.findall(shown, text, re.DOTALL | re.MULTILINE):
        for typed in (block or line or word).splitlines():
            found = re.match(BEGINS, typed)
            # In a sentence, a word of capitals stands for something else.
            if found and not (word and re.search(r"\b[A-Z]{3,}\b|…", typed)):
                yield shlex.split(found[1], comments=True)


@pytest.fixture
def _checkout(tmp_path, monkeypatch):
    """A folder with the examples, the reader's files, and a home of its own."""
    course = ROOT / "examples" / "course"
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(course, tmp_path / "submissions")
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    shutil.copy(course / "one.py", tmp_path / "bot.py")
    (tmp_path / "games.jsonl").write_text(f"{RECORD}\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/bash")


def misread(words):
    """What is wrong with a command before it is run; empty if nothing is."""
    program, *arguments = words
    if program == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        return "" if {*arguments} <= {*targets} else "no such target"
    if program != "noughts" or arguments[:1] == ["--help"]:
        return ""
    group = click.Context(noughts, info_name="noughts")
    try:
        name, command, rest = noughts.resolve_command(group, arguments or ["play"])
        assert command is not None
        command.make_context(name, rest, parent=group)
    except click.exceptions.Exit:  # --help
        return ""
    except click.ClickException as error:
        return error.format_message()
    return ""


def failed(words):
    """What is wrong with a command when it is run; empty if it works."""
    program, *arguments = words
    if program == "python":
        return subprocess.run([sys.executable, *arguments], capture_output=True, text=True).stderr
    if program != "noughts":
        return ""
    brief = BRIEFLY.get("--site" if "--site" in arguments else "".join(arguments[:1]), [])
    done = CliRunner().invoke(noughts, [*arguments, *brief], input="")
    return "" if done.exit_code in ANSWERED and not raised(done) else f"{done.output}{raised(done)}"


def raised(done):
    """The error that a command ended with, other than an exit."""
    return "" if isinstance(done.exception, SystemExit | type(None)) else repr(done.exception)


def wrong(page, problem):
    """The commands of a page that have a problem, with the problem."""
    found = {
        shlex.join(words): problem(words) for words in commands((ROOT / page).read_text("utf-8"))
    }
    return {command: why for command, why in found.items() if why}


@each("page", PAGES)
@pytest.mark.usefixtures("_checkout")
def test_every_command_of_a_page_can_be_read(page):
    assert not wrong(page, misread)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("_checkout")
def test_every_command_of_a_page_works(page):
    assert not wrong(page, failed)
