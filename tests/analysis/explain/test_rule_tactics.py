"""Tactics of any game: each fact against a naive reading of the rules, in random play."""

import random
from typing import Any

from noughts.analysis.explain.explainer import Explainer, explain
from noughts.analysis.explain.facts import FactKind
from noughts.analysis.explain.tactics import RuleTactics, line_counts
from noughts.analysis.explain.text import one_line
from noughts.errors import SearchStopped
from noughts.games.registry import find_game
from noughts.games.wild import Wild
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN, Certainty, Value
from tests.analysis.rule_claims import CLAIMS, holds, must_be_said
from tests.each import each

GAMES = ["cube", "wild", "wild:misere", "notakto", "notakto:2", "orderchaos:3,3,3", "threemarks",
         "morris", "nim", "chomp:4,3", "hex:3", "numerical", "ultimate", "domineering:3,3",
         "picaria", "standardgomoku:3,3,3", "pentago", "dots:2,1", "kalah:3,2",
         "othello"]  # fmt: skip


def last_positions(game, seed, plies=120):
    """The last open positions of a random game: tactics are late."""
    rng, position, met = random.Random(seed), game.start(), []
    while game.outcome(position) == OPEN and len(met) < plies:
        met.append(position)
        position = game.play(position, rng.choice(list(game.moves(position))))
    return met[-4:]


@each("name", GAMES)
def test_what_is_said_is_so_and_what_is_so_is_said(name):
    game, rng = find_game(name), random.Random(name)
    tactics = RuleTactics(game)
    for position in (p for seed in range(4) for p in last_positions(game, seed)):
        moves = list(game.moves(position))
        for move in rng.sample(moves, min(4, len(moves))):
            facts = list(tactics.facts(position, 0, move))
            of_rules = [fact for fact in facts if fact.kind != FactKind.NAMED]
            assert all(holds(game, position, 0, move, fact) for fact in of_rules)
            assert {fact.kind for fact in facts} == must_be_said(game, position, move)


COUNTED = {
    FactKind.ON_LIVE_LINES,
    FactKind.CLOSES_SHARED_LINES,
    FactKind.ON_NO_OPEN_LINE,
    FactKind.ON_CLEAR_LINES,
    FactKind.ENDS_WITH_LINE,
}


def test_every_kind_is_met():
    met = set()
    for name in ("wild", "morris", "notakto:2", "hex:3"):
        game = find_game(name)
        tactics = RuleTactics(game)
        for seed in range(30):
            for position in last_positions(game, seed):
                for move in game.moves(position):
                    met |= {fact.kind for fact in tactics.facts(position, 0, move)}
    assert met == {*CLAIMS} - COUNTED


@each("name", ["standardgomoku:4,4,3", "standardgomoku:5,5,3,renju", "pentago"])
def test_rows_of_ones_own_are_named(name):
    game, number = find_game(name), 0
    for position in (p for seed in range(12) for p in last_positions(game, seed)):
        turn = game.turn(position) or 0
        for move in game.moves(position):
            facts = list(line_counts(game, position, turn, move))
            assert all(holds(game, position, turn, move, fact) for fact in facts)
            assert facts or move not in RuleTactics(game).wins_at_once(position)
            number += len(facts)
    assert number


def test_lines_through_the_marked_cell_are_counted():
    met = set()
    for name in ("wild", "wild:5,4,3", "orderchaos", "morris", "morris:nodiagonals", "threemarks",
                 "picaria"):  # fmt: skip
        game = find_game(name)
        for seed in range(12):
            for position in last_positions(game, seed):
                turn = game.turn(position) or 0
                for move in game.moves(position):
                    facts = list(line_counts(game, position, turn, move))
                    assert all(holds(game, position, turn, move, fact) for fact in facts)
                    met |= {fact.kind for fact in facts}
    assert met == COUNTED


class OneRow(Wild):
    """A wild game in which one line counts, of which nothing known holds."""

    def any_line(self, position):
        return position.crosses & 7 == 7


def test_lines_that_mean_something_else_are_not_counted():
    game = OneRow()
    assert not list(line_counts(game, game.start(), 0, 0))


@each("name", ["nim:2,3,4", "notakto", "chomp:4,3", "wild", "dots:2,1"])
def test_how_many_replies_are_good(name):
    game, number = find_game(name), 0
    explainer = Explainer(game)
    for seed in range(6):
        for position in last_positions(game, seed)[:2]:
            turn = game.turn(position) or 0
            for move in explainer.explain(position, turn).moves:
                said = [fact for fact in move.facts if fact.kind == FactKind.FEW_REPLIES]
                assert all(holds(game, position, turn, move.move, fact) for fact in said)
                number += len(said)
    assert number


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


@each("name, text, move, said",
    [
        ("wild", "x2/3/3", "xb3", "lets First win at once with xc3 and loses in 2; "),
        ("morris", "o2/1x1/o1x x", "a2", "stops O from winning at once, as no other move does"),
        ("morris", "o2/1x1/o1x x", "b3", "lets O win at once with a2 and loses in 2; "),
        ("morris", "xx1/o2/1o1 x", "c1", "misses the immediate win with c3; "),
        ("wild", "3/1x1/oox", "xa3", "completes the line (a3 b2 c1) and wins at once"),
        ("standardgomoku:4,4,3", "xx2/oo2/4/4 x", "c4",
         "completes the line (a4 b4 c4) and wins at once"),
        ("pentago", "xx1x/oo2/o3/4 x", "c4", "completes the line (a4 b4 c4 d4) and wins at once"),
        ("domineering:2,2", "2/2 x", "a2", "leaves O no place for a domino and wins at once"),
        ("hex:3", "1x1/3/2o x", "b2", "threatens to join top and bottom at a3 or b3"),
    ],
)  # fmt: skip
def test_words(name, text, move, said):
    game = find_game(name)
    position, turn = game.parse(text)
    line = one_line(explain(game, position, turn).of(game.read(move)))
    assert line.startswith(f"{move}: {said}"), line


def test_where_there_are_very_many_moves_none_is_looked_for_that_is_safe():
    game, asked = find_game("nim:60,60,60"), []

    class Watched(RuleTactics[Any]):
        def wins_at_once(self, position):
            asked.append(position)
            return ()

    one = game.read("a1")  # of 180 counters
    (fact,) = Watched(game).facts(game.start(), 0, one)
    assert (fact.kind, fact.number, len(asked)) == (FactKind.LEAVES_MOVES, 179, 2)
