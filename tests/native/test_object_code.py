"""Compiled code on disk: found again by a new process, never stale, and no trouble when damaged."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

from numba.core import event

from noughts.files import cache_folder
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import calls, object_code
from noughts.search.context import SearchContext
from noughts.search.minimax import min_value
from noughts.search.negamax import negamax
from tests.heap import heap, nodes

# A new process searches the game of a file, and tells whether it has loaded Numba or NumPy.
SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search import minimax, negamax
from noughts.search.context import SearchContext
from rules import Take
search = {"negamax": negamax.negamax, "minimax": minimax.min_value}[sys.argv[2]]
game, run = knowledge_of(Take()), SearchContext()
compiled(search, game)(game, game.start(), 0, run)
print(json.dumps([run.nodes, not sys.modules.keys().isdisjoint({"numba", "numpy"})]))
"""


@pytest.fixture
def in_a_new_process(tmp_path, cache):
    """Writes the rules, and any files beside them, and asks a new process to search them.

    It gives the nodes that were visited, and whether anything was compiled.
    """
    place = tmp_path / "rules"
    place.mkdir()

    def ask(rules: str, search: str = "negamax", **files: str) -> tuple[int, bool]:
        for name, text in {"rules": rules, **files}.items():
            (place / f"{name}.py").write_text(text)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(place), search],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return tuple(json.loads(done.stdout))

    return ask


def files(place: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_a_new_process_finds_what_another_has_compiled(in_a_new_process, cache):
    assert in_a_new_process(heap()) == (nodes(9, 3), True)
    kept = files(cache)
    assert kept
    assert in_a_new_process(heap()) == (nodes(9, 3), False)
    assert files(cache) == kept


def test_after_a_change_of_the_rules_nothing_stale_is_found(in_a_new_process):
    """A property, and through it a constant and a helper in another file."""
    rules = heap(
        most="self.most",
        head="import helpers\nMOST = {}",
        body="@property\n    def most(self): return MOST - helpers.less()",
    )
    helpers = "def less(): return {}"
    # The rules by numbers; how many may be taken then; whether there is something to compile.
    for most, less, taken, new in (
        (4, 1, 3, True),
        (3, 1, 2, True),
        (4, 2, 2, True),
        (4, 1, 3, False),
    ):
        found = in_a_new_process(rules.format(most), helpers=helpers.format(less))
        assert found == (nodes(9, taken), new)


def test_lists_are_found_again_with_the_memory_that_they_need(in_a_new_process):
    """Numba's own functions for lists would need Numba, and NumPy."""
    rules = heap(
        most="len(self.ones(3))",
        body="def ones(self, n):\n        found = []\n        for i in range(n):\n"
        "            found.append(i)\n        return found",
    )
    assert in_a_new_process(rules) == (nodes(9, 3), True)
    assert in_a_new_process(rules) == (nodes(9, 3), False)


def test_a_table_of_two_megabytes_is_part_of_the_code(in_a_new_process):
    """Numba would write down where it is in this process, and it may be freed even there."""
    rules = heap(
        most="self.table[LAST]",
        head="LAST = 250_000",
        body="@property\n    def table(self): return (0,) * LAST + (3,)",
    )
    assert in_a_new_process(rules) == (nodes(9, 3), True)
    assert in_a_new_process(rules) == (nodes(9, 3), False)


def test_functions_that_call_each_other_are_found_again(in_a_new_process):
    """From Numba's own cache they would crash (its issue 6061)."""
    assert in_a_new_process(heap(), "minimax") == (nodes(9, 3), True)
    assert in_a_new_process(heap(), "minimax") == (nodes(9, 3), False)


# The same process, which forgets that it has compiled.


def search_anew(search=negamax) -> tuple[int, bool]:
    """Searches tic-tac-toe as a new process would; the nodes, and whether it compiled."""
    game, run = knowledge_of(TicTacToe()), SearchContext(limit=4)
    calls._search_form.cache_clear()
    calls._forms.cache_clear()
    with event.install_recorder("numba:compile") as compiling:
        calls.search_form(search, game)(game, game.start(), 0, run)
    return run.nodes, bool(compiling.buffer)


NODES = 1 + 9 + 9 * 8 + 9 * 8 * 7 + 9 * 8 * 7 * 6


def damaged(how: str, path: Path) -> None:
    content = path.read_bytes()
    if how == "cut off":
        path.write_bytes(content[: len(content) // 2])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "nonsense":
        path.write_bytes(b"\x00" * 200)
    elif how == "of another name":
        path.write_bytes(to_be_found("another.code"))
    elif how == "of other kinds":
        path.write_bytes(to_be_found(path.name))
    else:
        path.unlink()


def to_be_found(name: str) -> bytes:
    """A file with the right digest, whose line tells of a class that nobody has loaded."""
    told = b'["entry", {"Record": [{"class": ["antigravity", "geohash"]}]}, 1, []]\n' + b"code"
    return hashlib.sha256(name.encode() + b"\n" + told).digest() + told


DAMAGES = ["cut off", "empty", "nonsense", "of another name", "of other kinds", "gone"]


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_file_is_replaced(cache, how):
    assert search_anew() == (NODES, True)
    (path,) = cache.rglob("*.code")
    damaged(how, path)
    assert search_anew() == (NODES, True)
    assert search_anew() == (NODES, False)


def test_a_flipped_bit_is_noticed(cache):
    """Damaged machine code would crash."""
    assert search_anew() == (NODES, True)
    (path,) = cache.rglob("*.code")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert search_anew() == (NODES, True)


def test_a_cache_that_cannot_be_written_is_done_without(cache, caplog):
    cache.write_text("a file where the folder should be")
    for _ in range(2):
        assert search_anew() == (NODES, True)
    assert cache.is_file()
    (said,) = caplog.messages
    assert f"{cache}: it is not a folder" in said


def test_a_cache_that_cannot_be_written_any_more_is_read_all_the_same(cache, monkeypatch):
    assert search_anew() == (NODES, True)

    def refuse(*arguments: object) -> None:
        raise PermissionError("only others may write here")

    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert search_anew() == (NODES, False)
    assert search_anew(min_value) == (NODES, True)


def test_the_files_unused_for_longest_are_removed(cache, monkeypatch):
    monkeypatch.setattr(object_code, "MOST_FILES", 20)
    base = cache / "native"
    base.mkdir(parents=True)
    for number in range(25):
        (base / f"{number}.code").touch()
        os.utime(base / f"{number}.code", (number, number))
    assert search_anew() == (NODES, True)
    left = {path.stem for path in base.iterdir()}
    assert len(left) == 20
    assert left.isdisjoint({"0", "1", "2", "3", "4", "5"})
    assert search_anew() == (NODES, False)


def test_the_folder_is_the_users_unless_another_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("NOUGHTS_CACHE")
    if sys.platform not in ("win32", "darwin"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert cache_folder() == tmp_path / "xdg" / "noughts"
        monkeypatch.delenv("XDG_CACHE_HOME")
        assert cache_folder() == Path.home() / ".cache" / "noughts"
