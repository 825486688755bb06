"""`noughts rules`: every game tells how it is played."""

from click.testing import CliRunner

from noughts.games.registry import ENTRIES
from noughts.terminal.cli import noughts
from tests.each import each

WITHOUT_WORDS = """
from noughts import LOSS, OPEN, Game
from typing import NamedTuple

class Heap(NamedTuple):
    left: int

class Take(Game[Heap]):
    size: int = 5

    def start(self): return Heap(self.size)
    def moves(self, position): return range(1, min(3, position.left) + 1)
    def play(self, position, move): return Heap(position.left - move)
    def outcome(self, position): return LOSS if position.left == 0 else OPEN
"""


def rules(*arguments):
    result = CliRunner().invoke(noughts, ["rules", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


@each("name", ENTRIES)
def test_every_game_tells_its_rules_without_a_word_of_code(name):
    told = rules(name)
    assert told.startswith(f"{name}")
    assert "moves first. Type " in told
    assert not {"`", ">>>", "Args:", "position"} & set(told.split())
    assert max(map(len, told.splitlines())) <= 78


def test_its_parameters_are_told():
    assert "Here: a 1, b 3, c 5, misere." in rules("nim:1,3,5,misere")


def test_a_game_of_ones_own_tells_its_docstring(tmp_path):
    path = tmp_path / "take.py"
    path.write_text(WITHOUT_WORDS)
    assert "no rules text" in rules(f"{path}:Take")
    words = "Take one to three.\n\n    Whoever takes the last wins.\n\n    Args:\n        size: n"
    docstring = f'"""{words}\n    """'
    path.write_text(WITHOUT_WORDS.replace("    size", f"    {docstring}\n\n    size"))
    told = rules(f"{path}:Take:7")
    assert "Take one to three.\n\nWhoever takes the last wins.\n\nX moves first." in told
    assert "Here: size 7." in told
