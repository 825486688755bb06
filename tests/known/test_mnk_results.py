"""Results of m,n,k games that the literature knows, solved here in a second or two together.

Who wins: Wikipedia, "m,n,k-game", part "Specific results"; J. W. H. M. Uiterwijk and H. J. van den
Herik, "The advantage of the initiative", Information Sciences 122 (2000). In how many plies, and
the openings of 4x3: section 6 of the design, computed there by an independent program.
"""

import pytest

from noughts.games.mnk import MNK
from noughts.solving.solver import Solver
from noughts.value import DRAW, WIN, Value


@pytest.mark.parametrize(
    ("board", "value"),
    [
        # One or two in a row: the second mark of the first player wins, next to the first.
        ((3, 3, 1), Value(WIN, 1)),
        ((2, 2, 2), Value(WIN, 3)),
        ((3, 1, 2), Value(WIN, 3)),
        ((5, 4, 2), Value(WIN, 3)),
        ((8, 7, 2), Value(WIN, 3)),
        ((2, 1, 2), Value(DRAW, 2)),
        # Three in a row.
        ((3, 3, 3), Value(DRAW, 9)),
        ((4, 3, 3), Value(WIN, 7)),
        ((3, 4, 3), Value(WIN, 7)),
        ((3, 5, 3), Value(WIN, 7)),
        ((4, 4, 3), Value(WIN, 5)),
        ((4, 5, 3), Value(WIN, 5)),
        # On two rows all lines are along them, and a threat has one answer.
        ((6, 2, 3), Value(DRAW, 12)),
        # Four in a row.
        ((4, 3, 4), Value(DRAW, 12)),
        ((3, 4, 4), Value(DRAW, 12)),
        ((4, 4, 4), Value(DRAW, 16)),
    ],
    ids=str,
)
def test_best_play_ends_as_is_known(board, value):
    game = MNK(*board)
    found = Solver(game).value(game.start())
    assert found == value
    assert found.plies == value.plies


def test_on_4x3_the_corners_win_in_9_the_ends_of_the_middle_row_lose_and_the_rest_win_in_7():
    game = MNK(4, 3, 3)
    values = {game.name(move): str(value) for move, value, _ in Solver(game).values(game.start())}
    expected = dict.fromkeys(values, "win in 7")
    expected |= dict.fromkeys(("a1", "a3", "d1", "d3"), "win in 9")
    expected |= dict.fromkeys(("a2", "d2"), "loss in 10")
    assert values == expected


def test_both_ways_to_lay_the_board_down_are_worth_the_same():
    for m, n, k in ((4, 3, 3), (5, 2, 2), (4, 3, 4), (5, 2, 3)):
        lying, standing = MNK(m, n, k), MNK(n, m, k)
        assert Solver(lying).value(lying.start()) == Solver(standing).value(standing.start())
