"""A strategy by depth, against what the checker counts."""

import pytest

from noughts.errors import BadStrategy
from noughts.games.registry import find_game
from noughts.strategies.check import check_strategy
from noughts.strategies.make import Wish, make_strategy
from noughts.strategies.shape import levels_of


@pytest.mark.parametrize(("budget", "side"), [(0, 0), (0, 1), (5, 0)])
def test_all_positions_and_leaves_are_counted_once(budget, side):
    game = find_game("tictactoe")
    file = make_strategy(game, side, wish=Wish(budget)).file
    levels, checked = levels_of(game, file), check_strategy(game, file)
    assert sum(level.answered for level in levels) == len(file.moves)
    assert sum(level.left for level in levels) == checked.leaves["budget"]
    assert sum(level.over for level in levels) == checked.leaves["over"]
    assert [level.ply for level in levels] == list(range(side, 2 * len(levels), 2))
    assert levels[-1].ply <= 9


def test_in_nim_with_a_heap_of_one_and_one_of_two_the_first_takes_one_of_the_two():
    # Then 1,1 is left: after either reply one heap of one, which is taken.
    game = find_game("nim:1,2")
    levels = levels_of(game, make_strategy(game).file)
    assert [tuple(level) for level in levels] == [(0, 1, 0, 0), (2, 2, 0, 0)]


def test_the_strategy_of_another_game_is_refused():
    with pytest.raises(BadStrategy, match="a strategy of nim:1,2"):
        levels_of(find_game("nim:1,3"), make_strategy(find_game("nim:1,2")).file)
