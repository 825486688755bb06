"""Kalah: its rules and values against a plain program with lists, and the published table."""

from functools import cache
from typing import Any

import pytest

from noughts import check
from noughts.errors import (
    BadParameters,
    IllegalMove,
    ImpossiblePosition,
    TwoReadings,
    UnreadableMove,
    UnreadablePosition,
)
from noughts.game import play_legal
from noughts.games.kalah import Kalah, counters
from noughts.knowledge.kalah import KalahKnowledge
from noughts.solving import margins
from noughts.solving.margins import CROWDED, MarginSolver
from noughts.solving.solver import Solver
from tests.each import each
from tests.playing import assert_golden, every_position

# The same game once more: what the player to move still wins, from the counters in the pits alone.


@cache
def to_come(mine, theirs):
    if not any(mine) or not any(theirs):
        return sum(mine) - sum(theirs)
    return max(_after(mine, theirs, pit) for pit in range(len(mine)) if mine[pit])


def _after(mine, theirs, pit):
    mine, theirs = list(mine), list(theirs)
    hand, mine[pit], won, place, size = mine[pit], 0, 0, pit, len(mine)
    for _ in range(hand):
        place = (place + 1) % (2 * size + 1)
        if place < size:
            mine[place] += 1
        elif place == size:
            won += 1
        else:
            theirs[place - size - 1] += 1
    if place < size and mine[place] == 1 and theirs[size - 1 - place]:
        won += 1 + theirs[size - 1 - place]
        mine[place] = theirs[size - 1 - place] = 0
    if place == size:
        return won + to_come(tuple(mine), tuple(theirs))
    return won - to_come(tuple(theirs), tuple(mine))


# For 1 to 6 counters in each pit, by the number of pits: Irving, Donkers and Uiterwijk 2000.
PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW"}


@each("pits", PUBLISHED)
def test_the_results_are_those_published(pits):
    for seeds, result in enumerate(PUBLISHED[pits], start=1):
        game = Kalah(pits, seeds)
        margin = MarginSolver(game).margin(game.start())
        assert "LDW"[margin.outcome + 1] == result
        assert margin.points == to_come((seeds,) * pits, (seeds,) * pits)


@each("size", [(1, 3), (2, 2), (2, 3)])
def test_every_position_is_won_by_whoever_gets_more_counters(size):
    game = Kalah(*size)
    solver, points = Solver(game), MarginSolver(game)
    for position in every_position(game):
        assert solver.value(position).outcome == points.margin(position).outcome


def test_in_every_position_the_margin_is_within_its_bounds():
    sure = 0
    for game in (Kalah(1, 3), Kalah(2, 3), Kalah(3, 2)):
        for position in every_position(game):
            mine, theirs = (
                tuple(counters(side, pit) for pit in range(game.pits))
                for side in (position.mine, position.theirs)
            )
            margin = game.margin(position) + to_come(mine, theirs)
            least, most = KalahKnowledge(game).final_margins(position, 0, 1)
            assert least <= margin <= most
            sure += least == margin < most
    assert sure


@pytest.mark.usefixtures("compiled_at_once")
def test_a_crowded_table_is_made_anew(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(margins, "MANY_BITS", 4)
    # 3,3 may be solved before compiled code is asked for.
    solver: Any = MarginSolver(Kalah(4, 3), memory=1)
    assert solver.margin(solver.game.start()).points == 6  # as `to_come` says, in ten seconds
    assert solver.nodes > CROWDED << 4
    assert len(solver._table.memory) == 1 << 17  # words, with four for an entry


def test_the_laws_hold():
    assert "Interpreted and compiled agree" in str(check(Kalah(3, 2), positions=100, plays=10))


def played(game, text, move):
    position, _ = game.parse(text)
    after = play_legal(game, position, game.read(move))
    return game.text(after, after.mover)


def test_a_last_counter_in_the_store_gives_another_turn():
    assert played(Kalah(3, 2), "2,2,2,0/2,2,2,0 x", "b") == "2,0,3,1/2,2,2,0 x"


def test_a_last_counter_in_an_empty_pit_takes_those_opposite():
    assert played(Kalah(3, 2), "1,0,3,1/2,2,2,1 x", "a") == "0,0,3,4/2,0,2,1 o"


def test_opposite_an_empty_pit_it_stays():
    assert played(Kalah(3, 2), "1,0,3,1/2,0,3,2 x", "a") == "0,1,3,1/2,0,3,2 o"


def test_the_store_of_the_other_is_left_out():
    assert played(Kalah(2, 5), "0,8,0/5,5,2 x", "b") == "1,1,2/7,7,2 o"


def test_when_a_side_is_empty_the_rest_is_its_owners():
    game = Kalah(3, 2)
    assert played(game, "0,0,1,5/1,2,1,2 x", "c") == "0,0,0,6/0,0,0,6 x"


@each("size", [(0, 1), (1, 0), (7, 1), (1, 7)])
def test_boards_have_a_size(size):
    with pytest.raises(BadParameters):
        Kalah(*size)


def test_moves_and_positions_are_explained():
    game = Kalah(3, 2)
    for name in ("d", "", "ab", "0", "4", "12"):
        with pytest.raises(UnreadableMove, match="write its number, 1 to 3"):
            game.read(name)
    with pytest.raises(IllegalMove, match="Pit 1 is empty"):
        play_legal(game, game.parse("0,2,2,2/2,2,2,0 x")[0], 0)
    with pytest.raises(IllegalMove, match="numbered 0 to 2"):
        play_legal(game, game.start(), 3)
    with pytest.raises(UnreadablePosition):
        game.parse("2,2,2/2,2,2,0 x")
    with pytest.raises(ImpossiblePosition, match="12 counters on the board, not 13"):
        game.parse("2,2,2,1/2,2,2,0 x")
    with pytest.raises(ImpossiblePosition, match="so are the other's"):
        game.parse("0,0,0,6/2,2,2,0 x")


def test_pits_are_read_as_they_are_drawn():
    game = Kalah(3, 2)
    right = "2,0,3,1/2,2,2,0 x"
    drawn = (
        " 2 2 2\n0     1\n 2 0 3\nx to move", "-2-2-2-\n0-----1\n-2-0-3- x",
        "[[2, 0, 3, 1], [2, 2, 2, 0]] x", f"{game.board(*game.parse(right))}\nX to move.",
    )  # fmt: skip
    for text in drawn:
        assert game.text(*game.parse(text)) == right
    for text, other in ((" 2 2 2\n0     1\n 2 0 3", "2,0,3,1/2,2,2,0 o"),
                        ("[2,0,3,1,2,2,2,0] x", "0,3,1,2/2,2,0,2 x")):  # fmt: skip
        with pytest.raises(TwoReadings, match=other):
            game.parse(text)


def test_a_whole_game_reads_as_it_did():
    assert_golden("kalah")
