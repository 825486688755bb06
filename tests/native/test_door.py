"""Where Numba is not to be had, everything runs all the same, interpreted."""

import sys

import pytest

from noughts.errors import NotCompilable
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import compiled, fastest, why_not
from noughts.search.negamax import negamax
from noughts.solving.driver import compiled_if_often
from noughts.solving.prover import OutcomeBounds, Prover
from noughts.solving.solver import Solver
from noughts.value import DRAW, OPEN, WIN, Value


@pytest.fixture(autouse=True)
def no_numba(monkeypatch):
    """As where it is not installed."""
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr("noughts.native._finds_numba", lambda: False)


def test_compiled_says_that_numba_is_missing():
    with pytest.raises(NotCompilable, match="Numba cannot be found"):
        compiled(negamax, knowledge_of(TicTacToe()))


def test_why_not_says_it_too_and_the_fastest_is_the_search_itself():
    assert "Numba cannot be found" in why_not(TicTacToe())
    assert fastest(negamax, knowledge_of(TicTacToe())) is negamax


def test_what_is_called_often_stays_as_it_is(monkeypatch):
    monkeypatch.setattr("noughts.solving.driver.OFTEN", 2)
    counting = compiled_if_often(TicTacToe.outcome, TicTacToe())
    assert [counting(TicTacToe(), TicTacToe().start()) for _ in range(4)] == [OPEN] * 4


def test_the_solver_answers_large_questions_interpreted():
    solver = Solver(MNK(4, 3, 3))
    assert solver.value(MNK(4, 3, 3).start()) == Value(WIN, 7)
    assert solver.nodes > 100


def test_the_prover_answers_large_questions_interpreted():
    prover = Prover(MNK(5, 4, 4))
    assert prover.bounds(MNK(5, 4, 4).start()) == OutcomeBounds(DRAW, DRAW)
    assert prover.nodes > 500
