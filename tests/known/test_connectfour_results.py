"""What is known of Connect Four on small boards, columns × rows.

Values: John Tromp, "John's Connect Four Playground", who solved all boards up to 8×8.
Positions: Stefan Edelkamp and Peter Kissmann, "Symbolic classification of general
two-player games", 2008, for the method and 7×6; the smaller boards as in section 6 of the
design, where another program counted them.
"""

from functools import cache
from typing import Any

import pytest

from noughts.games.connectfour import ConnectFour
from noughts.solving.count import positions_by_ply
from noughts.solving.solver import Solver
from noughts.value import DRAW, LOSS, WIN, Value


@pytest.mark.parametrize(
    ("columns", "rows", "positions"), [(4, 4, 161_029), (4, 5, 1_706_255), (5, 4, 3_945_711)]
)
def test_so_many_positions_can_arise(columns, rows, positions):
    assert sum(positions_by_ply(ConnectFour(columns, rows))) == positions


def test_the_first_plies_of_the_full_board_have_so_many_positions():
    """By ply 1, 7, 49, 238, 1,120, 4,263: Edelkamp and Kissmann."""
    game, now, counts = ConnectFour(), {ConnectFour().start()}, []
    for _ in range(6):
        counts.append(len(now))
        now = {game.play(position, move) for position in now for move in game.moves(position)}
    assert counts == [1, 7, 49, 238, 1_120, 4_263]


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 4), (4, 5)])
def test_these_boards_are_draws(columns, rows):
    solver = Solver(ConnectFour(columns, rows))
    value = solver.value(solver.game.start())
    assert (value, value.plies) == (Value(DRAW, 0), columns * rows)


def test_on_five_by_four_only_the_edge_columns_lose():
    solver = Solver(ConnectFour(5, 4))
    values = [value for _, value, _ in solver.values(solver.game.start())]
    assert values == [Value(LOSS, 20), *[Value(DRAW, 0)] * 3, Value(LOSS, 20)]


def test_the_second_player_wins_six_by_four_with_the_last_mark():
    solver = Solver(ConnectFour(6, 4))
    assert solver.value(solver.game.start()) == Value(LOSS, 24)


def test_misere_as_a_brute_force_on_strings_has_it():
    """No source is known to us; so the value on 4×4 rests on the rules alone."""
    for columns, rows, k in ((3, 3, 3), (4, 3, 3), (3, 3, 2)):
        solver = Solver(ConnectFour(columns, rows, k, misere=True))
        assert solver.value(solver.game.start()) == naive_misere(columns, rows, k)
    solver = Solver(ConnectFour(4, 4, misere=True))
    assert solver.value(solver.game.start()) == Value(LOSS, 13)


def naive_misere(columns: int, rows: int, k: int) -> Any:
    """The value of the misère game, on strings: a column each, from the bottom."""
    lines = [
        [(x + i * right, y + i * up) for i in range(k)]
        for right, up in ((0, 1), (1, -1), (1, 0), (1, 1))
        for x in range(columns)
        for y in range(rows)
    ]

    def mark_at(board, x, y):
        return board[x][y] if 0 <= x < columns and 0 <= y < len(board[x]) else ""

    @cache
    def value(board):
        played = sum(map(len, board))
        last = "ox"[played % 2]
        if any(all(mark_at(board, x, y) == last for x, y in line) for line in lines):
            return Value(WIN, 0)
        if played == columns * rows:
            return Value(DRAW, 0)
        return max(
            value((*board[:x], board[x] + "xo"[played % 2], *board[x + 1 :])).before()
            for x in range(columns)
            if len(board[x]) < rows
        )

    return value(("",) * columns)
