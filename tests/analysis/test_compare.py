"""The algorithms side by side: the same value and move, other counts."""

import pytest

from noughts.analysis import compare as compare_module
from noughts.analysis.compare import compare
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.search.root import ALGORITHMS, Negamax, search
from noughts.value import Value

GAME = TicTacToe()


def test_every_algorithm_has_a_row_and_all_agree():
    pytest.importorskip("numba")
    position, _ = GAME.parse("3/1x1/2o x")
    rows = compare(GAME, position)
    assert [row.algorithm for row in rows] == list(ALGORITHMS)
    assert {(row.result.value, row.result.move) for row in rows if row.result} == {(Value(0, 7), 0)}
    for row in rows:
        assert row.interpreted is not None
        assert row.compiled is not None
        assert row.interpreted >= 0
        assert row.compiled >= 0
        assert row.note == ""
    plain = search(GAME, position, Negamax()).nodes
    assert [row.result.nodes for row in rows if row.result][:3] == [plain] * 3
    assert all(row.result.nodes < plain for row in rows[3:] if row.result)


def test_who_uses_up_the_budget_gives_up_and_says_so():
    rows = compare(MNK(4, 4, 4), MNK(4, 4, 4).start(), budget=1_234)
    for row in rows:
        assert (row.result, row.interpreted, row.compiled) == (None, None, None)
        assert row.note == "gave up after 1,234 nodes"


def test_a_horizon_holds_for_all_but_the_exact_search():
    position, _ = GAME.parse("x2/1o1/3 x")
    *rows, exact = compare(GAME, position, limit=2)
    for row in rows:
        assert row.result is not None
        assert len(row.result.principal_variation) == 2
    assert exact.result is not None
    assert len(exact.result.principal_variation) == 7


def test_a_game_that_cannot_be_compiled_is_timed_interpreted_and_says_why():
    class Listed(TicTacToe):
        def moves(self, position):
            return sorted({move: None for move in super().moves(position)})  # noqa: C420

    position, _ = GAME.parse("xxo/ox1/o2 x")
    for row in compare(Listed(), position):
        assert row.result is not None
        assert row.result.value == Value(1, 1)
        assert row.interpreted is not None
        assert row.compiled is None
        assert "interpreted" in row.note


def test_what_would_take_python_too_long_is_only_timed_compiled(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(compare_module, "INTERPRETED_BUDGET", 100)
    position, _ = GAME.parse("x2/1o1/3 x")
    row = compare(GAME, position)[2]
    assert row.result is not None
    assert row.result.nodes > 100
    assert row.interpreted is None
    assert row.compiled is not None
    assert "too many to run interpreted" in row.note
