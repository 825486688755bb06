"""Nim: solved by theory, which adds the heaps without carrying; its rules against OpenSpiel."""

from functools import reduce
from operator import xor
from random import Random

import pytest

from noughts import check
from noughts.errors import (
    BadParameters,
    IllegalMove,
    ImpossiblePosition,
    UnreadableMove,
    UnreadablePosition,
)
from noughts.game import legal_moves, play_legal
from noughts.games.given import as_position
from noughts.games.nim import HEAPS, Nim
from noughts.solving.solver import Solver
from tests.each import each
from tests.playing import assert_compiled_agrees, assert_golden, every_position, perfts

STARTS = [(3, 4, 5), (1, 3, 5, 7), (2, 2), (1,), (1, 1, 1, 1, 1), (2, 0, 3)]


def nim(sizes, misere=False):
    a, b, c, d, e = (*sizes, 0, 0, 0, 0)[:HEAPS]
    return Nim(a, b, c, d, e, misere)


def heaps(game, position):
    return [game.size(position, heap) for heap in range(HEAPS)]


def bouton(sizes, misere):
    """Whether the player to move wins, by Bouton's theorem of 1901."""
    if misere and max(sizes) <= 1:
        return sum(sizes) % 2 == 0
    return reduce(xor, sizes) != 0


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("sizes", STARTS)
def test_every_position_is_worth_what_theory_says(sizes, misere):
    game = nim(sizes, misere)
    solver, positions = Solver(game), every_position(game)
    for position in positions:
        assert (solver.value(position).outcome > 0) == bouton(heaps(game, position), misere)
    assert_compiled_agrees(game, positions)
    count = 1
    for size in sizes:
        count *= size + 1
    assert len(positions) == count


@each("misere", [False, True])
def test_three_four_five_is_won_by_taking_two_from_three_alone(misere):
    game = nim((3, 4, 5), misere)
    values = Solver(game).values(game.start())
    assert [game.name(move) for move, value, _ in values if value.outcome > 0] == ["a2"]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("sizes", [(3, 4, 5), (1, 3, 5, 7), (2, 2)])
def test_plays_are_those_of_open_spiel(sizes, misere):
    pyspiel = pytest.importorskip("pyspiel")
    game = nim(sizes, misere)
    theirs = pyspiel.load_game(f"nim(is_misere={misere},pile_sizes={';'.join(map(str, sizes))})")
    random = Random(0)
    for _ in range(50):
        position, state, ply = game.start(), theirs.new_initial_state(), 0
        while True:
            moves = {(move >> 6, move & 63): move for move in legal_moves(game, position)}
            actions = {
                _taken(state.action_to_string(action)): action for action in state.legal_actions()
            }
            assert set(moves) == set(actions)
            if not moves:
                break
            taken = random.choice(sorted(moves))
            position = game.play(position, moves[taken])
            state.apply_action(actions[taken])
            ply += 1
        first = game.outcome(position) * (1 if ply % 2 == 0 else -1)
        assert state.returns() == [first, -first]


def _taken(text):
    """`pile:1, take:2;` is two from heap 0."""
    pile, take = (int(part.strip(" ;").partition(":")[2]) for part in text.split(","))
    return pile - 1, take


def test_perft_is_that_of_the_brute_force():
    def plays(sizes, plies):
        if plies == 0:
            return 1
        return sum(
            plays((*sizes[:i], left, *sizes[i + 1 :]), plies - 1)
            for i, size in enumerate(sizes)
            for left in range(size)
        )

    assert perfts(Nim(3, 4, 5), 5) == [plays((3, 4, 5), ply) for ply in range(6)]


def test_every_law_is_kept():
    for sizes in [*STARTS, (60, 60, 60, 60, 60)]:
        for misere in (False, True):
            game = nim(sizes, misere)
            assert check(game, positions=100, plays=10).interpreted_because == ""


def test_a_whole_game():
    assert_golden("nim")


def test_names_and_the_counters_they_stand_for():
    game = Nim(3, 4, 5)
    position, turn = game.parse("2,4,5 o")
    board = game.board(position, turn)
    assert [game.name(move) for move in game.moves(position)][:3] == ["a1", "a2", "b1"]
    assert board.cell("a2").row == 4  # the lowest counter: to take it is to take both
    assert board.cell("a2").moves == (game.read("a2"),)
    assert board.cell("a3").mark == ""
    assert len({cell.name for cell in board.cells}) == 3 + 4 + 5
    for text in ("d1", "a0", "2", "", "a 2", "a100"):
        with pytest.raises(UnreadableMove):
            game.read(text)


@each(
    ("text", "error"),
    [
        ("4,4,5 x", ImpossiblePosition),
        ("3,4 x", UnreadablePosition),
        ("3,4,5,0 x", UnreadablePosition),
        ("3,4,x x", UnreadablePosition),
        ("3,4,-5", UnreadablePosition),
    ],
)
def test_positions_that_cannot_be(text, error):
    with pytest.raises(error):
        Nim(3, 4, 5).parse(text)


def test_heaps_are_read_as_they_are_written():
    game = Nim(3, 4, 5)
    written = ("1,4,5", "[1, 4, 5]", "1 4 5 x", "(1,4,5)", "*\n****\n*****", "| |||| |||||",
               "Heap 1: 1\nHeap 2: 4\nHeap 3: 5", "A=1 B=4 C=5", "array([1, 4, 5])",
               "{'heaps': [1, 4, 5], 'player': 0}")  # fmt: skip
    for text in written:
        assert game.text(*game.parse(text)) == "1,4,5 x"
    assert game.text(*game.parse("2,4,5")) == "2,4,5 o"  # one was taken, by the first player
    assert as_position(game, [1, 4, 5]) == game.parse("1,4,5 x")


def test_what_is_refused():
    game = Nim(3, 4, 5)
    with pytest.raises(IllegalMove, match="which has 3"):
        play_legal(game, game.start(), game.read("a4"))
    with pytest.raises(IllegalMove):
        play_legal(game, game.start(), 9_999)
    for sizes in ((0,), (-1, 2), (61,)):
        with pytest.raises(BadParameters):
            Nim(*sizes)
