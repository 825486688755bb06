"""Compiled rules are tried beside the plain ones, and dropped at the first difference."""

import pytest

from noughts.errors import MistakenlyCompiled, NotCompilable
from noughts.knowledge import knowledge_of
from noughts.native import calls, compiled
from noughts.search.context import ScoreBounds, SearchContext
from noughts.search.negamax import negamax
from noughts.solving.driver import Limits
from noughts.solving.engine import Engine
from noughts.value import BASE
from tests.take import Take

pytest.importorskip("numba")


class Trusted(Take):
    """Rules whose compiled form is right."""


class Rare(Take):
    """Rules whose compiled form is said to differ in a position that random plays come to."""


@pytest.fixture
def mistaken(monkeypatch):
    """As if compiled rules left out a move where three counters are left."""
    plain = calls.said

    def otherwise(known, position, words):
        return plain(known, position, words) + (position.left == 3)

    monkeypatch.setattr(calls.RulesTrial, "plain", staticmethod(otherwise))
    yield
    calls._mistaken.clear()


def test_right_rules_pass_and_are_tried_in_proportion_to_the_nodes(monkeypatch):
    game = knowledge_of(Trusted(14))
    tried = []
    monkeypatch.setattr(calls.RulesTrial, "_compare", lambda self, position: tried.append(position))
    run = SearchContext()
    compiled(negamax, game)(game, game.start(), 0, run)
    assert len(tried) == calls.FIRST + run.nodes // calls.OFTEN


def test_a_difference_is_an_error_and_the_rules_run_interpreted_from_then_on(mistaken):
    game = knowledge_of(Rare(9))
    with (
        pytest.warns(UserWarning, match="fault of noughts"),
        pytest.raises(MistakenlyCompiled, match="Rare answer otherwise than Python"),
    ):
        compiled(negamax, game)(game, game.start(), 0, SearchContext())
    with pytest.raises(NotCompilable, match="runs interpreted"):
        compiled(negamax, game)


def test_a_solver_begins_anew_interpreted(mistaken):
    game, aim = Rare(9), ScoreBounds()
    engine = Engine(game)
    with pytest.warns(UserWarning, match="fault of noughts"):
        engine.prepare(game.start())
    engine.close_in(game.start(), aim, Limits())
    assert aim.lower() == aim.upper() == 6 - BASE
