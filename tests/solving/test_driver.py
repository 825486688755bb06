"""Searches by the form that is there, within limits, and in threads of which the first counts."""

from itertools import chain, repeat
from time import sleep

import pytest

from noughts.errors import SearchStopped
from noughts.games.dots import Dots
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.native import ENOUGH_SECONDS, Coming
from noughts.native.clock import CLOCK
from noughts.native.object_code import RecordKind, kind_of
from noughts.search.context import SearchControl
from noughts.search.proof import ProofContext
from noughts.solving import driver as module
from noughts.solving.driver import Driver, _Screen, compiled_if_often, first_answer
from noughts.solving.margins import MarginSolver
from noughts.solving.prover import Prover
from noughts.value import DRAW


def counting(game: object, number: int) -> int:
    return number


def counter() -> Driver:
    return Driver(counting, TicTacToe())


def test_a_quick_search_is_answered_interpreted():
    assert counter().soonest(lambda form, live: form(TicTacToe(), 5)) == 5


def test_none_is_an_answer_too():
    assert counter().soonest(lambda form, live: None) is None


def test_one_that_is_late_before_it_begins_is_not_begun():
    with pytest.raises(SearchStopped):
        counter().soonest(lambda form, live: form(), lambda: True)


def test_a_search_is_ended_when_it_is_late():
    def endless(_, live):
        while not live[0]:
            pass
        raise SearchStopped

    looks = chain([False], repeat(True))
    with pytest.raises(SearchStopped):
        counter().soonest(endless, lambda: next(looks))


def test_it_begins_anew_with_the_compiled_form_once_that_is_there(monkeypatch):
    forms = iter([None, "compiled", "compiled"])  # before it begins, when it is watched, and then
    monkeypatch.setattr(Coming, "form", lambda *_: next(forms))
    driver, begun = counter(), []

    def search(form, live):
        begun.append(form)
        while form == driver.plain:
            if live[0]:
                raise SearchStopped
        return "found"

    assert driver.soonest(search) == "found"
    assert begun == [driver.plain, "compiled"]


def test_after_a_second_of_the_processor_it_waits_for_the_compiled_form(monkeypatch):
    spent, waited = [0.0], []
    monkeypatch.setattr(Coming, "spent", property(lambda _: spent[0]))
    monkeypatch.setattr(Coming, "form", lambda _: "compiled" if len(waited) == 3 else None)
    monkeypatch.setattr(module, "sleep", waited.append)
    driver = counter()
    driver.begun = True

    def search(form, live):
        if form == "compiled":
            return "found"
        spent[0] = ENOUGH_SECONDS
        while not live[0]:
            pass
        raise SearchStopped

    assert driver.soonest(search) == "found"
    assert len(waited) == 3


def test_steps_without_an_answer_go_on_until_a_limit():
    steps: list[int] = []

    def check(_: int) -> None:
        if len(steps) == 3:
            raise SearchStopped

    with pytest.raises(SearchStopped):
        counter().run(lambda form, poll: steps.append(1), check)
    assert len(steps) == 3


def test_the_compiled_form_is_asked_for_with_the_records_that_it_will_get(monkeypatch):
    """Those of an interpreted search poll the clock, which cannot be compiled."""
    asked: list[type] = []

    def form(self: Driver, *example: object) -> None:
        kinds = (kind_of(each, self._game) for each in example)
        asked.extend(kind.cls for kind in kinds if isinstance(kind, RecordKind))

    monkeypatch.setattr(Coming, "form", form)
    monkeypatch.setattr(module, "POLL_SECONDS", 0.0)  # polls at each node
    prover, solver = Prover(MNK(3, 3, 3)), MarginSolver(Dots(1, 1))
    assert prover.proves(prover.game.start(), DRAW)
    solver.margin(solver.game.start())
    assert {SearchControl, ProofContext} <= set(asked)
    assert all(each.__module__.startswith("noughts.search") for each in asked)


def no_poll() -> None:
    """Let it go on."""


def wait_to_be_stopped(watch: SearchControl) -> int:
    while True:
        watch.visit()
        sleep(0.001)


def test_the_first_answer_is_taken_and_the_others_are_stopped():
    watch = SearchControl()
    searches = [lambda: wait_to_be_stopped(watch), lambda: 5, lambda: wait_to_be_stopped(watch)]
    assert first_answer(searches, watch.stop, no_poll) == 5


def test_who_stops_without_an_answer_leaves_it_to_the_others():
    def stopped() -> int:
        raise SearchStopped

    assert first_answer([stopped, lambda: 5], no_poll, no_poll) == 5
    with pytest.raises(SearchStopped):
        first_answer([stopped, stopped], no_poll, no_poll)


def test_the_poll_can_end_it():
    def poll() -> None:
        raise SearchStopped

    watch = SearchControl()
    with pytest.raises(SearchStopped):
        first_answer([lambda: wait_to_be_stopped(watch)] * 2, watch.stop, poll)


def test_a_fault_in_a_thread_is_raised_where_it_was_asked():
    with pytest.raises(ZeroDivisionError):
        first_answer([lambda: 1 // 0], no_poll, no_poll)


def test_a_search_gives_way_until_it_is_released_or_the_time_is_over(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(CLOCK, "time", lambda: next(ticks) * 0.03)
    screen = _Screen()
    screen.hold()
    screen.give_way()
    assert next(ticks) == 5  # of 0.03 seconds each: the hold of 0.1 seconds is over
    screen.hold()
    screen.release()
    screen.give_way()
    assert next(ticks) == 7  # it does not even look at the clock


def test_what_is_called_often_is_compiled_beside(monkeypatch):
    game, there = TicTacToe(), iter([False, True])
    monkeypatch.setattr("noughts.solving.driver.OFTEN", 2)
    monkeypatch.setattr("noughts.native.calls.is_coming", lambda *_: next(there))
    monkeypatch.setattr("noughts.solving.driver.compiled", lambda *_: lambda game, number: -number)
    often = compiled_if_often(counting, game)
    assert [often(game, 1) for _ in range(6)] == [1, 1, 1, -1, -1, -1]
