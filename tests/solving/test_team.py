"""Threads: the first answer counts, the others are stopped, errors are not swallowed."""

from time import sleep

import pytest

from noughts.errors import SearchStopped
from noughts.search.control import SearchControl
from noughts.search.ordering import Ordering
from noughts.search.packed import DictBounds
from noughts.search.score_bounds import ScoreBounds
from noughts.solving.team import Member, ask


def members(count: int) -> list[Member]:
    return [
        Member(ScoreBounds(), SearchControl(), Ordering(10, width=1), DictBounds())
        for _ in range(count)
    ]


def wait_to_be_stopped(member: Member) -> None:
    while True:
        member.watch.visit()
        sleep(0.001)


def no_poll(nodes: int) -> None:
    """Let it go on."""


def test_the_first_answer_is_taken_and_the_others_are_stopped():
    team = members(3)

    def search(member: Member) -> None:
        if member is not team[1]:
            wait_to_be_stopped(member)
        member.aim.learn(0, 5)

    assert ask(search, team, no_poll).lower() == 5


def test_who_stops_without_an_answer_leaves_it_to_the_others():
    team = members(2)

    def search(member: Member) -> None:
        if member is team[0]:
            raise SearchStopped
        member.aim.learn(0, 5)

    assert ask(search, team, no_poll) is team[1].aim


def test_when_all_stop_there_is_no_answer():
    def search(member: Member) -> None:
        raise SearchStopped

    with pytest.raises(SearchStopped):
        ask(search, members(2), no_poll)


def test_the_poll_can_end_it():
    def poll(nodes: int) -> None:
        raise SearchStopped

    team = members(2)
    with pytest.raises(SearchStopped):
        ask(wait_to_be_stopped, team, poll)


def test_a_fault_in_a_thread_is_raised_where_it_was_asked():
    def search(member: Member) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask(search, members(2), no_poll)
