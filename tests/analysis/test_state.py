"""A state plays, takes back, knows its values, and ends each wrong argument in one sentence."""

import pickle
from typing import Any

import numpy as np
import pytest

import noughts as door
from noughts import State
from noughts.errors import (
    GameOver,
    IllegalMove,
    NotAGame,
    TwoReadings,
    UnknownGame,
    UnknownPlayer,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
)
from noughts.value import WIN, Value
from tests.each import each

# Its functions take names, boards and functions, too, which their types do not say.
noughts: Any = door


def test_a_game_is_played_taken_back_and_won():
    state = State().play("a1", "b2").play("b1", "c3")
    assert (state.moves, state.turn, state.player) == (["a1", "b2", "b1", "c3"], 0, "X")
    assert state.best_moves == ["c1"]
    assert str(state.values()["c1"]) == "win in 1"
    state.play("c1")
    assert (state.over, state.winner, state.legal_moves) == (True, "X", [])
    assert str(state).endswith("X wins.")
    assert state.undo(2).moves == ["a1", "b2", "b1"]
    assert state.copy().play("c1").moves != state.moves


def test_two_states_are_equal_if_their_positions_are():
    assert State(moves="a1 b2 c3") == State(moves="c3 b2 a1") != State(moves="a1 b2")
    assert State("wild") != State() != "tictactoe"


def test_it_is_reviewed():
    (bad,) = noughts.review(State(moves="a1 b1 b2 c3 c2").undo()).bad_moves
    assert (bad.ply, str(bad.grade)) == (2, "draw_to_loss")


def test_a_board_that_cannot_be_taken_is_refused_as_a_board():
    for board, error in {
        "[[1, 2, 0], [0, 1, 0], [0, 0, 2]]": TwoReadings,
        "xxx|xxx|ooo": WrongCount,
        "[X] [O] [ ]": UnreadablePosition,
        "tictactoo": UnknownGame,
    }.items():
        with pytest.raises(error):
            State(board)


def test_if_one_move_cannot_be_played_none_is():
    state = State()
    with pytest.raises(IllegalMove):
        state.play("b2", "b2")
    assert state.moves == []


@each(
    "made, text",
    [
        (State, "State('tictactoe')"),
        (lambda: State("connectfour", moves="44"), "State('connectfour', moves='4 4')"),
        (lambda: State("xo.|.x.|..o"), "State('tictactoe', 'xo1/1x1/2o x')"),
        (lambda: State("tictactoe", "3/3/3 o", "5"), "State('tictactoe', '3/3/3 o', moves='b2')"),
        (lambda: State("nim:3,4", "3,2 o", ["a1"]), "State('nim:3,4', '3,2 o', moves='a1')"),
    ],
)
def test_it_shows_how_to_make_it_again(made, text):
    assert repr(made()) == text
    assert repr(eval(text)) == text


def test_points_are_those_of_the_first_player():
    state = State("dots:2,1")
    assert (State().points, state.points) == (None, 0)
    while not state.over:
        state.play(state.best_moves[0])
    assert state.points is not None
    assert (state.points > 0) == (state.winner == "X")


@each(
    "call, error",
    [
        (lambda: State("chess"), UnknownGame),
        (lambda: State(5), NotAGame),
        (lambda: State("tictactoe", "nine"), UnreadablePosition),
        (lambda: State().play("z9"), UnreadableMove),
        (lambda: noughts.State().play(None), IllegalMove),
        (lambda: State().undo(), GameOver),
        (lambda: State.play(*["4455"]), UnreadableMove),  # type: ignore[type-var]
        (lambda: noughts.solve(), TypeError),
        (lambda: noughts.Match(), TypeError),
        (lambda: noughts.PerfectPlayer().choose(), NotAGame),
        (lambda: noughts.solve("tictactoe", 5), UnreadablePosition),
        (lambda: noughts.Match("tictactoe", 5), UnknownPlayer),
        (lambda: noughts.Solver(5), NotAGame),
    ],
)
def test_a_wrong_argument_ends_in_one_sentence(call, error):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).endswith((".", "?"))


def test_names_boards_states_and_functions_are_taken_everywhere():
    won = "xo.|.x.|..o"
    assert noughts.legal_moves(won) == noughts.legal_moves("tictactoe", won) == [2, 3, 5, 6, 7]
    assert noughts.best_moves(State(won)) == noughts.best_moves(won) == [3, 6]
    assert noughts.Match("tictactoe", "perfect", "perfect", start=won).run() == "X wins"
    found = noughts.audit(lambda board, mark: board.index(" "))
    assert str(found).startswith("<lambda> can be beaten as X and O.\nThe shortest game lost")


def test_the_door_shows_only_what_it_offers():
    assert {name for name in dir(noughts) if not name.startswith("_")} == {*noughts.__all__}


def test_lists_of_moves_may_be_called_as_methods():
    state: Any = State("xo.|.x.|..o")
    assert state.best_moves() == state.best_moves
    assert state.legal_moves() == state.legal_moves == ["c3", "a2", "c2", "a1", "b1"]
    assert State().play(["b2", 6]).moves == ["b2", "a1"]
    assert (state.turn(), state.player(), state.text()) == (0, "X", state.text)
    assert state.value() == state.value == Value(WIN, 3)
    assert state.board() == state.board
    parts = (state.turn, state.text, state.moves, state.value, state.board)
    assert pickle.loads(pickle.dumps(parts)) == parts
    with pytest.raises(GameOver, match="'x' cannot be taken back"):
        state.undo("x")


def test_a_game_alone_is_no_player():
    for name in ("regret", "defeats"):
        with pytest.raises(TypeError, match=f"{name} needs the argument player: write {name}\\("):
            getattr(noughts, name)("tictactoe")


def test_a_call_without_its_arguments_says_what_to_write():
    every = {name: getattr(noughts, name) for name in noughts.__all__}
    calls = "best_moves explain draw solve Match review history draw_tree player_of regret defeats"
    for name in calls.split():
        with pytest.raises(TypeError) as refused:
            every[name]()
        assert eval(
            str(refused.value).partition("write ")[2].split(", or ")[0].rstrip("."), every
        ) or (name == "defeats")
    with pytest.raises(TypeError, match=r"audit\('tictactoe', 'perfect'\)"):
        noughts.audit()


def test_a_text_of_moves_is_played_one_by_one():
    assert State("connectfour").play("4455").moves == ["4", "4", "5", "5"]
    assert State("tictactoe").play("b2 a1", "c3").moves == ["b2", "a1", "c3"]
    lists: list[Any] = [
        [(1, 1), (0, 0)],
        [("X", 4), ("O", 0)],
        [[1, 1], [0, 0]],
        [{"X": 4}, {"O": 0}],
    ]
    for pairs in lists:
        assert State(moves=pairs).moves == State().play(pairs).moves == ["b2", "a3"]
    assert State().play((1, 1), (0, 0)).moves == State(moves=np.array([4, 0])).moves == ["b2", "a3"]
    assert State("wild", moves=[("X", "b2"), ("O", "a3")]).moves == ["xb2", "oa3"]
    assert State().play([1, 0]).moves == ["b3", "a3"]  # a list of numbers is one of moves
    state = State("tictactoe")
    with pytest.raises(IllegalMove):
        state.play("b2 b2")
    assert state.moves == []


def test_a_state_is_taken_as_a_position_of_its_game():
    state = State("connectfour").play("4455")
    assert noughts.legal_moves("connectfour", state) == [0, 1, 2, 3, 4, 5, 6]
    with pytest.raises(UnreadablePosition):
        noughts.legal_moves("tictactoe", state)


def test_moves_in_place_of_a_position_are_told_how_to_play_them():
    with pytest.raises(UnreadablePosition, match=r"State\('connectfour'\)\.play\('4455'\)"):
        noughts.analyse("connectfour", "4455")
    with pytest.raises(UnreadablePosition) as refused:
        noughts.analyse("connectfour", "hello")
    assert "State" not in str(refused.value)
