"""Counts of positions and plays: compiled and interpreted, and of what repeats."""

import pytest

from noughts.errors import GameError, SearchStopped
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.solving.count import SeenSet, SeenTable, perft, positions_by_ply, visit
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


def test_a_table_that_is_full_gives_way_to_a_larger_one(monkeypatch):
    game = MNK(4, 3, 3)
    at_once = positions_by_ply(game)
    monkeypatch.setattr("noughts.solving.count.FIRST_BITS", 4)
    assert positions_by_ply(game) == at_once


def test_table_and_set_count_alike():
    game = MNK(3, 2, 3)
    table, plain = SeenTable(words=2, size_bits=12), SeenSet()
    for seen in (table, plain):
        seen.add(game.start(), 0)
        visit(game, game.start(), seen)
    assert table.plies[: len(plain.plies)].tolist() == plain.plies
    assert sum(table.plies) == sum(plain.plies)


def test_a_small_table_fills_up():
    table = SeenTable(words=1, size_bits=3)
    assert [table.add((number // 2,), number % 2) for number in range(7)] == [True] * 7
    with pytest.raises(SearchStopped):
        table.add((3,), 1)
    assert not table.add((3,), 0)  # what it holds it still finds


def test_what_can_go_on_for_ever_is_not_counted():
    with pytest.raises(GameError, match="go on forever"):
        positions_by_ply(Endless(4))
