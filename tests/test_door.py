"""The door: every name is there, and nothing heavy comes in with it."""

import subprocess
import sys

import noughts

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


def test_importing_noughts_loads_nothing_heavy():
    assert loaded_after("import noughts").isdisjoint(HEAVY)


def test_the_rules_the_searches_and_a_match_load_nothing_heavy():
    statement = """
from noughts import Match, PerfectPlayer, TicTacToe
match = Match(TicTacToe(), PerfectPlayer(), PerfectPlayer())
assert match.run() == "draw"
"""
    assert loaded_after(statement).isdisjoint(HEAVY)
