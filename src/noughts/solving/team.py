"""Threads that search for the answer to the same question, with one table between them."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.search.control import NODES, SearchControl
from noughts.search.ordering import Ordering
from noughts.search.score_bounds import ScoreBounds

POLL_SECONDS = 0.05

# Asked with the nodes so far, again and again; raises SearchStopped to end the search.
Poll = Callable[[int], None]


class Member(NamedTuple):
    """One thread's own part of a search."""

    aim: ScoreBounds
    watch: SearchControl
    ordering: Ordering
    table: Any


def ask(search: Callable[[Member], None], members: list[Member], poll: Poll) -> ScoreBounds:
    """Let every member search, take the first answer, and stop the others.

    The members talk by the table, in which each finds what the others have found, and by claims
    on what they are at (`Ordering`). The answer is true whoever gives it.

    Raises:
        SearchStopped: no member got to an answer, or `poll` said so.
    """
    answers: SimpleQueue[ScoreBounds | BaseException] = SimpleQueue()

    def work(member: Member) -> None:
        try:
            search(member)
            answers.put(member.aim)
        except BaseException as error:  # noqa: BLE001  # raised again where it was asked for
            answers.put(error)

    threads = [Thread(target=work, args=(member,), daemon=True) for member in members]
    try:
        for thread in threads:
            thread.start()
        return _first(answers, members, poll)
    finally:
        for member in members:
            member.watch.stop()
        for thread in threads:
            thread.join()


def _first(
    answers: "SimpleQueue[ScoreBounds | BaseException]", members: list[Member], poll: Poll
) -> ScoreBounds:
    """The first answer that is one; waits for it with open ears."""
    left = len(members)
    while left:
        try:
            answer = answers.get(timeout=POLL_SECONDS)
        except Empty:
            poll(sum(member.watch.live[NODES] for member in members))
            continue
        if isinstance(answer, ScoreBounds):
            return answer
        if not isinstance(answer, SearchStopped):
            raise answer
        left -= 1
    raise SearchStopped
