"""A game's own methods, called with texts, boards and mistakes."""

import inspect
from typing import Any

import pytest

from noughts.analysis.state import State
from noughts.errors import NoughtsError
from noughts.games.connectfour import ConnectFour
from noughts.games.kalah import Kalah
from noughts.games.nim import Nim
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge.base import Knowledge
from noughts.solving.solver import Solver
from noughts.value import LOSS

GAME: Any = TicTacToe()
BOARD = "xo.|.x.|..o"
POSITION = GAME.parse(BOARD)[0]
OVER = GAME.parse("xxx|oo.|...")[0]


def test_texts_boards_and_matches_stand_for_positions():
    rows = [["X", "O", None], [None, "X", None], [None, None, "O"]]
    for given in (BOARD, rows, State("tictactoe", BOARD), POSITION):
        assert GAME.play(given, "a1") == GAME.play(POSITION, 6)
        assert list(GAME.moves(given)) == [2, 3, 5, 6, 7]
        assert GAME.text(given, turn=0) == GAME.text(given) == "xo1/1x1/2o x"
        assert GAME.board(given) == GAME.board(POSITION, 0)
    assert GAME.text("x2/3/3 o") == GAME.text(GAME.parse("x2/3/3 o")[0]) == "x2/3/3 o"
    assert GAME.outcome("xxx|oo.|...") == LOSS
    assert GAME.parse(rows) == (POSITION, 0)


def test_a_wrong_argument_is_named_in_one_sentence():
    start = GAME.start()
    wrong = [
        (GAME.play, BOARD, "a3"), (GAME.play, start, 4.0), (GAME.play, start, -1),
        (GAME.play, start, 99), (GAME.play, POSITION, 0), (GAME.play, OVER, 5),
        (TicTacToe, "3"), (ConnectFour, 7, 6, 4, False, 1), (GAME.text,), (Solver(GAME).value,),
        (ConnectFour().play, ConnectFour().start(), 7), (Nim().play, Nim().start(), 99),
        (GAME.play, 7, "a3"), (GAME.play, "no", "a3"), (GAME.outcome,), (GAME.moves, 3),
        (GAME.lines, "no"), (GAME.name, 99), (GAME.name, "b2"), (GAME.parse, 3), (GAME.read, 3),
        (Nim().parse, None), (ConnectFour().name, -1), (Kalah().read, 2), (GAME.read_moves, ["b2"]),
    ]  # fmt: skip
    for method, *given in wrong:
        with pytest.raises(NoughtsError) as found:
            method(*given)
        assert "\n" not in str(found.value)
    with pytest.raises(TypeError, match=r"write game.play\(game.start\(\), 'b2'\)"):
        GAME.play("b2")


def test_searches_call_the_rules_as_they_are_written():
    rule = vars(Knowledge(GAME))["play"].__func__
    assert inspect.getsource(rule) == inspect.getsource(TicTacToe.play)
    assert not hasattr(rule, "plain_rule")
    assert hasattr(TicTacToe.play, "plain_rule")
