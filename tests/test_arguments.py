"""Wrong arguments of the public functions end in an error of noughts, in one sentence."""

from inspect import Parameter, isclass, signature
from typing import Any

import pytest

import noughts
from noughts import MNK, WIN, MarginSolver, Prover, Solver, TicTacToe, Value
from noughts.errors import NoughtsError, PositionError
from tests.each import each

WRONG = [None, "ähm", [1, 2], 7, int, {}, object()]
# Right arguments, by name.
RIGHT = {"game": "tictactoe", "position": "xo1/1x1/2o x", "spec": "tictactoe", "player": "easy"}
# What is not called: no functions, what would solve or write if an argument is right, and what
# takes folders, seeds or times, of which Python itself says what is wrong.
LEFT_OUT = """
    BoardWidget Knowledge Look OutcomeTable RulesPlayer WeightsPlayer
    Tablebase arena audit compare compiled drawer exploitability
    make_outcomes make_tablebase measure measure_both_seats strategy
    """


def wrong_calls(name):
    """The arguments of calls with one wrong argument, of the first two."""
    given = [
        each
        for each in signature(getattr(noughts, name)).parameters.values()
        if each.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    needed = sum(each.default is Parameter.empty for each in given)
    for at, wrong in ((at, wrong) for at in range(min(2, len(given))) for wrong in WRONG):
        names = [each.name for each in given[: max(at + 1, needed)]]
        yield [wrong if i == at else RIGHT.get(one, "tictactoe") for i, one in enumerate(names)]


def public_names():
    for name in noughts.__all__:
        offered = getattr(noughts, name)
        error = isclass(offered) and issubclass(offered, Exception)
        if callable(offered) and name not in LEFT_OUT.split() and not error:
            yield name


def test_wrong_arguments_end_in_one_sentence_of_noughts():
    names = [*public_names()]
    assert len(names) > 30
    for name in names:
        for arguments in wrong_calls(name):
            try:
                getattr(noughts, name)(*arguments)
            except NoughtsError as error:
                if not str(error) or "\n" in str(error):
                    pytest.fail(f"{name}{arguments}: {error!r}")


# Without types, as a notebook calls them.
ANY: Any = noughts


@each(
    "call",
    [
        lambda: ANY.audit("tictactoe", None),
        lambda: ANY.regret("tictactoe", None),
        lambda: ANY.explain("tictactoe", "3/3/3 x", turn="ähm"),
        lambda: ANY.explain("tictactoe", "3/3/3 x", turn=5),
        lambda: ANY.analyse("tictactoe", ANY.TicTacToe),
        lambda: ANY.State(moves=7),
        lambda: ANY.review(None),
        lambda: ANY.exploitability("tictactoe", int),
        lambda: ANY.defeats("tictactoe", "perfect", 7),
        lambda: ANY.regret("tictactoe", "perfect", 5, 5),
        lambda: ANY.explain("tictactoe", solver=ANY.Solver("mnk:3,3,3,misere")),
    ],
)
def test_an_argument_of_another_kind_is_named(call):
    with pytest.raises(NoughtsError) as error:
        call()
    assert "\n" not in str(error.value)


@each("position", [None, 3, "hello", [1, 2], {"a": 1}, object])
def test_a_solver_asked_for_no_position_says_so(position):
    door: Any = noughts
    solvers = (
        door.Solver("tictactoe"),
        door.MarginSolver("dots:1,1"),
        door.RetrogradeSolver("morris"),
    )
    for solver in solvers:
        ask: Any = solver.margin if isinstance(solver, MarginSolver) else solver.value
        with pytest.raises(PositionError):
            ask(position)
    with pytest.raises(PositionError):
        Prover(MNK(3, 3, 3)).bounds(position)


def test_solvers_take_texts_and_boards():
    text, board = "xo.|.x.|..o", [["X", "O", ""], ["", "X", ""], ["", "", "O"]]
    for given in (text, board):
        position: Any = given
        solver = Solver(TicTacToe())
        assert solver.value(position) == Value(WIN, 3)
        assert solver.best_moves(position) == [3, 6]
        assert Prover(TicTacToe()).bounds(position).outcome == WIN


@each("level", ["perfect", "random", "easy", "looks:2", "rules", "mcts:50", "points"])
def test_players_take_names_texts_and_boards(level):
    game, winning = ("dots:1,1", ".../...") if level == "points" else ("tictactoe", "xx./oo./...")
    player: Any = noughts.player_of(level, 1)
    if level == "points":
        assert player.choose(game, None) in range(4)
        return
    given: Any
    for given in (winning, [["X", "X", ""], ["O", "O", ""], [""] * 3]):
        move = player.choose(game, given)
        assert move == 2 if level not in ("random", "easy") else move in (2, 5, 6, 7, 8)
    with pytest.raises(PositionError):
        player.choose(game, "hello")
    with pytest.raises(NoughtsError):
        player.choose("hello", winning)


@each("name", ["minimax", "alphabeta", "winner", "play"])
def test_what_newcomers_call_a_thing_is_led_to_it(name):
    with pytest.raises(AttributeError, match=r"; try noughts\.") as error:
        getattr(noughts, name)
    for called in str(error.value).partition("; try ")[2].split(" or "):
        eval(called, {"noughts": noughts})


def test_a_record_is_made_of_names():
    door: Any = noughts
    record = door.Record.of("tictactoe", "b2 a1 c3")
    assert noughts.review(record).moves[0].game == TicTacToe()
    with pytest.raises(NoughtsError):
        door.Record.of("tictactoe", "b2 z9")
    with pytest.raises(NoughtsError, match="not a solver"):
        door.explain("tictactoe", solver=5)
