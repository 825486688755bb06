"""Counts of positions and plays: compiled and interpreted, and of what repeats."""

from typing import Any

import pytest

from noughts.errors import GameError
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.search.table import ArrayPositionIndex, DictPositionIndex
from noughts.solving.count import enter_children, perft, positions_by_ply
from tests.take import Counter, Take


class TakeInWords(Take):
    """The same, as it cannot be compiled."""

    def play(self, position, move):
        return Counter(int(f"{position.left - move}"))


class Endless(Take):
    repeats = True


def test_tictactoe_has_its_known_positions_and_plays():
    """Section 6 of the design: 5,478 positions, 549,946 nodes of the full tree."""
    assert sum(positions_by_ply(TicTacToe())) == 5_478
    assert sum(perft(TicTacToe(), ply) for ply in range(10)) == 549_946


def test_a_position_counts_at_every_ply_at_which_it_can_be_reached():
    # 4 | 3 2 | 2 1 0 | 1 0 | 0
    assert positions_by_ply(Take(4)) == positions_by_ply(TakeInWords(4)) == [1, 2, 3, 2, 1]
    assert [perft(Take(4), ply) for ply in range(6)] == [1, 2, 4, 4, 1, 0]
    assert [perft(TakeInWords(4), ply) for ply in range(6)] == [1, 2, 4, 4, 1, 0]


def test_an_index_that_is_full_is_enlarged(monkeypatch):
    game = MNK(4, 3, 3)
    at_once = positions_by_ply(game)
    monkeypatch.setattr("noughts.solving.count.ROOM", 4)
    assert positions_by_ply(game) == at_once


def test_array_and_dict_number_alike():
    game = MNK(3, 2, 3)
    rows: Any = ArrayPositionIndex(words=2, room=1)
    plain: Any = DictPositionIndex()
    for index in (rows, plain):
        index.number(game.start())
    for _ in range(7):
        after: Any = ArrayPositionIndex(words=2, room=200), DictPositionIndex()
        for index, children in zip((rows, plain), after, strict=True):
            assert enter_children(game, game.start(), index, 0, children) == index.count
        rows, plain = after
        assert [rows.at(number, game.start()) for number in range(rows.count)] == plain.positions


def test_a_small_index_fills_up():
    index = ArrayPositionIndex(words=1, room=7)
    assert [index.number((number,)) for number in range(7)] == list(range(7))
    assert index.number((7,)) == -1
    assert index.number((3,)) == 3  # what it holds it still finds


def test_what_can_go_on_for_ever_is_not_counted():
    with pytest.raises(GameError, match="go on forever"):
        positions_by_ply(Endless(4))
