"""Domineering's bounds against plain minimax, and the count behind them against all its plays."""

from functools import cache
from typing import Any

import pytest

from noughts.games.domineering import Domineering
from noughts.knowledge import knowledge_of
from noughts.knowledge.domineering import sure_in_turn
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
        lower, upper = known.bounds(position, -BASE, BASE)
        assert lower <= found <= upper, position
        return found

    score(game.start())


# Breuker, Uiterwijk and van den Herik, "Solving 8×8 Domineering", 2000: V wins 6×5 and 6×6.
@pytest.mark.parametrize(("columns", "rows", "wins"), [(5, 5, False), (6, 6, True), (5, 6, True)])
def test_who_wins_is_as_published(columns, rows, wins):
    game = Domineering(columns, rows)
    assert Solver(game).exceeds(game.start(), 0) == wins
