"""Pairs of cells for sets of cells: against trying all pairs, and against every play."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from noughts.bits import cells_of, count
from noughts.games.mnk import MNK
from noughts.knowledge.line_game import MNKKnowledge, pairing
from tests.each import each

NEEDS = st.lists(st.integers(0, 255), max_size=5)


def can_be_paired(needs: list[int], taken: int = 0) -> bool:
    """Whether each of the sets can have a pair of its own, by trying all pairs."""
    if not needs:
        return True
    pairs = (1 << a | 1 << b for a, b in combinations(cells_of(needs[0] & ~taken), 2))
    return any(can_be_paired(needs[1:], taken | pair) for pair in pairs)


@given(NEEDS)
def test_there_are_pairs_when_trying_all_finds_them(needs):
    assert bool(pairing(needs)) == (bool(needs) and can_be_paired(needs))


@given(NEEDS)
def test_pairs_lie_in_their_sets_and_share_no_cell(needs):
    pairs = pairing(needs)
    assert len(pairs) in (0, len(needs))
    taken = 0
    for pair, need in zip(pairs, needs, strict=bool(pairs)):
        assert count(pair) == 2
        assert pair & ~need == 0
        assert pair & taken == 0
        taken |= pair


@each("board", [(5, 5, 5), (6, 6, 6), (7, 7, 6), (7, 7, 7), (7, 6, 6)])
def test_boards_that_are_drawn_by_pairing_from_the_start(board):
    """5×5, 6×6 and 7×7 by pairing: Berlekamp, Conway and Guy, "Winning Ways", chapter 22."""
    game = MNK(*board)
    pairs = pairing(MNKKnowledge(game).needs(game.all_cells, game.all_cells))
    assert pairs
    assert sum(map(count, pairs)) == count(sum(pairs))
    for line in game.board_lines:
        assert any(pair & ~line == 0 for pair in pairs)


@each("board", [(3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 6, 5), (4, 3, 3)])
def test_boards_that_are_not(board):
    game = MNK(*board)
    assert pairing(MNKKnowledge(game).needs(game.all_cells, game.all_cells)) == []


def test_too_few_cells_for_all_though_enough_for_each():
    """Three sets within the same five cells."""
    assert pairing([0b00111, 0b01110, 0b11100]) == []
    assert pairing([0b000111, 0b001110, 0b111100]) != []
