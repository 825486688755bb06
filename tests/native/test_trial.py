"""Compiled rules are tried beside the plain ones, and dropped at the first difference."""

import pytest

from noughts.errors import MistakenlyCompiled
from noughts.knowledge import knowledge_of
from noughts.native import calls, compiled, trial
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from noughts.solving.solver import Solver
from noughts.value import Value
from tests.take import Take

pytest.importorskip("numba")


class Trusted(Take):
    """Rules whose compiled form is right."""


class Rare(Take):
    """Rules whose compiled form is said to differ in a position that random plays come to."""


@pytest.fixture
def mistaken(monkeypatch):
    """As if compiled rules left out a move where three counters are left."""
    plain = trial.said

    def otherwise(known, position, words):
        return plain(known, position, words) + (position.left == 3)

    monkeypatch.setattr(trial, "said", otherwise)
    yield
    calls._mistaken.clear()


def test_right_rules_pass_and_are_tried_in_proportion_to_the_nodes(monkeypatch):
    game = knowledge_of(Trusted(14))
    tried = []
    compare = trial.Trial._compare
    monkeypatch.setattr(
        trial.Trial, "_compare", lambda self, position: tried.append(1) or compare(self, position)
    )
    run = SearchContext()
    compiled(negamax, game)(game, game.start(), 0, run)
    assert len(tried) == trial.FIRST + run.nodes // trial.OFTEN


def test_a_difference_is_an_error_and_the_rules_run_interpreted_from_then_on(mistaken):
    game = knowledge_of(Rare(9))
    with (
        pytest.warns(UserWarning, match="fault of noughts"),
        pytest.raises(MistakenlyCompiled, match="Rare answer otherwise than Python"),
    ):
        compiled(negamax, game)(game, game.start(), 0, SearchContext())
    with pytest.raises(MistakenlyCompiled.__base__, match="runs interpreted"):
        compiled(negamax, game)


def test_a_solver_begins_anew_interpreted(mistaken, monkeypatch):
    monkeypatch.setattr("noughts.solving.engine.INTERPRETED_NODES", 0)
    game = Rare(9)
    with pytest.warns(UserWarning, match="fault of noughts"):
        assert Solver(game).value(game.start()) == Value(-1, 6)
