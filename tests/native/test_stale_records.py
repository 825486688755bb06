"""Compiled code on disk is not used again when a class whose records it works on has changed."""

import os
import subprocess
import sys

import pytest

MODULE = """
class Tally:
    __slots__ = ("total",)
    total: int

    def __init__(self):
        self.total = 0

    def add(self, number):
        self.total += number


def count(game, tally):
    for number in range(10):
        tally.add(number)
    return tally.total
"""
SCRIPT = """
import counting
from noughts import TicTacToe, compiled
print(compiled(counting.count, TicTacToe())(TicTacToe(), counting.Tally()))
"""


def test_a_changed_method_of_a_record_is_compiled_anew(tmp_path):
    pytest.importorskip("numba")
    environment = os.environ | {
        "NOUGHTS_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def run(source):
        (tmp_path / "counting.py").write_text(source, "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout)

    assert run(MODULE) == run(MODULE) == 45
    assert run(MODULE.replace("+= number", "+= 2 * number")) == 90
    wider = MODULE.replace('("total",)', '("first", "total")').replace(
        "total: int", "first: int; total: int"
    )
    assert run(wider.replace("self.total = 0", "self.first = self.total = 0")) == 45
