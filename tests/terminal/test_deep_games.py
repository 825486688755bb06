"""Every command on games of one's own that last long, or for ever without saying so.

They cannot be compiled, for speed; `tests/native/test_deep.py` has the compiled searches.
"""

from pathlib import Path

import pytest

from tests.each import each
from tests.processes import noughts

GAMES = '''
from typing import NamedTuple
from noughts import LOSS, OPEN, Game

class Count(NamedTuple):
    left: int

class Take(Game[Count]):
    """One or two of the counters; the last one wins."""
    size: int = 5
    def start(self): return Count(self.size)
    def moves(self, position):
        yield 1
        if position.left > 1: yield 2
    def play(self, position, move): return {0: Count(position.left - move)}[0]
    def outcome(self, position): return LOSS if position.left == 0 else OPEN
    def name(self, move): return f"s{move}"
    def read(self, text): return {"s1": 1, "s2": 2}.get(text, 0)

class Ring(Take):
    """Round and round, and nobody wins."""
    def moves(self, position): return range(1, 3)
    def play(self, position, move): return {0: Count((position.left + move) % self.size)}[0]
    def outcome(self, position): return LOSS if position.left > self.size else OPEN
'''


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rings.py"
    path.write_text(GAMES)
    return path


@each(
    "command",
    [
        "analyse GAME",
        "prove GAME",
        "review --moves s1,s2 GAME",
        "arena random mcts:1 --game GAME --games 1",
    ],
    large=[
        "explain GAME",
        "tree GAME",
        "map GAME",
        "draw --values GAME",
        "watch GAME",
        "arena random perfect --game GAME",
        "audit perfect GAME",
        "audit random GAME",
    ],
)
def test_every_command_finds_the_loop(command: str, file: Path) -> None:
    words = [word.replace("GAME", f"{file}:Ring") for word in command.split()]
    done = noughts(*words, "--unchecked")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Positions repeat in Ring, by s1 s2 s2" in done.stderr
    assert "set `repeats = True` in the class" in done.stderr


def test_who_plays_it_is_told_too(file: Path) -> None:
    done = noughts(
        "play", f"{file}:Ring", "--unchecked", "--plain", "--side", "none", "--level", "random"
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "set `repeats = True` in the class" in done.stderr


def test_a_long_game_is_analysed(file: Path) -> None:
    """3,001 counters: one is taken, and 3,000 are lost in two plies for every three."""
    done = noughts("analyse", f"{file}:Take:3001")
    assert (done.returncode, done.stderr) == (0, "")
    assert "win in 2001" in done.stdout


def test_a_long_strategy_is_no_map(file: Path) -> None:
    done = noughts("map", f"{file}:Take:1200")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "the limit is 100" in done.stderr
