"""Pruning that still finds every move as good as the best one."""

from random import Random

import pytest

from noughts import MNK, OPEN, TicTacToe
from noughts.search.root import AlphaBeta, Negamax, search


@pytest.mark.parametrize("game", [TicTacToe(), MNK(4, 3, 3), MNK(4, 4, 4)], ids=repr)
def test_the_equals_of_alpha_beta_are_those_of_the_search_without_pruning(game):
    random = Random(5)
    for _ in range(40):
        position = game.start()
        for _ in range(random.randrange(8)):
            if game.outcome(position) == OPEN:
                position = game.play(position, random.choice(list(game.moves(position))))
        if game.outcome(position) != OPEN:
            continue
        for limit in (1, 2, 3):
            whole = search(game, position, Negamax(), limit=limit)
            pruned = search(game, position, AlphaBeta(), limit=limit, equals=True)
            best = [move.move for move in whole.moves if move.score == whole.score]
            assert [move.move for move in pruned.moves if move.score == pruned.score] == best
