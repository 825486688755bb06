"""The cube against sets of places, in three coordinates; its names, texts and refusals."""

from itertools import combinations, product
from random import Random

import pytest

from noughts.errors import (
    BadParameters,
    CellTaken,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import play_legal
from noughts.games.cube import SPLIT, Cube
from noughts.games.registry import find_game, spec_of
from noughts.knowledge import knowledge_of
from noughts.knowledge.cube import CubeKnowledge
from noughts.laws.examiner import check
from noughts.solving.count import perft
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests.each import each
from tests.whole import random_play

CUBES = [Cube(3), Cube(4), Cube(3, misere=True)]


def naive_lines(n):
    """The sets of n places on a straight line: between them each coordinate keeps one step."""
    ways = [tuple(range(n)), tuple(reversed(range(n))), *((i,) * n for i in range(n))]
    found = {frozenset(zip(*coordinates, strict=True)) for coordinates in product(ways, repeat=3)}
    return {line for line in found if len(line) == n}


def place(game, cell):
    """Level, row and column of a cell."""
    return (cell // game.n**2, cell // game.n % game.n, cell % game.n)


@each(("n", "lines", "symmetries"), [(3, 49, 48), (4, 76, 192)])
def test_there_are_as_many_lines_and_symmetries_as_are_known(n, lines, symmetries):
    """Section 6 of the design; 192 for 4×4×4: Silver, American Mathematical Monthly 74, 1967."""
    game = Cube(n)
    places = {
        frozenset(place(game, cell) for cell in range(n**3) if line >> cell & 1)
        for line in game.board_lines
    }
    assert places == naive_lines(n)
    assert len(game.board_lines) == len(places) == lines
    found = CubeKnowledge(game).symmetries
    assert len(found) == len(set(found)) == symmetries
    for symmetry in found:
        assert sorted(symmetry) == list(range(n**3))
        moved = {sum(1 << symmetry[cell] for cell in range(n**3) if line >> cell & 1)
                 for line in game.board_lines}  # fmt: skip
        assert moved == set(game.board_lines)


@each("game", CUBES)
def test_the_rules_are_those_of_sets_of_places(game):
    lines, random = naive_lines(game.n), Random(spec_of(game))
    known = knowledge_of(game)
    for _ in range(8):
        marks = [set(), set()]
        for position, played in random_play(game, random):
            if played:
                marks[1 - len(played) % 2].add(place(game, played[-1]))
            last = marks[1 - len(played) % 2]
            won = [line for line in lines if line <= last]
            full = len(played) == game.cells
            decided = WIN if game.misere else LOSS
            assert game.outcome(position) == (decided if won else DRAW if full else OPEN)
            shown = {
                place(game, cell): sign.mark
                for cell, sign in enumerate(game.board(position, len(played) % 2).cells)
            }
            assert {at for at, mark in shown.items() if mark == "X"} == marks[0]
            assert {at for at, mark in shown.items() if mark == "O"} == marks[1]
            open_to = [sum(not line & other for line in lines) for other in marks[::-1]]
            mine, theirs = open_to[:: -1 if len(played) % 2 else 1]
            assert known.estimate(position) == (mine - theirs) * (-1 if game.misere else 1)
        found = {frozenset(place(game, cell) for cell in line) for line in game.lines(position)}
        assert found == set(won)


@pytest.mark.parametrize("spec", ["cube:3,misere", "qubic"])
def test_the_laws_are_kept(spec):
    assert check(find_game(spec), positions=30, plays=2).interpreted_because == ""


def test_the_first_plies_are_as_many_as_there_are_empty_cells():
    assert [perft(Cube(), ply) for ply in range(5)] == [1, 27, 27 * 26, 17_550, 421_200]
    assert perft(Cube(4), 3) == 64 * 63 * 62


def test_plays_that_end_with_the_fifth_mark():
    """49 lines: X fills one in any order, and O two cells beside it; none goes on."""
    plays_of_six = perft(Cube(), 6)
    decided = 49 * 6 * 24 * 23
    assert plays_of_six == (27 * 26 * 25 * 24 * 23 - decided) * 22


# Names and texts.


def test_a_cell_is_named_by_level_letter_and_row():
    game = find_game("qubic")
    assert game == Cube(4) == find_game("cube:4")
    assert (spec_of(Cube(4)), spec_of(Cube())) == ("qubic", "cube")
    assert [game.name(cell) for cell in (0, 3, 12, 16, SPLIT, 63)] == [
        "1a4", "1d4", "1a1", "2a4", "2c1", "4d1",
    ]  # fmt: skip
    assert [game.read(game.name(cell)) for cell in range(64)] == list(range(64))
    assert game.read(" 3B2 ") == game.read("3b2")


@each("text", ["", "a1", "b2", "5", "0a1", "4a1", "1d1", "1a4", "1a0", "11a1"])
def test_what_is_no_cell_is_refused(text):
    with pytest.raises(UnreadableMove, match="use 1a1 to 3c3"):
        Cube().read(text)


def test_levels_lie_side_by_side_with_gaps():
    game = Cube(4)
    board = game.board(game.start(), 0)
    assert (board.columns, board.rows, board.column_gaps) == (16, 4, (4, 8, 12))
    assert (board.cell("3b4").column, board.cell("3b4").row) == (9, 0)
    assert len({(cell.column, cell.row) for cell in board.cells}) == 64


@each(
    ("text", "error"),
    [
        ("3/3/3|3/1x1/3|2o/3/3 x", None),
        ("xxx/3/3|oo1/3/3|3/3/3 o", None),
        ("xxx/3/3|oo1/3/3|3/3/3 x", WrongTurn),
        ("xxx/3/3|o2/3/3|3/3/3 o", WrongCount),
        ("xxx/3/3|ooo/3/3|3/3/3 x", TwoLines),
        ("xxx/3/3|oo1/o2/o2|xxx/3/1o1 o", TwoLines),
        ("3/3/3 x", UnreadablePosition),
        ("3/3/3|3/3/3|3/3/4 x", UnreadablePosition),
        ("3/3/3|3/3/3|3/3/3 z", UnreadablePosition),
    ],
)
def test_positions_that_cannot_be_are_named(text, error):
    game = Cube()
    if error is None:
        assert game.text(*game.parse(text)) == text
    else:
        with pytest.raises(error):
            game.parse(text)


def test_a_taken_cell_is_refused():
    game = Cube()
    position = game.play(game.start(), game.read("2b2"))
    with pytest.raises(CellTaken, match="2b2 is already taken; still empty: 1a3, 1b3"):
        play_legal(game, position, game.read("2b2"))


@each("n", [-1, 0, 1, 2, 6])
def test_cubes_that_cannot_be_are_refused(n):
    with pytest.raises(BadParameters, match="3, 4 or 5 cells"):
        Cube(n)


def test_lines_cross_where_cells_are_best():
    """13 lines pass through the centre of 3×3×3, 7 through a corner."""
    game = Cube()
    through = [sum(line >> cell & 1 for line in game.board_lines) for cell in range(27)]
    assert (through[game.read("2b2")], through[game.read("1a1")], max(through)) == (13, 7, 13)
    pairs = combinations(game.board_lines, 2)
    assert max((a & b).bit_count() for a, b in pairs) == 1
