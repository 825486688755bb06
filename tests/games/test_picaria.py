"""Picaria: its board and rules once more by brute force on strings, and its values."""

from functools import cache

import pytest

from noughts import Picaria, check, find_game
from noughts.errors import CellTaken, IllegalMove, UnreadableMove, UnreadablePosition
from noughts.game import legal_moves, play_legal
from noughts.solving.retrograde import RetrogradeSolver
from noughts.value import WIN, Value
from tests.each import each
from tests.playing import assert_compiled_agrees, random_positions

GAME = Picaria()
BOTH = pytest.mark.parametrize("game", [GAME, Picaria(centre=True)], ids=repr)

# The board drawn by hand: every point with its column and row on a grid of 5×5, from the top.
POINTS = [(x, y) for y in range(5) for x in range(5) if (x + y) % 2 == 0]
CENTRE = POINTS.index((2, 2))
POINTS_BY_NAME = {f"{'abcde'[x]}{5 - y}": point for point, (x, y) in enumerate(POINTS)}


def beside(point, right, down):
    """The next point in a direction, along a line; rows and columns of the edge points are long."""
    x, y = point
    if right and down:  # a diagonal of one of the four squares
        return (x + right, y + down) if (x + right, y + down) in POINTS else None
    if x % 2:  # the middle of a square: no row, no column
        return None
    goal = (x + 2 * right, y + 2 * down)
    return goal if goal in POINTS else None


WAYS = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)]
STEPS = [
    (start, POINTS.index(goal))
    for start, point in enumerate(POINTS)
    for way in WAYS
    if (goal := beside(point, *way))
]
LINES = {
    frozenset((POINTS.index(first), middle, POINTS.index(last)))
    for middle, point in enumerate(POINTS)
    for right, down in WAYS[:4]
    if (first := beside(point, -right, -down)) and (last := beside(point, right, down))
}


def has_line(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def after(state, centre):
    """The states that a turn can lead to: thirteen characters, then who is to move."""
    board, side = state[:13], state[13]
    other = "xo"[side == "x"]
    if has_line(board, other):
        return []
    if board.count(side) < 3:
        goals = [c for c in range(13) if board[c] == "." and (centre or c != CENTRE)]
        boards = [board[:goal] + side + board[goal + 1 :] for goal in goals]
    else:
        boards = []
        for start, goal in STEPS:
            if board[start] == side and board[goal] == ".":
                moved = list(board)
                moved[start], moved[goal] = ".", side
                boards.append("".join(moved))
    return [board + other for board in boards]


def test_there_are_sixteen_lines():
    assert len(LINES) == 16
    assert {frozenset(c for c in range(13) if line >> c & 1) for line in GAME.board_lines} == LINES


@cache
def wins(state, plies, centre):
    """Whether the side to move can force a win within that many plies."""
    if plies <= 0:
        return False
    return any(loses(each, plies - 1, centre) for each in after(state, centre))


def loses(state, plies, centre):
    """Whether the other side has won, or can force a win within that many plies."""
    following = after(state, centre)
    return not following or (plies > 1 and all(wins(e, plies - 1, centre) for e in following))


@pytest.mark.parametrize(("centre", "plies"), [(False, 7), (True, 5)])
def test_the_first_player_wins_as_soon_as_the_brute_force_says(centre, plies):
    start = "." * 13 + "x"
    assert wins(start, plies, centre)
    assert not wins(start, plies - 2, centre)
    values = RetrogradeSolver(game := Picaria(centre)).values(game.start())
    assert max(values, key=lambda each: each[1].outcome)[1] == Value(WIN, plies)
    best = {POINTS_BY_NAME[game.name(move)] for move, value, _ in values if value.outcome == WIN}
    openings = [point for point in range(13) if centre or point != CENTRE]
    after_it = {point: "." * point + "x" + "." * (12 - point) + "o" for point in openings}
    assert best == {point for point in openings if loses(after_it[point], plies - 1, centre)}


@BOTH
def test_the_moves_are_those_of_the_brute_force(game):
    for position in random_positions(game, plays=2):
        for turn in (0, 1):
            crosses, noughts = game.shown(position, turn)
            board = "".join(
                "x" if crosses >> c & 1 else "o" if noughts >> c & 1 else "." for c in range(13)
            )
            told = {
                tuple(game.shown(game.play(position, move), 1 - turn))
                for move in legal_moves(game, position)
            }
            states = after(board + "xo"[turn], game.centre)
            sets = {
                tuple(sum(1 << c for c in range(13) if s[c] == mark) for mark in "xo")
                for s in states
            }
            assert told == sets


def test_the_points_have_the_names_of_their_places():
    names = [GAME.cell_name(point) for point in range(13)]
    assert names == ["a5", "c5", "e5", "b4", "d4", "a3", "c3", "e3", "b2", "d2", "a1", "c1", "e1"]
    assert GAME.text(GAME.start(), 0) == "3/2/3/2/3 x"
    assert str(GAME.board(*GAME.parse("xo1/1x/3/o1/3 x"))).splitlines() == [
        "  a b c d e",
        "5 X   O   .",
        "4   .   X  ",
        "3 .   .   .",
        "2   O   .  ",
        "1 .   .   .",
    ]


@each("text", ["b5", "a2", "f1", "5", "a5-", "a5-b5"])
def test_what_is_no_move(text):
    with pytest.raises(UnreadableMove):
        GAME.read(text)


def test_moves_that_are_refused():
    with pytest.raises(IllegalMove, match="still have stones to place"):
        play_legal(GAME, GAME.start(), GAME.read("c3"))
    with pytest.raises(CellTaken):
        play_legal(GAME, GAME.parse("x2/2/3/2/3 o")[0], GAME.read("a5"))
    with pytest.raises(UnreadablePosition):
        GAME.parse("3/3/3/2/3 x")


def test_its_laws_hold_and_it_compiles():
    assert check(GAME, positions=60, plays=6).interpreted_because == ""
    pytest.importorskip("numba")
    assert_compiled_agrees(GAME, random_positions(GAME, plays=2)[:200])
    assert find_game("tapatan") == find_game("morris")
