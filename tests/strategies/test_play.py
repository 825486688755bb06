"""A strategy's file plays: to the end against every reply, whichever way round a leaf lies."""

import random

from noughts.game import FIRST, legal_moves
from noughts.games.registry import find_game
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import SMALL, Leaves
from noughts.strategies.make import StrategyKind, make_strategy
from noughts.strategies.stored import FilePlay
from noughts.value import OPEN
from tests.each import each


@each(
    "spec, budget",
    [("mnk:3,3,3,misere", 7)],
    large=[("connectfour:4,4", 7), ("connectfour:4,4", 20)],
)
def test_it_has_a_move_against_every_play(spec, budget):
    game = find_game(spec)
    file = make_strategy(game, FIRST, wish=StrategyKind(budget)).file
    assert len(played_out(game, FilePlay(game, file))) > 100


def test_where_one_move_is_left_it_is_played_if_the_strategy_goes_on_after_it():
    game = find_game("tictactoe")
    file = make_strategy(game, FIRST, wish=StrategyKind(forced=True)).file
    met = played_out(game, FilePlay(game, file))
    blocked = [at for at in met if Fold(game).fields(Fold(game).canonical(at)) not in file.moves]
    early = [at for at in blocked if len(legal_moves(game, at)) > 3]
    assert early
    lost = FilePlay(game, file._replace(moves={}))
    assert all(lost.move(at) is None for at in early)


def played_out(game, play):
    """The positions met in all plays against a strategy, which never loses."""
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
    return seen


@each("spec", ["mnk:4,3,3", "mnk:4,4,3", "connectfour:5,4", "cube:3", "hex:3"])
def test_a_move_of_a_mirror_image_leads_to_a_mirror_image(spec):
    game, chance = find_game(spec), random.Random(5)
    fold = Fold(game)
    for _ in range(5):
        position = game.start()
        for _ in range(chance.randrange(1, 5)):
            position = game.play(position, chance.choice(list(game.moves(position))))
        image = fold.canonical(position)
        for move in game.moves(image):
            own = fold.back(position, image, move)
            after, wanted = game.play(position, own), game.play(image, move)
            assert fold.canonical(after) == fold.canonical(wanted)


def test_a_leaf_has_no_move_before_the_compiler_is_done_for_those_who_do_not_wait(monkeypatch):
    """The file's own positions have theirs at once."""
    game, asked = find_game("mnk:4,3,3"), []
    monkeypatch.setattr("noughts.strategies.leaves.comes", lambda *given: asked.append(given))
    file = make_strategy(game, FIRST, wish=StrategyKind(0, threats=5_000)).file
    play = FilePlay(game, file, waits=False)
    assert play.move(game.start()) is not None
    leaf = game.play(game.play(game.start(), game.read("b2")), game.read("a1"))
    assert (play.move(leaf), len(asked)) == (None, 1)
    assert Leaves(game, file.claim._replace(threats=SMALL - 1)).threat(leaf) is not None
