"""Plain boards: what a function gets, for every game, and which move its answer means."""

import json

import pytest

from noughts.errors import BadAnswer
from noughts.game import legal_moves
from noughts.games.registry import ENTRIES, find_game
from noughts.players.observation import Form, form_of, legal_move, plain
from noughts.players.shapes import Caller, Signature
from tests.each import each
from tests.playing import random_positions

SPECS = sorted({*ENTRIES} | {spec for entry in ENTRIES.values() for spec in entry.says("examples")})


def answers(game, position):
    """The answers that a function can choose from, in the game's order of moves."""
    board, legal = plain(game, position), legal_moves(game, position)
    if form_of(game) == Form.NAMES:
        return board["moves"]
    top = board if form_of(game) == Form.CELLS else board[0]
    taken = [move for move in legal if top[move] != " "]  # else a cell, or a column, that has room
    assert not taken or getattr(game, "swap", False)  # the stone that the second player takes
    return legal


def understood(game, position, answer):
    move = Caller(game, Signature(None)).move_in({"move": answer})
    assert move is not None
    return legal_move(game, position, move, "")


@each("spec", SPECS)
def test_in_every_game_there_is_a_board_and_an_answer_for_each_move(spec):
    game = find_game(spec)
    for position in random_positions(game, plays=2):
        legal = legal_moves(game, position)
        if legal:
            board = plain(game, position)
            assert json.loads(json.dumps(board)) == board
            assert [understood(game, position, one) for one in answers(game, position)] == legal


def test_cells_stand_in_reading_order_with_the_marks_of_the_players():
    game = find_game("tictactoe")
    assert plain(game, game.parse("xo1/2x/o2 x")[0]) == list("XO   XO  ")


def test_connect_four_has_rows_from_the_top_and_columns_from_the_left():
    game = find_game("connectfour:4,4")
    position = game.start()
    for move in (0, 0, 3):
        position = game.play(position, move)
    assert plain(game, position) == [list("    "), list("    "), list("O   "), list("X  X")]
    assert understood(game, position, 3) == 3


def test_a_game_with_memory_gives_its_whole_text():
    game = find_game("threemarks")
    board = plain(game, game.parse("a3b2c2/c3a1b1 x")[0])
    assert board["position"] == "a3b2c2/c3a1b1 x"
    assert board["cells"]["b2"] == "X2"  # the second of X's marks
    assert board["moves"] == ["a3", "b3", "a2", "c1"]


@each(
    "spec, answer, reason",
    [
        ("tictactoe", 9, "There is no cell 9: cells are numbered 0 to 8"),
        ("tictactoe", -1, "no cell -1"),
        ("nim", "z1", "'z1' is not a move"),
        ("nim", "a9", "which has 3"),
        ("connectfour", 7, "returned 7"),
    ],
)
def test_what_is_no_move(spec, answer, reason):
    game = find_game(spec)
    with pytest.raises(BadAnswer, match=reason):
        legal_move(game, game.start(), answer, f"returned {answer}")
