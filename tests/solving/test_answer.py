"""`solve`: answers within limits are true, and say how sure they are; Ctrl-C reaches the caller."""

from itertools import pairwise

import pytest

from noughts import find_game, solve
from noughts.errors import OutOfMemory
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.solving.api import Bounds, solver_for
from noughts.value import DRAW, LOSS, WIN, Certainty, Value
from tests import reference
from tests.each import each

SMALL = ConnectFour(5, 4)  # a draw (Tromp, in the games' own docstring)


def test_a_solved_position_has_all_its_best_moves():
    game = TicTacToe()
    for board in list(reference.unfinished())[::200]:
        mine, theirs = reference.sets(board)
        answer = solve(game, game.start()._replace(mine=mine, theirs=theirs))
        assert answer.value is not None
        assert tuple(answer.value) == reference.worth(board)
        assert answer.certainty == answer.moves_certainty == Certainty.PROVED
        worths = {cell: reference.worth(after) for cell, after in reference.children(board)}
        before = {cell: Value(-outcome, plies + 1) for cell, (outcome, plies) in worths.items()}
        assert answer.moves == tuple(m for m in before if before[m] == max(before.values()))


@each("nodes", [1, 10, 100, 1_000, 10_000, 100_000])
def test_the_bounds_within_a_budget_are_true(nodes):
    answer = solve(SMALL, nodes=nodes)
    assert answer.lower <= Value(DRAW, 20) <= answer.upper
    assert answer.lower <= answer.guess <= answer.upper
    assert (answer.value is None) == (answer.certainty != Certainty.PROVED)
    assert len(answer.moves) == 1 or answer.moves_certainty != Certainty.UNKNOWN
    assert set(answer.moves) <= set(range(5))


def test_few_nodes_leave_it_open_and_many_prove_it():
    assert solve(SMALL, nodes=1).certainty != Certainty.PROVED
    answer = solve(SMALL)
    assert (str(answer), answer.certainty, answer.guess.plies) == ("draw", Certainty.PROVED, 20)


def test_no_time_at_all_gives_a_guess():
    answer = solve(MNK(6, 6, 5), seconds=0)
    assert answer.value is None
    assert answer.moves_certainty == Certainty.UNKNOWN
    assert len(answer.moves) == 1


def test_ctrl_c_reaches_the_caller_and_the_solver_keeps_the_bounds_so_far():
    seen = []

    def interrupt(report):
        seen.append(report)
        if len(seen) == 5:
            raise KeyboardInterrupt

    game = ConnectFour(7, 7)
    with pytest.raises(KeyboardInterrupt):
        solve(game, progress=interrupt)
    assert len(seen) == 5

    seen.clear()
    solver = solver_for(game, progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        solver.value(game.start())
    assert solver.bounds(game.start()) == (seen[-1].lower, seen[-1].upper)


def test_progress_tells_more_and_more():
    reports = []
    solve(ConnectFour(5, 5), nodes=30_000, progress=reports.append)
    assert len(reports) > 1
    for earlier, later in pairwise(reports):
        if later.nodes >= earlier.nodes:  # of the same question
            assert later.seconds >= earlier.seconds


def test_a_finished_position_has_its_value_and_no_moves():
    game = TicTacToe()
    answer = solve(game, game.parse("xxx/oo1/3 o")[0])
    assert answer.value is not None
    assert (*answer.value, answer.moves) == (LOSS, 0, ())


def test_games_that_repeat_are_answered_too():
    answer = solve(find_game("morris"))
    assert (str(answer), answer.moves_certainty) == ("win in 9", Certainty.PROVED)
    assert solve(find_game("morris"), nodes=10).certainty == Certainty.UNKNOWN


@pytest.mark.usefixtures("compiled_at_once")
def test_more_memory_than_there_is_says_so():
    with pytest.raises(OutOfMemory, match="choose a smaller one"):
        solve(MNK(6, 6, 5), memory=1 << 40, nodes=10)


@each(
    ("lower", "upper", "certainty"),
    [
        (Value(LOSS, 2), Value(WIN, 1), Certainty.UNKNOWN),
        (Value(LOSS, 2), Value(DRAW, 0), Certainty.BOUND),
        (Value(LOSS, 12), Value(WIN, 1), Certainty.BOUND),
        (Value(WIN, 5), Value(WIN, 3), Certainty.BOUND),
        (Value(WIN, 5), Value(WIN, 5), Certainty.PROVED),
    ],
)
def test_a_bound_says_more_than_nothing_and_less_than_all(lower, upper, certainty):
    assert Bounds(lower, upper).certainty == certainty
