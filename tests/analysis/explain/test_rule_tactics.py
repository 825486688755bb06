"""Tactics of any game: each fact against a naive reading of the rules, in random play."""

import random
from typing import Any

import pytest

from noughts.analysis.explain.explainer import explain
from noughts.analysis.explain.rule_tactics import RuleTactics
from noughts.analysis.explain.text import one_line
from noughts.errors import SearchStopped
from noughts.games.registry import find_game
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN, Certainty, Value
from tests.analysis.rule_claims import CLAIMS, check, must_be_said

GAMES = ["cube", "wild", "wild:misere", "notakto", "notakto:2", "orderchaos:3,3,3", "threemarks",
         "morris", "nim", "chomp:4,3", "hex:3", "numerical", "ultimate"]  # fmt: skip


def last_positions(game, seed, plies=120):
    """The last open positions of a random game: tactics are late."""
    rng, position, met = random.Random(seed), game.start(), []
    while game.outcome(position) == OPEN and len(met) < plies:
        met.append(position)
        position = game.play(position, rng.choice(list(game.moves(position))))
    return met[-4:]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_is_so_and_what_is_so_is_said(name):
    game, rng = find_game(name), random.Random(name)
    tactics = RuleTactics(game)
    for position in (p for seed in range(4) for p in last_positions(game, seed)):
        moves = list(game.moves(position))
        for move in rng.sample(moves, min(4, len(moves))):
            facts = list(tactics.facts(position, 0, move))
            check(game, position, 0, move, facts)
            assert {fact.kind for fact in facts} == must_be_said(game, position, move)


def test_every_kind_is_met():
    met = set()
    for name in ("wild", "morris", "notakto:2", "hex:3"):
        game = find_game(name)
        tactics = RuleTactics(game)
        for seed in range(30):
            for position in last_positions(game, seed):
                for move in game.moves(position):
                    met |= {fact.kind for fact in tactics.facts(position, 0, move)}
    assert met == {*CLAIMS}


class Unsolved(Solver[Any]):
    """A solver that is stopped whatever it is asked."""

    def value(self, position):
        raise SearchStopped


def test_a_move_that_lets_the_other_win_at_once_has_a_value_though_no_search_ends():
    game = find_game("hex:3")
    position, turn = game.parse("1x1/1x1/o2 o")
    lost = explain(game, position, turn, Unsolved(game)).of(game.read("a1"))
    assert (lost.value, lost.certainty) == (Value(LOSS, 2), Certainty.PROVED)
    assert one_line(lost) == "a1: lets X win at once with b3 and loses in 2."


@pytest.mark.parametrize(
    ("name", "text", "move", "said"),
    [
        ("wild", "x2/3/3", "xb3", "lets First win at once with xc3 and loses in 2; "),
        ("morris", "o2/1x1/o1x x", "a2", "stops O from winning at once, as no other move does"),
        ("morris", "o2/1x1/o1x x", "b3", "lets O win at once with a2 and loses in 2; "),
        ("morris", "xx1/o2/1o1 x", "c1", "misses the win at once with c3; "),
        ("hex:3", "1x1/3/2o x", "b2", "threatens to join top and bottom at a3 or b3"),
    ],
)  # fmt: skip
def test_words(name, text, move, said):
    game = find_game(name)
    position, turn = game.parse(text)
    line = one_line(explain(game, position, turn).of(game.read(move)))
    assert line.startswith(f"{move}: {said}"), line
