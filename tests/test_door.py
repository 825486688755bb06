"""The door: every name is there, and nothing heavy comes in with it."""

import pydoc
import re
import subprocess
import sys
from inspect import getdoc, isclass, isroutine

import pytest

import noughts
from tests.each import each

HEAVY = ("numba", "numpy", "textual", "rich", "click", "ray", "starlette", "sqlalchemy")


def loaded_after(statement: str) -> set[str]:
    """The top-level modules that a new Python has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_every_name_is_behind_the_door():
    for name in noughts.__all__:
        assert getattr(noughts, name) is not None
    assert set(noughts.__all__) <= set(dir(noughts))


def test_help_lists_every_name():
    listed = set(re.findall(r"\w+", noughts.__doc__ or ""))
    assert {*noughts.__all__, "BoardWidget"} <= listed


def test_what_is_behind_the_door_and_its_public_parts_have_docstrings():
    things = [getattr(noughts, name) for name in noughts.__all__]
    described = [thing for thing in things if isroutine(thing) or isclass(thing)]
    parts = [
        part
        for cls in filter(isclass, described)
        for name, part in vars(cls).items()
        if not name.startswith("_") and (isroutine(part) or isinstance(part, property))
    ]
    assert len(described) > 50
    assert len(parts) > 100
    assert [thing for thing in [*described, *parts] if not getdoc(thing)] == []


@each(
    ("name", "hint"),
    [
        ("Solvr", "did you mean Solver?"),
        ("Connect4", "did you mean ConnectFour?"),
        ("IllegalMove", "from noughts.errors import IllegalMove"),
        ("zzz", r"help\(noughts\) lists"),
    ],
)
def test_a_misspelt_name_says_where_to_look(name, hint):
    with pytest.raises(AttributeError, match=hint):
        getattr(noughts, name)


def test_help_can_be_asked_for():
    page = pydoc.plain(pydoc.render_doc(noughts))
    assert "Complete solutions" in page


def test_importing_noughts_loads_nothing_heavy():
    assert loaded_after("import noughts").isdisjoint(HEAVY)


STATE = """
import os, signal, sys, warnings
from importlib import import_module
from pkgutil import walk_packages

def state():
    return (
        list(sys.meta_path), list(sys.path_hooks), list(sys.path), dict(os.environ),
        list(warnings.filters), sys.getrecursionlimit(), signal.getsignal(signal.SIGINT),
        sys.excepthook, sys.displayhook, sys.stdout, sys.stderr,
    )

before = state()
import noughts
rooms = "analysis classroom answers games laws players search solving tablebase pictures".split()
paths = [f"{noughts.__path__[0]}/{room}" for room in rooms]
for path, room in zip(paths, rooms):
    for found in walk_packages([path], f"noughts.{room}."):
        if found.name not in ("noughts.pictures.widget", "noughts.pictures.charts.plots"):
            import_module(found.name)
assert state() == before
"""


def test_to_import_the_rooms_changes_no_state_of_the_process():
    run = subprocess.run([sys.executable, "-c", STATE], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_who_draws_is_asked_for_when_something_is_shown():
    statement = """
import sys
from noughts import TicTacToe
board = TicTacToe().board(TicTacToe().start(), 0)
assert "noughts.pictures.notebook" not in sys.modules
assert board._repr_svg_().startswith("<svg")
"""
    loaded_after(statement)


def test_the_rules_the_searches_and_a_match_load_nothing_heavy():
    statement = """
from noughts import Match, PerfectPlayer, TicTacToe
match = Match(TicTacToe(), PerfectPlayer(), PerfectPlayer())
assert match.run() == "draw"
"""
    assert loaded_after(statement).isdisjoint(HEAVY)
