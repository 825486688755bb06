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
    BoardWidget Knowledge Look MonteCarloPlayer OutcomeTable PerfectPlayer RandomPlayer
    RulesPlayer Tablebase WeightsPlayer arena audit compare compiled drawer exploitability
    knowledge_of make_outcomes make_tablebase measure measure_both_seats strategy
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
