"""Domineering: a brute force on sets of squares, and who wins by the literature."""

from functools import cache

import pytest

from noughts import Solver, check, find_game
from noughts.errors import (
    BadParameters,
    CellTaken,
    IllegalMove,
    ImpossiblePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import play_legal
from noughts.games.domineering import Domineering
from noughts.value import LOSS, WIN
from tests.each import each
from tests.playing import assert_compiled_agrees, every_position

# The same game once more: the empty squares as a set of (row, column), and the direction to lay.
UPRIGHT, ACROSS = (1, 0), (0, 1)


@cache
def plies(empty, step, other):
    """How the game ends for the side to move, and after how many plies."""
    worth = []
    for row, column in empty:
        beside = (row + step[0], column + step[1])
        if beside in empty:
            outcome, length = plies(empty - {(row, column), beside}, other, step)
            worth.append((-outcome, length + 1))
    if not worth:
        return LOSS, 0
    won = [length for outcome, length in worth if outcome == WIN]
    return (WIN, min(won)) if won else (LOSS, max(length for _, length in worth))


def squares(columns, rows):
    return frozenset((row, column) for row in range(rows) for column in range(columns))


@each(("columns", "rows"), [(3, 3), (4, 3), (3, 4), (4, 4), (7, 1), (1, 7)])
def test_the_value_is_that_of_the_brute_force(columns, rows):
    value = Solver(Domineering(columns, rows)).value(Domineering(columns, rows).start())
    assert (value.outcome, value.plies) == plies(squares(columns, rows), UPRIGHT, ACROSS)


@each(
    ("columns", "rows", "outcome"),
    [
        # Breuker, Uiterwijk and van den Herik 2000: the first player wins the small squares.
        (2, 2, WIN),
        (3, 3, WIN),
        (4, 4, WIN),
        # Uiterwijk 2014: upright wins all boards of 3 columns, across those of 3 rows from 4 on.
        *((3, rows, WIN) for rows in (2, 4, 5, 6)),
        *((columns, 3, LOSS) for columns in range(4, 7)),
    ],
)
def test_who_wins_by_the_literature(columns, rows, outcome):
    game = Domineering(columns, rows)
    assert Solver(game).value(game.start()).outcome == outcome


def test_its_laws_hold():
    assert check(Domineering(4, 3), positions=200, plays=20).interpreted_because == ""


def test_compiled_is_interpreted():
    pytest.importorskip("numba")
    assert_compiled_agrees(Domineering(3, 3), every_position(Domineering(3, 3)))


def test_a_domino_does_not_reach_into_the_next_row():
    game = Domineering(3, 2)
    position = game.play(game.start(), game.read("b2"))
    assert [game.name(move) for move in game.moves(position)] == []
    assert game.outcome(position) == LOSS


@each(
    ("moves", "move", "error", "message"),
    [
        ("", "a1", IllegalMove, "a1 has no empty cell below it"),
        ("a4", "d3", IllegalMove, "d3 has no empty cell to the right of it"),
        ("b4", "a4", IllegalMove, "a4 has no empty cell to the right of it"),
        ("a4", "a3", CellTaken, "a3 is already taken"),
    ],
)
def test_moves_that_are_refused(moves, move, error, message):
    game = Domineering(4, 4)
    position = game.start()
    for one in moves.split():
        position = game.play(position, game.read(one))
    with pytest.raises(error, match=message):
        play_legal(game, position, game.read(move))


@each(
    ("text", "error", "message"),
    [
        ("x3/4/4/4 o", WrongCount, "X covers 1 cells"),
        ("xx2/4/4/4 o", ImpossiblePosition, "two by two"),
        ("x2o/x3/o3/4 x", ImpossiblePosition, "two by two"),
        ("x3/x3/4/4 x", WrongTurn, "O's turn"),
        ("x3/x3/x3/x3 o", WrongCount, "X covers 4 cells and O 0"),
    ],
)
def test_positions_that_cannot_arise(text, error, message):
    with pytest.raises(error, match=message):
        Domineering(4, 4).parse(text)


def test_boards_that_are_refused():
    with pytest.raises(BadParameters, match="at most 100 cells"):
        find_game("domineering:8,13")
    with pytest.raises(BadParameters, match="at most 100 cells"):
        find_game("domineering:0,4")
