"""Searches ahead by the form that is there, within a time."""

from itertools import chain, repeat

import pytest

from noughts.errors import SearchStopped
from noughts.games.tictactoe import TicTacToe
from noughts.native import ENOUGH_SECONDS, Coming
from noughts.solving import soonest as module
from noughts.solving.soonest import soonest, until


def counting(game: object, number: int) -> int:
    return number


def test_a_quick_search_is_answered_interpreted():
    coming = Coming(counting, TicTacToe())
    assert soonest(coming, lambda form, live: form(TicTacToe(), 5)) == 5


def test_one_that_is_late_before_it_begins_is_not_begun():
    with pytest.raises(SearchStopped):
        soonest(Coming(counting, TicTacToe()), lambda form, live: form(), lambda: True)


def test_a_search_is_ended_when_it_is_late():
    def endless(_, live):
        while not live[0]:
            pass
        raise SearchStopped

    looks = chain([False], repeat(True))
    with pytest.raises(SearchStopped):
        soonest(Coming(counting, TicTacToe()), endless, lambda: next(looks))


def test_it_begins_anew_with_the_compiled_form_once_that_is_there(monkeypatch):
    forms = iter([None, "compiled", "compiled"])  # before it begins, when it is watched, and then
    monkeypatch.setattr(Coming, "form", lambda *_: next(forms))
    coming, begun = Coming(counting, TicTacToe()), []

    def search(form, live):
        begun.append(form)
        while form == coming.plain:
            if live[0]:
                raise SearchStopped
        return "found"

    assert soonest(coming, search) == "found"
    assert begun == [coming.plain, "compiled"]


def test_after_a_second_of_the_processor_it_waits_for_the_compiled_form(monkeypatch):
    spent, waited = [0.0], []
    monkeypatch.setattr(Coming, "spent", property(lambda _: spent[0]))
    monkeypatch.setattr(Coming, "form", lambda _: "compiled" if len(waited) == 3 else None)
    monkeypatch.setattr(module, "sleep", waited.append)
    coming = Coming(counting, TicTacToe())
    coming.begun = True

    def search(form, live):
        if form == "compiled":
            return "found"
        spent[0] = ENOUGH_SECONDS
        while not live[0]:
            pass
        raise SearchStopped

    assert soonest(coming, search) == "found"
    assert len(waited) == 3


def test_an_error_of_the_search_is_told():
    with pytest.raises(ZeroDivisionError):
        until(lambda: False, lambda live: 1 // 0)
