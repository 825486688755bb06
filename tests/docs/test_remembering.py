"""The page keeps the results of functions that depend on their arguments alone."""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from tests.classroom.tutorials import RIGHT

CLASSROOM = Path(__file__).parents[2] / "docs" / "_static" / "classroom"
BOARDS = ["XO  X   O", "X O  XOX ", "   OXXO  "]
# Functions that keep state or ask chance; that change a global; and that need care.
OTHERS = """
N = 0
def f(n):
    global N
    N += 1
    return f(n - 1) if n else N
---
def f(n, seen=[]):
    seen.append(n)
    return f(n - 1) if n else len(seen)
---
from random import random
def f(n): return f(n - 1) if n else random()
---
from functools import lru_cache
@lru_cache
def f(n): return f(n - 1) if n else object()
---
class Kept: n = 0
def f(n):
    Kept.n += 1
    return f(n - 1) if n else Kept.n
---
f = lambda n: f(n - 1) if n else 0
---
def f(n): return g(n - 1) if n else 0
def g(n):
    g.calls = n
    return f(n)
---
STORE = {}
def f(n): return f(n - 1) if n else dict.__setitem__(STORE, n, 1)
"""
CHANGED = """
SEEN = []
def f(n):
    SEEN.append(n)
    return f(n - 1) if n else len(SEEN)
---
BOARD = [[0, 0], [0, 0]]
def f(n):
    rows = [row for row in BOARD]
    try:
        rows[0][0] += 1
    except:
        pass
    return f(n - 1) if n else BOARD[0][0]
---
KEPT = {1: {2}}
def f(n):
    KEPT[1].add(n)
    return f(n - 1) if n else len(KEPT[1])
"""
ALIKE = """
def f(n): return f(n - 1) if n else [0]
def use():
    first = f(1)
    first.append(1)
    return f(1)
---
def f(n, a, b):
    a[0] += 1
    return f(n - 1, a, b) if n else b[0]
def use():
    both = [1]
    return f(2, [1], [1]), f(2, both, both), f(2, [1], [1])
---
def f(n, rows):
    rows[0][0] += 1
    total = rows[1][0] if n == 0 else f(n - 1, rows)
    rows[0][0] -= 1
    return total
def use():
    row = [5]
    return f(2, [[5], [5]]), f(2, [row, row]), f(2, [[5], [5]])
---
def f(n, a): return f(n - 1, a) if n else a
def use():
    a = [1]
    return f(1, [1]), f(1, a) is a
---
def f(n, a): return f(n - 1, a) if n else (a is True, repr(a), 1 / a)
def use(): return f(1, 1), f(1, True), f(1, 1.0), f(1, -1)
---
def f(n, a): return f(n - 1, a) if n else a.pop()
def use():
    a, b = [1, 2, 3], [1, 2, 3]
    return f(1, a), f(1, b), a, b
---
def f(n, *, a=2): return f(n - 1, a=a) if n else a
def use(): return f(3), f(3, a=5), f(3, a=2)
---
LINES = [[1, 2], [3]]
def f(n): return f(n - 1) if n else sum(LINES[0][:] + LINES[1])
def use(): return f(3), f(3)
"""


@pytest.fixture(scope="module")
def remembering():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(CLASSROOM))
        yield import_module("remembering")
    sys.modules.pop("remembering")


def started(remembering, code, name="f"):
    """The names of a program, and the results of its function; whether any are kept."""
    names = {"__name__": "student"}
    exec(code, names)
    before = {**names}
    results = remembering.Results(code, names, names[name])
    changed = any(names[one] is not before[one] for one in names if callable(names[one]))
    return names, results, changed


def test_searches_answer_as_before(remembering):
    for style in "flat", "rows", "alphabeta":
        names, results, changed = started(remembering, RIGHT[style], "choose")
        assert changed
        exec(RIGHT[style], plain := {})
        for board in BOARDS:
            cells = [*board]
            if style == "rows":
                flat = [None if cell == " " else cell for cell in board]
                cells = [flat[:3], flat[3:6], flat[6:]]
            assert names["choose"](cells, "X") == plain["choose"](cells, "X")
        assert not results.wrong


def test_what_is_shared_changed_or_told_apart_stays_as_it_is(remembering):
    for code in ALIKE.split("---"):
        names, results, changed = started(remembering, code)
        assert changed
        exec(code, plain := {})
        assert names["use"]() == plain["use"]()
        assert not results.wrong


def test_functions_that_depend_on_more_than_their_arguments_are_called_each_time(remembering):
    for code in OTHERS.split("---"):
        assert not started(remembering, code)[2], code


def test_a_program_that_changes_a_global_is_found_out(remembering):
    for code in CHANGED.split("---"):
        names, results, changed = started(remembering, code)
        assert changed
        with suppress(remembering.KeepsState):
            names["f"](2)
        assert results.wrong
