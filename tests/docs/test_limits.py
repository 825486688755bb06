"""docs/your-own-game.md: what it says can be compiled can be, and what it says cannot cannot."""

import re
from pathlib import Path

import pytest

from noughts.games.registry import find_game
from noughts.native import why_not
from tests.each import each

PAGE = Path(__file__).parents[2] / "docs" / "your-own-game.md"

GAME = """
from typing import NamedTuple
import math
from noughts import LOSS, OPEN, Game
from noughts.bits import count

LINES = (3, 5)
TABLE = {{3: 5}}
ROWS = (0, 0, 0, 5)
ALL_LINES = (*LINES, 7, 9)


def depth(left):
    if left <= 0:
        return 0
    return depth(left - 1)


def twice(left):
    return 2 * left


def divisor(a, b):
    while b > 0:
        a, b = b, a % b
    return a


def width(left):
    bits = 0
    while left > 0:
        left >>= 1
        bits += 1
    return bits


class Heap(NamedTuple):
    left: int


class Plain(Game[Heap]):
    def start(self):
        return Heap(3)

    def moves(self, position):
        return range(1, position.left + 1)

    def play(self, position, move):
        return Heap(position.left - move)

    def outcome(self, position):
        return self.ended(position)

    def ended(self, position):
        return OPEN if position.left else LOSS

    def on_a_line(self, position):
        for line in LINES:
            if position.left == line:
                return True
        return False

    def both(self, a, b):
        return 1 << a | 1 << b

    def depth(self, left):
        return 0 if left <= 0 else self.depth(left - 1)

    @staticmethod
    def twice(left):
        return 2 * left


class Trial(Plain):
    def play(self, position, move):
        found = {code}
        return Heap(position.left - move)
"""


def rows():
    """The first piece of code in each cell of the table."""
    table = PAGE.read_text("utf-8").partition("| instead of | write |\n|---|---|\n")[2]
    return [
        tuple(re.findall(r"`(.*?)`", cell)[0] for cell in line.strip("| ").split(" | "))
        for line in table.partition("\n\n")[0].splitlines()
    ]


def trial(code, folder):
    """Why a game whose `play` works this out cannot be compiled; empty if it can."""
    file = folder / "trial.py"
    file.write_text(GAME.format(code=code), "utf-8")
    return why_not(find_game(f"{file}:Trial"))


@each("wrong, right", lambda: rows()[::10], large=rows)
def test_what_to_write_instead(wrong, right, tmp_path):
    pytest.importorskip("numba")
    (tmp_path / "wrong").mkdir(exist_ok=True)
    assert trial(wrong, tmp_path / "wrong")
    assert trial(right, tmp_path) == ""


def test_there_are_rows():
    assert len(rows()) > 10
