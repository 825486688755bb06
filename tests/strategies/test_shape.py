"""A strategy by depth, against what the checker counts."""

from typing import Any

import pytest

from noughts.errors import BadStrategy
from noughts.games.registry import find_game
from noughts.strategies.check import check_strategy, strategy_levels
from noughts.strategies.make import StrategyKind, make_strategy
from tests.each import each


@each(
    ("spec", "side", "wish"),
    [
        ("tictactoe", 0, StrategyKind()),
        ("tictactoe", 1, StrategyKind(forced=True)),
        ("tictactoe", 0, StrategyKind(budget=5)),
        ("mnk:4,3,4", 1, StrategyKind(pairing=True)),
        ("mnk:3,3,3,torus", 0, StrategyKind(threats=1)),
        ("connectfour:4,3", 1, StrategyKind(budget=2, follow=True)),
        ("dots:2,1", 1, StrategyKind(budget=2)),
        ("kalah:2,2", 1, StrategyKind()),
    ],
)
def test_all_positions_and_leaves_are_counted_once(spec, side, wish):
    game: Any = find_game(spec)
    file = make_strategy(game, side, wish=wish).file
    levels, checked = strategy_levels(game, file), check_strategy(game, file)
    assert sum(level.answered for level in levels) == len(file.moves)
    for kind, count in checked.leaves.items():
        assert sum(level.leaves[kind] for level in levels) == count
    plies = [level.ply for level in levels]
    if game.alternates:
        assert plies == list(range(side, 2 * len(levels), 2))
        assert plies[-1] <= game.cells
    else:
        assert plies[0] == side
        assert plies == sorted(set(plies))


def test_in_nim_with_a_heap_of_one_and_one_of_two_the_first_takes_one_of_the_two():
    # Then 1,1 is left: after either reply one heap of one, which is taken.
    game = find_game("nim:1,2")
    levels = strategy_levels(game, make_strategy(game).file)
    assert [(level.ply, level.answered) for level in levels] == [(0, 1), (2, 2)]
    assert not any(count for level in levels for count in level.leaves.values())


def test_who_keeps_the_turn_answers_at_the_next_ply():
    # Of two boxes the edges between them and on the right are missing: first one, then the other.
    game = find_game("dots:2,1")
    position, _ = game.parse("--/|..../-- o")  # whose turn it is stands in the position
    levels = strategy_levels(game, make_strategy(game, position=position).file)
    told = [(level.ply, level.answered, level.leaves["over"]) for level in levels]
    assert told == [(0, 1, 0), (1, 1, 0), (2, 0, 1)]


def test_the_strategy_of_another_game_is_refused():
    with pytest.raises(BadStrategy, match="a strategy of nim:1,2"):
        strategy_levels(find_game("nim:1,3"), make_strategy(find_game("nim:1,2")).file)
