"""Looking ahead: where it sees the end it is right, and the horizon keeps its place."""

from random import Random

import pytest

from noughts.errors import SearchStopped
from noughts.game import keeps_turn, legal_moves
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import CLAIM_BITS
from noughts.search.deepening import (
    JUDGED,
    MOVES,
    Lookahead,
    entry_depth,
    entry_move,
    look_ahead,
    ordered_moves,
    packed_entry,
)
from noughts.search.learning import ONE, Network
from noughts.search.memory import words_of, zeros
from noughts.search.table import table_for
from noughts.value import ESTIMATE_LIMIT, OPEN
from tests.each import each
from tests.whole import random_play


def outcome(game, position, known):
    """Win, draw or loss, by plain minimax."""
    if position not in known:
        best = game.outcome(position)
        if best == OPEN:
            after = [game.play(position, move) for move in legal_moves(game, position)]
            best = max(
                (1 if keeps_turn(game, position, each) else -1) * outcome(game, each, known)
                for each in after
            )
        known[position] = best
    return known[position]


class Busy(Lookahead):
    """Beside a thread that seems to look at every move."""

    __slots__ = ()

    def claimed(self, name):
        return True


def looked(game, position, depth, barred=(), kind=Lookahead, network=None):
    known = knowledge_of(game)
    run, table = kind(10_000), table_for(known, position, 14)
    if kind is Busy:
        run.share(zeros(1 << CLAIM_BITS), words_of(known, position))
    for move in barred:
        run.barred[move] = 1
    score = look_ahead(known, position, depth, run, table, network or Network())
    return score, entry_move(table.find(position)), run


def sign(score):
    """The outcome that a score of the end proves."""
    return (score >= ESTIMATE_LIMIT) - (score <= -ESTIMATE_LIMIT)


@pytest.mark.parametrize(
    "spec",
    ["tictactoe", "mnk:4,3,3", "mnk:3,3,3,misere", "connectfour:3,3,3", "hex:3", "kalah:2,2",
     "dots:2,1", "domineering:4,3", "othello:4", "nim:3,4"],
)  # fmt: skip
def test_who_looks_to_the_end_knows_the_outcome(spec):
    game, random, known = find_game(spec), Random(1), {}
    misled = Network([[[0, 1], [1, 2]]], words_of(game, game.start()))
    for content in range(4):
        misled.weights[content] = random.randrange(-ONE, ONE)
    for _ in range(3):
        *play, _ = random_play(game, random)
        for position, _ in play[-4:]:
            right = outcome(game, position, known)
            for kind, network in ((Lookahead, None), (Busy, None), (Lookahead, misled)):
                score, move, _ = looked(game, position, 24, kind=kind, network=network)
                assert sign(score) == right, game.text(position, 0)
                after = game.play(position, move)
                turns = 1 if keeps_turn(game, position, after) else -1
                assert turns * outcome(game, after, known) == right


@pytest.mark.parametrize(("spec", "depths"), [("othello:6", 6), ("kalah:4,3", 7)])
def test_deeper_rounds_use_what_shallower_ones_found(spec, depths):
    game = find_game(spec)
    known, start = knowledge_of(game), game.start()
    table = table_for(known, start, 14)
    nodes = []
    for depth in range(1, depths + 1):
        run = Lookahead(9_000)
        look_ahead(known, start, depth, run, table, Network())
        nodes.append(run.nodes)
        assert entry_depth(table.find(start)) == depth
    alone = Lookahead(9_000)
    look_ahead(known, start, depths, alone, table_for(known, start, 14), Network())
    assert nodes[-1] < alone.nodes


def test_what_was_learned_puts_moves_in_order_where_replies_are_searched():
    known = knowledge_of(find_game("nim:3"))
    start, network = known.start(), Network([[[0]]])
    for depth, first in ((JUDGED, "a3"), (JUDGED - 1, "a1")):
        run = Lookahead(100)
        assert ordered_moves(known, start, depth, 0, 0, -1, run, network) == 3
        assert known.game.name(run.move(0)) == first


def test_a_barred_move_is_not_made():
    game = find_game("tictactoe")
    position, _ = game.parse("xx1/oo1/3 x")
    winning = game.read("c3")
    score, move, _ = looked(game, position, 3)
    assert (sign(score), move) == (1, winning)
    score, move, _ = looked(game, position, 3, barred=[winning])
    assert move != winning


def test_an_entry_holds_its_parts():
    for score in (-10_000_000, -999, 0, 7, 9_999_999):
        for depth in (-2, 0, 100):
            for move in (0, 5, MOVES):
                entry = packed_entry(score, 1, depth, move)
                assert (entry_depth(entry), entry_move(entry)) == (max(0, depth), move)


def test_it_ends_when_it_is_told_to():
    game = find_game("connectfour")
    run, table = Lookahead(4_000, 100), table_for(game, game.start(), 10)
    with pytest.raises(SearchStopped):
        look_ahead(knowledge_of(game), game.start(), 8, run, table, Network())
    assert run.nodes == 100


@each("spec", ["othello:8"], large=["hex:11", "domineering:8,8", "mnk:15,15,5"])
def test_wide_boards_are_searched_alike_in_both_forms(spec):
    """In positions whose last cells are taken: their bits lie in the highest word."""
    game, random = find_game(spec), Random(2)
    known = knowledge_of(game)
    *play, _ = random_play(game, random)
    position = max((each for each, _ in play), key=lambda each: each.mine | each.theirs)
    scores = []
    for search in (look_ahead, compiled(look_ahead, known)):
        run, table = Lookahead(40_000), table_for(known, position, 10)
        scores.append((search(known, position, 2, run, table, Network()), run.nodes))
    assert scores[0] == scores[1]
