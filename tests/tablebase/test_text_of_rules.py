"""A table of a user's game is bound to the text of its rules, not only to some random plays."""

import pytest

from noughts.errors import BadStrategy, BadTablebase, UnsuitedGame
from noughts.games.registry import find_game
from noughts.players.stored import StrategyPlayer
from noughts.strategies.check import check_strategy
from noughts.strategies.file import StrategyFile
from noughts.strategies.make import make_strategy
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.fingerprint import rules_fingerprint
from noughts.tablebase.probe import Tablebase
from noughts.tablebase.verify import verify_tablebase
from tests.heap import heap

PLAY = "return Heap(position.left - move, move)"
# From eight counters, which is lost, a move to four, which is lost for the other.
RARE = "return Heap(position.left - move - (position.left == 8 and move == 3), move)"


@pytest.fixture
def rules(tmp_path):
    """A function that writes the game's file, and reads it."""

    def write(old="", new=""):
        path = tmp_path / "take.py"
        path.write_text(heap().replace(old, new), "utf-8")
        return find_game(str(path))

    return write


def test_a_remark_or_a_docstring_changes_nothing(rules, tmp_path):
    make_tablebase(rules(), tmp_path / "T")
    told = rules(
        "def play(self, position, move):", "def play(self, position, move):\n        'Play.'"
    )
    assert Tablebase(tmp_path / "T", told).value(told.start()).plies == 5


def test_another_text_is_refused_and_taken_over_if_the_values_agree(rules, tmp_path):
    make_tablebase(rules(), tmp_path / "T")
    same = rules(PLAY, "return Heap(position.left - move + 0, move)")
    with pytest.raises(BadTablebase, match="--rules"):
        Tablebase(tmp_path / "T", same)
    assert not verify_tablebase(tmp_path / "T", same, rules=True).faults
    assert Tablebase(tmp_path / "T", same).value(same.start()).plies == 5


def test_a_rule_that_differs_in_one_position_is_found(rules, tmp_path):
    make_tablebase(rules(), tmp_path / "T")
    other = rules(PLAY, RARE)
    with pytest.raises(BadTablebase):
        Tablebase(tmp_path / "T", other)
    assert verify_tablebase(tmp_path / "T", other, rules=True).faults
    with pytest.raises(BadTablebase):
        Tablebase(tmp_path / "T", other)


def test_rules_that_cannot_be_read_are_said(rules):
    unreadable = rules("min(3,", "min(getattr(self, 'size') * 0 + 3,")
    with pytest.warns(UserWarning, match=r"getattr\(\) in moves\(\)"):
        assert rules_fingerprint(unreadable).endswith("-unread")


def test_a_strategy_is_bound_to_the_text_too(rules, tmp_path):
    made = make_strategy(rules(), side=0).file
    path = tmp_path / "take.strategy"
    path.write_bytes(made.to_bytes())
    same = rules(PLAY, "return Heap(position.left - move + 0, move)")
    with pytest.raises(UnsuitedGame, match="--check"):
        StrategyPlayer(str(path)).choose(same, same.start())
    assert check_strategy(same, StrategyFile.read(path)).positions > 0
    path.write_bytes(made.bound_to(same).to_bytes())
    assert StrategyPlayer(str(path)).choose(same, same.start()) == 1
    with pytest.raises(BadStrategy):
        check_strategy(rules("return LOSS if position.left == 0", "return LOSS if not 1"), made)
