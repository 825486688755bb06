"""A strategy's file plays: to the end against every reply, whichever way round a leaf lies."""

import pytest

from noughts.game import FIRST, legal_moves
from noughts.games.registry import find_game
from noughts.strategies.make import Wish, make_strategy
from noughts.strategies.play import FilePlay
from noughts.value import OPEN


@pytest.mark.parametrize("budget", [7, 20])
def test_it_has_a_move_against_every_play(budget):
    game = find_game("connectfour:4,4")
    play = FilePlay(game, make_strategy(game, FIRST, wish=Wish(budget)).file)
    todo, seen = [game.start()], set()
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        move = play.move(position)
        assert move is not None, game.text(position, FIRST)
        after = game.play(position, move)
        if game.outcome(after) != OPEN:
            assert game.outcome(after) <= 0
            continue
        for reply in legal_moves(game, after):
            there = game.play(after, reply)
            if game.outcome(there) == OPEN:
                todo.append(there)
            else:
                assert game.outcome(there) >= 0
    assert len(seen) > 100
