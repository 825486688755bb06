"""What is known of Hex."""

from random import Random
from typing import Any

import pytest

from noughts.bits import cells_of, count
from noughts.games.hex import Hex
from noughts.knowledge import knowledge_of
from noughts.knowledge.hex import FEW, MANY
from noughts.value import BASE, OPEN
from tests.each import each
from tests.whole import random_play


def test_the_estimate_counts_the_stones_that_are_missing():
    game = Hex(4)
    known: Any = knowledge_of(game)
    assert known.stones_needed(0, 0, 0) == known.stones_needed(0, 0, 1) == 4
    position, _ = game.parse("4/1x2/4/o3 x")
    assert known.stones_needed(position.mine, position.theirs, 0) == 3
    assert known.stones_needed(position.theirs, position.mine, 1) == 3
    lost, _ = game.parse("xxx1/4/oooo/x3 x")
    assert known.stones_needed(lost.mine, lost.theirs, 0) == game.cells  # no chain is possible


def scored(game, position, known):
    """The score by plain minimax, in which every position's bounds are compared on the way."""
    if position not in known:
        if game.outcome(position) != OPEN:
            return -BASE
        best = max(-scored(game, game.play(position, move), known) for move in game.moves(position))
        known[position] = best - (1 if best > 0 else -1)
        lower, upper = knowledge_of(game).bounds(position, -BASE, BASE)
        assert lower <= known[position] <= upper, game.text(position, game.turn(position))
    return known[position]


@each("game", [Hex(3), Hex(3, swap=True)])
def test_no_position_is_worth_more_or_less_than_its_bounds(game):
    scored(game, game.start(), {})


@pytest.mark.parametrize("size", [4, 5])
def test_late_positions_are_within_their_bounds(size):
    game, random, known = Hex(size), Random(size), {}
    for _ in range(25):
        *play, _ = random_play(game, random)
        for position, _ in play:
            if game.cells - count(position.mine | position.theirs) == 7:
                scored(game, position, known)
    assert len(known) > 1_000


def always_joined(game, stone, free, edge, stones=0, turn=1):
    """Whether a stone, with others and free cells, reaches the edge, whatever the opponent does."""
    if game.spread(stone, stone | stones) & edge:
        return True
    cells = [1 << cell for cell in cells_of(free)]
    if turn:
        return bool(cells) and all(
            always_joined(game, stone, free & ~cell, edge, stones, 0) for cell in cells
        )
    return any(always_joined(game, stone, free & ~cell, edge, stones | cell) for cell in cells)


def test_a_ziggurat_joins_its_stone_to_the_edge_and_no_smaller_one_does():
    game = Hex(6)
    known: Any = knowledge_of(game)
    for edge in game.top, game.right, game.bottom, game.left:
        for form in range(2):
            anchors = cells_of(known.with_ziggurat(edge, game.all_cells, form))
            assert len(anchors) == 3
            stone = 1 << anchors[0]
            free = known.ziggurat(edge, stone, form) & ~stone
            assert count(free) == 8
            assert always_joined(game, stone, free, edge)
            for cell in cells_of(free):
                assert not always_joined(game, stone, free & ~(1 << cell), edge)
                assert known.with_ziggurat(edge, free & ~(1 << cell), form) == 0


def test_a_stone_in_the_centre_of_five_by_five_has_won():
    game = Hex(5)
    known: Any = knowledge_of(game)
    centre = 1 << game.read("c3")
    assert known.holds(centre, 0, 0)
    assert not known.holds(centre, 1 << game.read("c2"), 0)


def test_a_chain_with_a_bridge_to_each_edge_holds_until_one_is_entered():
    game = Hex(4)
    known: Any = knowledge_of(game)
    c1, c2, b3 = (1 << game.read(name) for name in ("c1", "c2", "b3"))
    assert known.holds(c2 | b3, 0, 0)
    assert not known.holds(c2 | b3, c1, 0)
    assert known.holds_next(c2 | b3, c1, 0)


@each("size", [3, 4])
def test_a_first_stone_near_the_middle_is_taken_over_where_it_wins(size):
    game, taken = Hex(size, swap=True), 0
    known, values = knowledge_of(game), {}
    for cell in range(game.cells):
        after = game.play(game.start(), cell)
        if list(known.likely_moves(after)) == [cell]:
            taken += 1
            assert scored(Hex(size), Hex(size).play(Hex(size).start(), cell), values) < 0
    assert taken == size % 2  # the middle cell, if there is one


def test_on_a_large_board_only_stones_near_the_middle_are_taken_over():
    game = Hex(11, swap=True)
    known = knowledge_of(game)
    likely = {
        name: list(known.likely_moves(game.play(game.start(), game.read(name))))
        for name in ("f6", "e7", "a1", "k11")
    }
    assert [len(likely[name]) for name in ("f6", "e7")] == [1, 1]
    assert len(likely["a1"]) == len(likely["k11"]) == FEW


def lengths_of_ways(game, own, others, side):
    """By cell, the stones of a shortest way through it, over contact and bridges."""
    free, edges = game.all_cells & ~others, (game.one_edge(side), game.other_edge(side))
    near = {cell: game.touching(1 << cell) for cell in range(game.cells)}

    def bridged(carrier):
        return count(carrier & free) == count(carrier) == 2

    after = {
        cell: [
            other
            for other in cells_of(free)
            if near[cell] >> other & 1 or bridged(near[cell] & near[other] & game.all_cells)
        ]
        for cell in cells_of(free)
    }
    ends = []
    for edge in edges:
        begin = [cell for cell in after if edge >> cell & 1 or bridged(near[cell] & edge)]
        costs = {cell: 1 - (own >> cell & 1) for cell in begin}
        for _ in range(game.cells):
            for cell in list(costs):
                for other in after[cell]:
                    cost = costs[cell] + 1 - (own >> other & 1)
                    costs[other] = min(cost, costs.get(other, cost))
        ends.append(costs)
    return {
        cell: ends[0][cell] + ends[1][cell] - 1
        for cell in cells_of(free & ~own)
        if cell in ends[0] and cell in ends[1]
    }


def test_short_ways_are_those_that_plain_steps_find():
    game, random, found = Hex(6), Random(1), 0
    known: Any = knowledge_of(game)
    for _ in range(6):
        for position, _ in list(random_play(game, random))[::4]:
            side = game.turn(position)
            lengths = lengths_of_ways(game, position.mine, position.theirs, side)
            least = min(lengths.values(), default=0)
            ways = [sum(1 << cell for cell in lengths if lengths[cell] <= most)
                    for most in (least, least + 1)]  # fmt: skip
            assert list(known.on_ways(position.mine, position.theirs, side)) == ways
            found += least > 0
    assert found > 10


def test_of_many_cells_a_few_are_likely():
    game, random, wide = Hex(8), Random(2), 0
    known = knowledge_of(game)
    for _ in range(5):
        for position, _ in list(random_play(game, random))[:-1]:
            moves = list(known.likely_moves(position))
            assert len(set(moves)) == len(moves) > 0
            assert set(moves) <= set(game.moves(position))
            empty = game.cells - count(position.mine | position.theirs)
            assert len(moves) <= FEW if empty > MANY else len(moves) == empty
            wide += empty > MANY
    assert wide > 50
