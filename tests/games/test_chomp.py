"""Chomp: its rules against a brute force on rows of squares, and its only winning bites."""

from functools import cache

import pytest

from noughts import check
from noughts.errors import (
    BadParameters,
    IllegalMove,
    ImpossiblePosition,
    UnreadableMove,
    UnreadablePosition,
)
from noughts.game import play_legal
from noughts.games.chomp import Chomp
from noughts.solving.solver import Solver
from noughts.value import WIN, Value
from tests.each import each
from tests.playing import assert_compiled_agrees, assert_golden, every_position, perfts

BARS = [(4, 3), (5, 3), (5, 4), (3, 3), (4, 4), (2, 7), (7, 1), (1, 1)]

# The same game once more: a tuple of the rows' widths from the poison's row up.


def bites(rows):
    for bitten, width in enumerate(rows):
        for column in range(width):
            yield (
                (bitten, column),
                tuple(
                    min(width, column) if row >= bitten else width for row, width in enumerate(rows)
                ),
            )


@cache
def worth(rows):
    if not any(rows):
        return Value(WIN, 0)
    return max(worth(after).before() for _, after in bites(rows))


@cache
def plays(rows, plies):
    return 1 if plies == 0 else sum(plays(after, plies - 1) for _, after in bites(rows))


@pytest.mark.parametrize("bar", BARS)
def test_perft_is_that_of_the_brute_force(bar):
    m, n = bar
    assert perfts(Chomp(m, n), 5) == [plays((m,) * n, ply) for ply in range(6)]


@each("bar", BARS[:2], large=BARS[2:])
def test_every_position_has_the_value_that_the_brute_force_finds(bar):
    game = Chomp(*bar)
    solver, positions = Solver(game), every_position(game)
    for position in positions:
        assert solver.value(position) == worth(tuple(reversed(game.widths(position))))
    assert_compiled_agrees(game, positions)
    # A position is a path from the upper left corner to the lower right one.
    m, n = bar
    paths = [1] * (n + 1)
    for _ in range(m):
        for row in range(1, n + 1):
            paths[row] += paths[row - 1]
    assert len(positions) == paths[n]


@each(("rows", "columns", "row", "column"), [(3, 4, 1, 2), (3, 5, 2, 3), (4, 5, 2, 2)])
def test_the_only_winning_bites_counted_from_the_poison(rows, columns, row, column):
    """Section 6 of the design; row and column count from 0, the poison's."""
    game = Chomp(columns, rows)
    values = Solver(game).values(game.start())
    won = [game.name(move) for move, value, _ in values if value.outcome == WIN]
    assert won == [f"{'abcde'[column]}{row + 1}"]
    assert [where for where, after in bites((columns,) * rows) if worth(after).outcome < 0] == [
        (row, column)
    ]


@pytest.mark.parametrize("side", range(2, 8))
def test_on_a_square_the_bite_beside_the_poison_wins(side):
    """Leaving two equal arms; and no other: Gale 1974."""
    game = Chomp(side, side)
    assert [game.name(move) for move in Solver(game).best_moves(game.start())] == ["b2"]


def test_the_first_player_wins_on_every_bar_but_one_square():
    for m in range(1, 7):
        for n in range(1, 7):
            assert Solver(Chomp(m, n)).value(Chomp(m, n).start()).outcome == (
                1 if m * n > 1 else -1
            )


def test_a_large_bar_is_solved():
    """56 squares: the whole word has a say in the transposition table."""
    game = Chomp(8, 7)
    assert Solver(game, 2_000_000).value(game.start()).outcome == WIN


def test_every_law_is_kept():
    for bar in [*BARS, (26, 2)]:
        assert check(Chomp(*bar), positions=150, plays=10).interpreted_because == ""


def test_a_whole_game():
    assert_golden("chomp")


@each(
    ("text", "error"),
    [
        ("4/3/4 x", ImpossiblePosition),
        ("4/4 x", UnreadablePosition),
        ("4/4/5 x", UnreadablePosition),
        ("4/4/4/4", UnreadablePosition),
        ("4/4/4 xo", UnreadablePosition),
        ("4/-1/4 x", UnreadablePosition),
        ("", UnreadablePosition),
    ],
)
def test_positions_that_cannot_be(text, error):
    with pytest.raises(error):
        Chomp(4, 3).parse(text)


def test_what_is_refused():
    game = Chomp(4, 3)
    position, _ = game.parse("2/2/4 o")
    with pytest.raises(IllegalMove, match="c2 is already eaten"):
        play_legal(game, position, game.read("c2"))
    for text in ("e1", "a4", "", "1a"):
        with pytest.raises(UnreadableMove):
            game.read(text)
    for bar in ((0, 1), (27, 1), (8, 8), (3, -3)):
        with pytest.raises(BadParameters):
            Chomp(*bar)


def test_the_board_shows_what_is_left_and_the_poison():
    game = Chomp(3, 2)
    position, turn = game.parse("1/2 x")
    board = game.board(position, turn)
    assert [cell.mark for cell in board.cells] == ["#", "", "", "!", "#", ""]
    assert board.cell("a1").moves == (game.read("a1"),)
    assert board.cell("c1").moves == ()
