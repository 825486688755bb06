"""What is known of Hex."""

from typing import Any

from noughts.games.hex import Hex
from noughts.knowledge import knowledge_of


def test_the_estimate_counts_the_stones_that_are_missing():
    game = Hex(4)
    known: Any = knowledge_of(game)
    assert known.stones_needed(0, 0, 0) == known.stones_needed(0, 0, 1) == 4
    position, _ = game.parse("4/1x2/4/o3 x")
    assert known.stones_needed(position.mine, position.theirs, 0) == 3
    assert known.stones_needed(position.theirs, position.mine, 1) == 3
    lost, _ = game.parse("xxx1/4/oooo/x3 x")
    assert known.stones_needed(lost.mine, lost.theirs, 0) == game.cells  # no chain is possible
