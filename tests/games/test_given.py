"""Games and positions by name, as text, and as a board."""

from typing import Any

import pytest

import noughts as library
from noughts import TicTacToe
from noughts.errors import NotAGame, NoughtsError, UnknownGame, UnreadablePosition
from noughts.games.given import as_game, as_position, takes_names
from tests.each import each

# Their types are those of games and positions; names and boards come from scripts and notebooks.
noughts: Any = library
GAME = TicTacToe()
POSITION, TURN = GAME.parse("xo1/1x1/2o x")


@takes_names
def asked(game, position=None, *, turn=0):
    """The arguments, as the function gets them."""
    return game, position, turn


@each(
    "board",
    [
        "xo1/1x1/2o x", "xo.|.x.|..o", (POSITION, TURN), POSITION,
        ["X", "O", None, None, "X", None, None, None, "O"],
        [["X", "O", None], [None, "X", None], [None, None, "O"]],
    ],
)  # fmt: skip
def test_a_position_in_each_form(board):
    assert asked("tictactoe", board) == (GAME, POSITION, 0)
    assert noughts.best_moves(TicTacToe, board) == noughts.best_moves(GAME, POSITION) == [3, 6]


def test_a_text_says_whose_turn_it_is_unless_that_is_given():
    assert asked(GAME, "x2/3/3")[2] == 1
    assert asked(game=GAME, position="x2/3/3", turn=0)[2] == 0
    assert asked("tictactoe") == (GAME, None, 0)
    assert as_position(as_game("nim:3,4"), "3,2 o")[1] == 1


def test_public_functions_take_names():
    assert noughts.solve("mnk:3,3,2").value == noughts.solve(as_game("mnk:3,3,2")).value
    assert type(noughts.solver_for("tictactoe")) is type(noughts.solver_for(GAME))
    assert noughts.positions_by_ply("tictactoe")[:2] == [1, 9]
    assert str(noughts.check("mnk:2,2,2")) == str(noughts.check(as_game("mnk:2,2,2")))
    assert noughts.draw("tictactoe", "x2/3/3") == noughts.draw(GAME, *GAME.parse("x2/3/3"))


@each(
    ("arguments", "error"),
    [((7,), NotAGame), ((None,), NotAGame), (([["X"]],), UnreadablePosition), ((int,), NotAGame),
     (("tictacto",), UnknownGame), (("tictactoe", 7), UnreadablePosition),
     (("tictactoe", [1, 2, 3]), UnreadablePosition), (("tictactoe", "no"), UnreadablePosition),
     (("nim", [1, 2]), UnreadablePosition)],
)  # fmt: skip
def test_a_wrong_argument_ends_in_one_sentence(arguments, error):
    with pytest.raises(error) as found:
        noughts.solve(*arguments)
    assert isinstance(found.value, NoughtsError)
    assert "\n" not in str(found.value)


def test_python_names_what_python_knows():
    with pytest.raises(TypeError, match="nope"):
        noughts.solve("tictactoe", nope=1)
    with pytest.raises(TypeError, match="multiple values"):
        noughts.solve("tictactoe", game=GAME)
    with pytest.raises(TypeError, match="game"):
        noughts.solve()
