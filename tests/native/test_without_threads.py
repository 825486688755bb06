"""noughts where no thread can be started and nothing is compiled, as in a browser's Python."""

import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from noughts import DRAW, TicTacToe, analyse, audit
from noughts.search.depth import begin
from tests.docs.tools import tool

ROOT = Path(__file__).parents[2]


@pytest.fixture
def no_threads(monkeypatch):
    def start(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    monkeypatch.setenv("NOUGHTS_INTERPRETED", "1")


def test_a_thread_that_cannot_be_started_does_its_work_at_once(no_threads):
    done = []
    assert not begin(threading.Thread(target=done.append, args=(1,)))
    assert done == [1]


def test_the_empty_board_is_analysed_without_threads(no_threads):
    game = TicTacToe()
    values: Any = [move.value for move in analyse(game, game.start(), 0).moves]
    assert [value.outcome for value in values] == [DRAW] * 9


def test_an_audit_needs_no_threads(no_threads):
    first: Any = lambda board, mark: board.index(" ")  # noqa: E731  # for the types
    found = audit(TicTacToe(), first)
    assert found.losses


SCRIPT = """
import { loadPyodide } from "%s/pyodide.mjs";
const python = await loadPyodide();
python.FS.mkdirTree("/src");
python.mountNodeFS("/src", "%s");
python.runPython(`
import sys; sys.path.insert(0, "/src"); sys.dont_write_bytecode = True
from noughts import TicTacToe, analyse, audit, best_moves
game = TicTacToe()
print({str(move.value) for move in analyse(game, game.start(), 0).moves})
print(len(best_moves(game, game.start())))
print(audit(game, lambda board, mark: board.index(" ")))
`);
"""


def test_noughts_runs_in_a_browsers_python(tmp_path):
    node, pyodide = shutil.which("node"), tool("get_pyodide")
    pyodide.main()
    if node is None or not pyodide.is_there():
        pytest.skip("needs Node and Pyodide")
    script = tmp_path / "script.mjs"
    script.write_text(SCRIPT % (pyodide.FOLDER.as_posix(), (ROOT / "src").as_posix()), "utf-8")
    done = subprocess.run([node, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    values, number, *report = done.stdout.splitlines()
    assert (values, number) == ("{'draw'}", "9")
    assert "can be beaten" in report[0]
