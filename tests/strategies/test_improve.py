"""Exchanging answers: on graphs small enough to see the least strategy."""

import pytest

from noughts.strategies import improve
from noughts.strategies.improve import StrategyImprover
from noughts.strategies.options import Option

# Position 0 leaves 1 and 2, or 3 alone; 4 leaves 1 and 2 in any case.
OPTIONS = {
    0: [Option(1, (1, 2)), Option(2, (3,))],
    1: [Option(1, ())],
    2: [Option(1, ())],
    3: [Option(1, ())],
    4: [Option(1, (1, 2))],
}


def improving(roots, chosen):
    return StrategyImprover(
        roots, {at: OPTIONS[at][0] for at in chosen}, OPTIONS.__getitem__, lambda _: 1, lambda *_: 1
    )


def size(position):
    return position


def test_where_nothing_is_to_be_answered_nothing_is_done():
    assert improving((), ()).improved(size) == {}


def test_an_answer_is_exchanged_for_one_that_leaves_less():
    improved = improving((0,), (0, 1, 2)).improved(size)
    assert {at: option.move for at, option in improved.items()} == {0: 2, 3: 1}
    kept = improving((0,), (0, 1, 2)).improved(size, lambda: True)  # no time is left
    assert set(kept) == {0, 1, 2}


def test_it_stays_where_what_it_leaves_arises_anyway():
    work = improving((0, 4), (0, 1, 2, 4))
    assert {at: option.move for at, option in work.improved(size).items()} == {
        0: 1,
        1: 1,
        2: 1,
        4: 1,
    }
    assert +work.arises == {0: 1, 1: 2, 2: 2, 4: 1}


@pytest.mark.parametrize(("most", "moves"), [(0, {0: 1, 1: 1, 2: 1}), (1, {0: 2, 3: 1})])
def test_an_exchange_that_needs_too_much_is_given_up(most, moves, monkeypatch):
    monkeypatch.setattr(improve, "MOST_NEW", most)
    work = improving((0,), (0, 1, 2))
    assert {at: option.move for at, option in work.improved(size).items()} == moves
    assert set(+work.arises) == set(moves)
