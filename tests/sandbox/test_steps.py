"""Steps are the nodes of the syntax tree that Python evaluates, and nothing escapes the count."""

import pytest

from noughts.sandbox.steps import COUNTER, Counter, counted
from tests.each import each

# A program, and its steps, counted by hand.
COUNTS = [
    ("x = 1", 1),
    ("x = 100", 3),
    ("x = 'abc'", 3),
    ('"""A docstring."""', 0),
    ("x = y = len('ab')", 4),  # the call, its name, two characters
    ("x = 1 + 2", 3),
    ("x = False and len('ab')", 2),  # the operator, and False
    ("x = 1 if True else len('ab')", 3),
    ("x = 2 < 1 < len('ab')", 3),
    ("x = 1 < 2 < 3", 4),
    ("x = [c for c in 'abc']", 7),  # the list, three characters, c three times
    ("x = [c for c in 'abc' if c == 'a']", 14),  # c, the comparison, a text, thrice; and c once
    ("x = {c: 1 for c in 'ab'}", 7),
    ("x = lambda: 1 + 2", 1),
    ("x = (lambda: 1 + 2)()", 5),
    ("def f(a: int = 1) -> int: return a", 1),
    ("x = [0]; x[0] = 5", 5),
    ("x = [0]; x[0] += 5", 5),
    ("x = [1, 2]; x[0:1] = x", 7),
    ("x = [1, 2][0:1]", 6),
    ("x = (*'ab', 1)", 4),
    ("for x in 'ab': x", 4),
    ("x = f'{1}{2:>3}'", 8),
    ("match 1:\n    case 1 | 2: x = 5", 2),
    ("try: 1 / 0\nexcept ZeroDivisionError: x = 1", 5),
]


def steps_of(program):
    counter = Counter()
    exec(counted(program, "?"), {COUNTER: counter})
    return counter.steps


@each("program, steps", COUNTS)
def test_the_steps_of_a_program(program, steps):
    assert steps_of(program) == steps


@each("program", ["x = 1 < 2", "def f(): yield from (1, 2)\nx = [*f()]", "x = (y := 3) + y"])
def test_a_counted_program_does_what_it_says(program):
    here, there = {COUNTER: Counter()}, {}
    exec(counted(program, "?"), here)
    exec(program, there)
    assert here["x"] == there["x"]


@each(
    "program",
    [
        "import re",
        "from . import other",
        "from math import sqrt as __step__",
        "def __step__(steps): pass",
        "eval('1')",
        "x = choose.__globals__",
        "x = (c for c in '').gi_frame",
        "__builtins__",
    ],
)
def test_nothing_runs_uncounted(program):
    with pytest.raises(SyntaxError, match="may not use"):
        counted(program, "?")
