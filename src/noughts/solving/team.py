"""Threads that search the same question with a shared table."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.search.control import NODES, SearchControl
from noughts.search.score_bounds import ScoreBounds

POLL_SECONDS = 0.05

# Called repeatedly with the nodes so far; raises SearchStopped to end the search.
Poll = Callable[[int], None]


class Member(NamedTuple):
    """One thread's part of a search; an `Ordering` if the search has one."""

    aim: ScoreBounds
    watch: SearchControl
    ordering: Any
    table: Any


def ask(search: Callable[[Member], None], members: list[Member], poll: Poll) -> ScoreBounds:
    """Let every member search, take the first answer, and stop the others.

    The members share the table, and claim the moves that they are searching (`Ordering`). Any
    member's answer is correct.

    Raises:
        SearchStopped: no member found an answer, or `poll` raised it.
    """
    answers: SimpleQueue[ScoreBounds | BaseException] = SimpleQueue()

    def work(member: Member) -> None:
        try:
            search(member)
            answers.put(member.aim)
        except BaseException as error:  # noqa: BLE001  # raised again in the caller's thread
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
    """Wait for the first real answer, interruptibly."""
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
