"""Domineering's bounds against plain minimax, and the count behind them against all its plays."""

from functools import cache
from typing import Any

import pytest

from noughts.bits import cells_of
from noughts.game import FIRST, SECOND
from noughts.games.domineering import Domineering
from noughts.knowledge import knowledge_of
from noughts.knowledge.domineering import sure_in_turn
from noughts.knowledge.thermographs import mean, wins_second
from noughts.solving.solver import Solver
from noughts.value import BASE, OPEN


@cache
def most(boxes, pairs, singles, begins):
    """The most dominoes that the player can be sure of, by trying every move."""
    if begins:
        choices = [
            boxes and 2 + most(boxes - 1, pairs, singles, 0),
            pairs and 1 + most(boxes, pairs - 1, singles, 0),
            singles and 1 + most(boxes, pairs, singles - 1, 0),
        ]
        return max(choices)
    choices = [most(boxes, pairs, singles, 1)] if boxes or pairs or singles else [0]
    if boxes:
        choices.append(most(boxes - 1, pairs, singles, 1))
    if pairs:
        choices.append(most(boxes, max(pairs - 2, 0), singles, 1))
    if singles:
        choices.append(most(boxes, pairs, singles - 1, 1))
    return min(choices)


def test_the_sure_dominoes_are_those_of_best_play():
    for boxes in range(5):
        for pairs in range(9):
            for singles in range(6):
                for begins in (0, 1):
                    taken, others = sure_in_turn(boxes, pairs, singles, begins)
                    assert 2 * taken + others == most(boxes, pairs, singles, begins)


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (3, 4), (5, 2), (2, 5), (7, 1), (4, 4)])
def test_no_position_is_worth_more_or_less_than_its_bounds(columns, rows):
    game = Domineering(columns, rows)
    known: Any = knowledge_of(game)

    @cache
    def score(position):
        if game.outcome(position) != OPEN:
            return -BASE
        found = max(-score(game.play(position, move)) for move in game.moves(position))
        found -= (found > 0) - (found < 0)
        for alpha in (-BASE, -1, 0, BASE - 1):
            lower, upper = known.bounds(position, alpha, alpha + 1)
            assert lower <= found <= upper, position
            lower, upper = known.closer_bounds(position, alpha, alpha + 1)
            assert lower <= found <= upper, position
        return found

    score(game.start())


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (5, 2), (2, 6), (7, 1), (5, 3), (3, 5)])
def test_walls_promise_wins_that_are_there(columns, rows):
    """Every set of cells, also such that no play reaches, with either player to move."""
    game = Domineering(columns, rows)
    known: Any = knowledge_of(game)

    @cache
    def wins(empty, side):
        cells = cells_of(game.dominoes(empty, side))
        dominoes = ((1 << known.along(side) | 1) << cell for cell in cells)
        return any(not wins(empty & ~domino, 1 - side) for domino in dominoes)

    for empty in range(1 << game.cells):
        for side in (FIRST, SECOND):
            for by_parts in (0, 1):
                walls = known.walls(empty, side, by_parts)
                if mean(walls) > 0:
                    assert wins(empty, side), (empty, side)
                if wins_second(walls):
                    assert not wins(empty, 1 - side), (empty, side)


# Breuker, Uiterwijk and van den Herik, "Solving 8×8 Domineering", 2000: V wins 6×5 and 6×6.
@pytest.mark.parametrize(("columns", "rows", "wins"), [(5, 5, False), (6, 6, True), (5, 6, True)])
def test_who_wins_is_as_published(columns, rows, wins):
    game = Domineering(columns, rows)
    assert Solver(game).exceeds(game.start(), 0) == wins
