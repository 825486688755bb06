"""Wins by threats alone: true wherever one is found, and found where all threats are tried."""

from typing import Any

import pytest

from noughts.games.catalogue import find_game
from noughts.games.mnk import MNK
from noughts.native import compiled
from noughts.search.exact import exact
from noughts.search.proof import dfpn
from noughts.search.proof_numbers import DISPROVED, MOST, PROVED, ArrayProofTable
from noughts.search.proof_run import ProofRun
from noughts.search.run import Run
from noughts.search.table import ArrayTable
from noughts.search.threats import NONE, winning_threat
from noughts.value import INFINITY, LOSS, OPEN
from tests.playing import random_positions
from tests.samples import late_positions

GAMES = (
    ("mnk:4,3,3", 7), ("mnk:4,4,3", 8), ("mnk:4,4,4", 9), ("mnk:5,4,4", 9), ("mnk:5,5,4", 10),
    ("mnk:4,4,3,torus", 9), ("cube:3", 11), ("mnk:3,3,3,misere", 6),
)  # fmt: skip


def found(game, position, last=100_000):
    return winning_threat(game, game.state(position), ProofRun(), last)


@pytest.mark.parametrize(("spec", "left"), GAMES)
def test_what_is_found_wins(spec, left):
    """Against the exact search: a found move leads to a position that is lost for the other."""
    game: Any = find_game(spec)
    search = compiled(exact, game)
    table = ArrayTable(len(game.start()), 16)
    wins = 0
    for position in late_positions(game, left, 60):
        move = found(game, position)
        if move != NONE:
            wins += 1
            after = game.play(position, move)
            assert search(game, after, -INFINITY, INFINITY, Run(), table) < 0
    assert bool(wins) == (spec != "mnk:3,3,3,misere")


def by_plain_rules(game, position):
    """The same, by the rules alone: a threat is a move after which one more of mine would win."""

    def wins_next(position):
        return any(game.outcome(game.play(position, m)) == LOSS for m in game.moves(position))

    if wins_next(position):
        return True
    for move in game.moves(position):
        after = game.play(position, move)
        if game.outcome(after) != OPEN or wins_next(after):
            continue
        mine_again = type(after)(after.theirs, after.mine)
        if not wins_next(mine_again):
            continue
        answers = [
            then
            for then in (game.play(after, reply) for reply in game.moves(after))
            if game.outcome(then) == OPEN and not wins_next(then)
        ]
        if all(by_plain_rules(game, then) for then in answers):
            return True
    return False


@pytest.mark.parametrize(("spec", "left"), [case for case in GAMES if case[0].startswith("mnk")])
def test_it_is_found_where_the_plain_rules_find_one(spec, left):
    game: Any = find_game(spec)
    if game.line_loses:
        return
    for position in late_positions(game, left, 25):
        assert (found(game, position) != NONE) == by_plain_rules(game, position)


@pytest.mark.parametrize("spec", ["mnk:5,5,4", "mnk:4,4,3,torus", "cube:3", "qubic"])
def test_the_forcing_moves_leave_one_answer(spec):
    game: Any = find_game(spec)
    tried = 0
    for position in random_positions(game, 10):
        if game.outcome(position) != OPEN:
            continue
        forcing = list(game.forcing(position))
        assert set(forcing) <= set(game.moves(position))
        for move in forcing:
            after = game.play(position, move)
            if game.outcome(after) == OPEN:
                assert len(list(game.safe(after))) == 1
                tried += 1
    assert tried > 100


def test_it_gives_up_when_told_so():
    game = MNK(5, 5, 4)
    position, _ = game.parse("5/1x1x1/2x2/1ooo1/4x o")
    run = ProofRun()
    assert winning_threat(game, position, run, 1) != NONE  # a win at once is seen anyway
    for position in late_positions(game, 15, 20):
        run = ProofRun()
        winning_threat(game, position, run, 3)
        assert run.nodes <= 4


@pytest.mark.parametrize("threats", [1, 10, 1_000])
def test_proofs_with_threats_are_as_true_as_without(threats):
    game = MNK(4, 4, 3)
    fast = compiled(dfpn, game)
    for position in late_positions(game, 9, 20):
        for goal in (0, 1):
            answers = {
                fast(game, position, goal, MOST, ProofRun(threats=number), table)
                for number, table in (
                    (0, ArrayProofTable(2, 10)),
                    (threats, ArrayProofTable(2, 10)),
                )
            }
            assert answers <= {PROVED, DISPROVED}
            assert len(answers) == 1
