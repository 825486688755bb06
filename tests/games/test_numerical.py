"""Numerical tic-tac-toe: its rules against a brute force on lists, and what is known of it."""

from collections import Counter
from functools import cache

import pytest

from noughts import check
from noughts.errors import (
    CellTaken,
    IllegalMove,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import play_legal
from noughts.games.numerical import Numerical
from noughts.games.registry import find_game
from noughts.solving.solver import Solver
from noughts.value import DRAW, LOSS, OPEN, WIN, Value
from tests.each import each
from tests.playing import assert_compiled_agrees, assert_golden, perfts, random_positions

GAME = Numerical()
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

# The same game once more, by the rules alone: nine numbers in a tuple, 0 for an empty cell.


def over(board):
    lines = [[board[int(cell)] for cell in line] for line in LINES]
    return any(0 not in line and sum(line) == 15 for line in lines)


def children(board):
    if not over(board):
        own = range(1 + (9 - board.count(0)) % 2, 10, 2)
        for number in own:
            if number not in board:
                for cell in range(9):
                    if board[cell] == 0:
                        yield (*board[:cell], number, *board[cell + 1 :])


@cache
def worth(board):
    """The outcome for the player to move."""
    if over(board):
        return LOSS
    return max((-worth(after) for after in children(board)), default=DRAW)


def packed(board):
    return sum(number << 4 * cell for cell, number in enumerate(board))


def test_perft_is_that_of_the_brute_force():
    counts, plays = [1], Counter([(0,) * 9])
    for _ in range(3):
        following = Counter()
        for board, ways in plays.items():
            for after in children(board):
                following[after] += ways
        plays = following
        counts.append(plays.total())
    counts.append(sum(ways * len(list(children(board))) for board, ways in plays.items()))
    assert counts == [1, 45, 1_440, 40_320, 725_760]
    assert perfts(GAME, 4) == counts


def test_outcomes_are_those_of_the_brute_force():
    late = [position for position in random_positions(GAME, 60) if GAME.filled(position) >= 5]
    solver = Solver(GAME)
    for position in late:
        board = tuple(GAME.at(position, cell) for cell in range(9))
        assert (GAME.outcome(position) == LOSS) == over(board)
        assert solver.value(position).outcome == worth(board)
        if GAME.outcome(position) == OPEN:
            after = {GAME.play(position, move).cells for move in GAME.moves(position)}
            assert after == set(map(packed, children(board)))


def test_odd_wins_in_nine_and_only_from_an_edge_and_without_the_five():
    """Odd's win: Markowsky 1990. In 9: section 6 of the design, by another program."""
    solver = Solver(GAME)
    assert solver.value(GAME.start()) == Value(WIN, 9)
    won = {GAME.name(move) for move, value, _ in solver.values(GAME.start()) if value.outcome > 0}
    assert won == {
        f"{edge}={number}" for edge in ("a2", "b1", "b3", "c2") for number in (1, 3, 7, 9)
    }


def test_every_law_is_kept_and_compiled_agrees():
    assert check(GAME, positions=300, plays=20).interpreted_because == ""
    assert_compiled_agrees(GAME, random_positions(GAME, 100))


def test_a_whole_game():
    assert_golden("numerical")


@each(
    ("text", "error"),
    [
        ("1../.../... x", WrongTurn),
        ("11./2../... o", WrongCount),
        ("13./.../... x", WrongCount),
        ("2../.../... o", WrongCount),
        ("0../.../... x", UnreadablePosition),
        ("x../.../...", UnreadablePosition),
        ("8.3/1.5/6.7 x", WrongCount),
        ("816/357/492 o", TwoLines),  # eight lines make 15, and no number lies in all
        ("195/246/... x", TwoLines),  # Odd made 15, and yet Even has put down a 2
    ],
)
def test_positions_that_cannot_be(text, error):
    with pytest.raises(error):
        GAME.parse(text)


def test_what_can_be_read():
    assert GAME.parse("1../.../...") == (GAME.play(GAME.start(), 0), 1)
    assert GAME.read("b25") == GAME.read(" B2 = 5 ") == GAME.read("b2=5")
    for text in ("b2", "d1=3", "b2=0", "5", ""):
        with pytest.raises(UnreadableMove):
            GAME.read(text)


@each(
    ("move", "error", "words"),
    [
        ("a3=2", CellTaken, "taken"),
        ("b3=1", IllegalMove, "already"),
        ("b3=3", IllegalMove, "not Even's"),
    ],
)
def test_why_a_move_is_refused(move, error, words):
    position, _ = GAME.parse("1../.../... o")
    with pytest.raises(error, match=words):
        play_legal(GAME, position, GAME.read(move))


def test_the_board_offers_all_numbers_in_an_empty_cell():
    board = find_game("numerical").board(*GAME.parse("1../.../... o"))
    assert board.cell("a3").mark == "1"
    assert [GAME.name(move) for move in board.cell("b2").moves] == ["b2=2", "b2=4", "b2=6", "b2=8"]
