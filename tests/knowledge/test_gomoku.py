"""Gomoku's estimate: counted by looking at each row, and what follows from it."""

from random import Random

import pytest

from noughts.game import legal_moves
from noughts.games.gomoku import Gomoku
from noughts.knowledge import knowledge_of
from noughts.players.limited import LimitedPlayer

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def promised(game, mine, theirs):
    """Row after row: one for each that is open, and the square of its marks."""
    promise = 0
    for right, up in DIRECTIONS:
        for column in range(game.columns):
            for row in range(game.rows):
                cells = [(column + i * right, row + i * up) for i in range(game.k)]
                if all(0 <= x < game.columns and 0 <= y < game.rows for x, y in cells):
                    bits = [1 << y * game.columns + x for x, y in cells]
                    if not any(bit & theirs for bit in bits):
                        promise += 1 + sum(1 for bit in bits if bit & mine) ** 2
    return promise


@pytest.mark.parametrize("size", [(7, 7, 5), (5, 4, 3), (9, 6, 4)])
def test_rows_are_weighed_all_at_a_time_as_one_by_one(size):
    game, random = Gomoku(*size), Random(1)
    known = knowledge_of(game)
    for _ in range(50):
        position = game.start()
        for _ in range(random.randrange(14)):
            if moves := legal_moves(game, position):
                position = game.play(position, random.choice(moves))
        mine, theirs = position.mine, position.theirs
        expected = 3 * promised(game, mine, theirs) - 2 * promised(game, theirs, mine)
        assert known.estimate(position) == expected


def test_the_answer_to_the_centre_is_beside_it():
    game = Gomoku(15, 15, 5)
    position = game.play(game.start(), game.read("h8"))
    best = max(LimitedPlayer(1, seed=1).scores(game, position), key=lambda move: move.score)
    assert game.name(best.move) in ("g9", "h9", "i9", "g8", "i8", "g7", "h7", "i7")
