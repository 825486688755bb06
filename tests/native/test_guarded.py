"""Rules that call themselves: compiled they end before the stack does, and else say the same."""

import linecache
import sys
from typing import Any, NamedTuple

import pytest

from noughts.game import Game
from noughts.knowledge import knowledge_of
from noughts.native import compiled, why_not
from noughts.native.trial import one_step
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN

pytest.importorskip("numba")


def endless(left):
    return endless(left + 1) % 3 + endless(left + 2) % 5 if left >= 0 else 1


def rise(left):
    if left < 0:
        return 0
    return fall(left + 1) % 3 + fall(left + 2)


def fall(left):
    return 1 if left < 0 else between(left)


def between(left):
    return rise(left) + 1


def fibonacci(left, first=1):
    return first if left < 2 else fibonacci(left - 1, first=first) + fibonacci(left - 2)


def wide(left, step=1):
    """As deep as Python's own stack goes."""
    if left <= 0:
        return 0
    return wide(left=left - step) + 1


def through_names_of_modules(left):
    return 0 if left < 0 else here.through_names_of_modules(left + 1) % 3 + 1


here = sys.modules[__name__]


def shadowed(left):
    return shadowed(left - 1) + sum([shadowed + 1 for shadowed in (3, 4)]) if left > 0 else 0


def turned(left):
    return left if left < 4 else turned(left - 1) + turned(left - 2)


lambda_of_itself: Any = lambda left: 0 if left < 0 else lambda_of_itself(left + 1) + 1  # noqa: E731


class Heap(NamedTuple):
    left: int


class Asking(Game[Heap]):
    """A heap; the last move tells whether the answer to a question is even."""

    def start(self):
        return Heap(7)

    def moves(self, position):
        return range(1, min(position.left, 3) + 1)

    def play(self, position, move):
        return Heap(position.left - move)

    def outcome(self, position):
        return OPEN if position.left or self.ask() else LOSS

    def ask(self):
        return 1


class Endless(Asking):
    def ask(self):
        return endless(1) % 2


class InCircles(Asking):
    def ask(self):
        return rise(1) % 2


class ByModule(Asking):
    def ask(self):
        return through_names_of_modules(1) % 2


class Fibonacci(Asking):
    def ask(self):
        return (fibonacci(11) + 1) % 2  # 144 and one


class Wide(Asking):
    def ask(self):
        return wide(400, 2) % 2


class Shadowed(Asking):
    def ask(self):
        return shadowed(4)


class Turned(Asking):
    def ask(self):
        return turned(6) % 2


class Lambda(Asking):
    def ask(self):
        return lambda_of_itself(3)


@pytest.mark.parametrize("rules", [Endless, InCircles, ByModule])
def test_an_endless_call_is_an_error_not_a_crash(rules):
    game = rules()
    assert why_not(game) == ""
    known = knowledge_of(game)
    with pytest.raises(RecursionError):
        compiled(one_step, known)(known, Heap(1))
    with pytest.raises(RecursionError):
        Solver(game, unchecked=True).value(Heap(3))


@pytest.mark.parametrize("rules", [Fibonacci, Wide])
def test_a_call_that_ends_says_what_it_says_plain(rules):
    game = rules()
    assert why_not(game) == ""
    known = knowledge_of(game)
    assert compiled(one_step, known)(known, Heap(1)) == one_step(known, Heap(1)) == OPEN


def test_a_function_whose_source_has_changed_since_runs_interpreted(monkeypatch):
    file = turned.__code__.co_filename
    lines = linecache.getlines(file)
    changed = [line.replace("turned(left - 2)", "turned(left - 3)") for line in lines]
    monkeypatch.setattr(linecache, "checkcache", lambda *_: None)
    monkeypatch.setitem(
        linecache.cache,
        turned.__code__.co_filename,
        (0, None, changed, turned.__code__.co_filename),
    )
    assert "its source, which is not all that runs" in why_not(Turned())


def test_a_name_for_two_things_runs_interpreted():
    assert "which also calls something else 'shadowed'" in why_not(Shadowed())


def test_a_lambda_that_calls_itself_runs_interpreted():
    assert "which has no plain list of parameters" in why_not(Lambda())


def test_a_function_without_source_runs_interpreted(monkeypatch):
    monkeypatch.setitem(globals(), "turned", turned)  # for its return
    exec("def turned(left): return 0 if left < 0 else turned(left - 1)", globals())
    assert "its source, which is not at hand" in why_not(Turned())
