"""The analysis of a position: every move with its value, best first, and the line of best play."""

import pytest

from noughts.analysis.analyse import LINE_NODES, analyse
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.search.root import search
from noughts.solving.api import solver_for
from noughts.solving.solver import Solver
from noughts.value import WIN, Certainty, Value
from tests import reference
from tests.each import each

GAME = TicTacToe()


@pytest.fixture(scope="module")
def solver():
    return Solver(GAME)


def test_all_positions_of_tictactoe_are_analysed_as_by_brute_force(solver):
    for board in reference.positions():
        position = Marks(*reference.sets(board))
        analysis = analyse(GAME, position, GAME.turn(position), solver, whole_line=True)
        worths = {
            cell: reference.after_to_mine(reference.worth(after))
            for cell, after in reference.children(board)
        }
        assert analysis.value is not None
        assert tuple(analysis.value) == reference.worth(board)
        assert {move.move: tuple(move.value or ()) for move in analysis.moves} == worths
        assert [move.move for move in analysis.moves if move.best] == reference.best(board)
        # Best first; equals in reading order.
        order = [(-reference.rank(worths[move.move]), move.move) for move in analysis.moves]
        assert order == sorted(order)
        assert len(analysis.principal_variation) == reference.worth(board)[1]
        assert analysis.certainty == Certainty.PROVED


def test_the_turn_is_passed_on():
    position, turn = GAME.parse("3/1x1/3 o")
    analysis = analyse(GAME, position, turn)
    assert (analysis.game, analysis.position, analysis.turn) == (GAME, position, turn)


def test_a_position_beyond_the_budget_has_no_value_and_none_of_its_moves_is_called_best():
    """All that is known is that nobody wins within the first plies: a bound."""
    game = MNK(8, 7, 5)
    analysis = analyse(game, game.start(), solver=Solver(game, budget=500))
    assert (analysis.value, analysis.certainty) == (None, Certainty.BOUND)
    assert sorted(move.move for move in analysis.moves) == list(range(56))
    assert not any(move.best for move in analysis.moves)
    assert Certainty.PROVED not in {move.certainty for move in analysis.moves}


def test_the_expected_play_does_not_begin_with_a_move_that_is_proved_to_lose():
    """X has three in a row: of O's moves only 1d1, which blocks it, does not lose at once."""
    game = find_game("qubic")
    position, turn = game.parse("4/4/4/xxx1|4/1o2/4/4|4/4/2o1/4|4/4/4/4 o")
    analysis = analyse(game, position, turn, solver=solver_for(game, 500))
    assert analysis.value is None
    assert game.name(analysis.moves[0].move) == "1d1"
    assert game.name(analysis.principal_variation[0]) == "1d1"


def test_a_win_in_sight_is_proved_even_beyond_the_budget():
    game = MNK(8, 7, 5)
    position, turn = game.parse("8/8/8/2xxxx2/8/ooo5/7o x")
    analysis = analyse(game, position, turn, Solver(game, budget=500))
    assert (analysis.value, analysis.certainty) == (Value(WIN, 1), Certainty.PROVED)
    best = [move for move in analysis.moves if move.best]
    assert {game.name(move.move) for move in best} == {"b4", "g4"}
    assert {move.value for move in best} == {Value(WIN, 1)}
    assert analysis.moves[:2] == tuple(best)


@pytest.fixture
def looks(monkeypatch):
    """How many plies each look ahead went, none of which may use compiled code."""
    plies = []

    def look(*arguments, limit, **rest):
        plies.append(limit)
        assert limit == 1
        return search(*arguments, limit=limit, **rest)

    monkeypatch.setattr("noughts.search.root.search", look)
    monkeypatch.setattr("noughts.native.fastest", None)
    return plies


@each("budget", [None, 10**12])
def test_when_the_time_is_up_it_looks_one_ply_ahead(budget, looks):
    """A look farther ahead knows no clock: with all these nodes it would take hours."""
    game = MNK(8, 7, 5)
    looks.clear()
    analyse(game, game.start(), solver=Solver(game, budget, seconds=0))
    assert looks == [1]


def test_nobody_waits_for_a_line_of_best_play_that_takes_a_search():
    """The book has the values of all moves."""
    game = ConnectFour()
    solver = solver_for(game)
    position = game.start()
    for column in "4444443":
        position = game.play(position, game.read(column))
    analysis = analyse(game, position, 1, solver)
    assert all(move.certainty == Certainty.PROVED for move in analysis.moves)
    assert isinstance(analysis.value, Value)
    assert len(analysis.principal_variation) < analysis.value.plies
    assert solver.nodes <= LINE_NODES


def test_the_whole_line_is_followed_on_request(monkeypatch):
    monkeypatch.setattr("noughts.analysis.analyse.LINE_NODES", 0)
    monkeypatch.setattr("noughts.analysis.analyse.LINE_PART", 1 << 40)
    game = MNK(4, 3, 3)
    assert analyse(game, game.start()).value == Value(WIN, 7)
    assert len(analyse(game, game.start(), whole_line=True).principal_variation) == 7


@each("name", ["standardgomoku", "hex:7"])
def test_the_first_legal_move_is_no_expected_play(name):
    """Nothing is known of any move: a win is farther away than the search looks."""
    game = find_game(name)
    found = analyse(game, game.start(), solver=solver_for(game, 10))
    assert {move.value for move in found.moves} == {None}
    assert found.principal_variation[0] == found.moves[0].move != 0


def test_the_expected_play_stops_an_open_three():
    game = find_game("gomoku")
    position, turn = game.parse("15/15/15/15/15/15/15/6xxx6/15/15/4o5o4/15/15/15/15 o")
    found = analyse(game, position, turn, solver_for(game, 10))
    assert found.value is None
    assert game.name(found.principal_variation[0]) in ("f8", "j8", "e8", "k8")
