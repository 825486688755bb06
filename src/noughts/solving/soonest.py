"""Searches with a time limit: interpreted until compiled code is ready."""

from array import array
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep
from typing import Any, TypeVar

from noughts.errors import SearchStopped
from noughts.native import Coming
from noughts.search.memory import zeros
from noughts.solving.timed import POLL_SECONDS

Answer = TypeVar("Answer")
# Runs a search with this function, the plain or compiled form, until the word is not 0.
Search = Callable[[Callable[..., Any], "array[int]"], Answer]


def soonest(
    coming: Coming[..., Any], search: Search[Answer], late: Callable[[], bool] = lambda: False
) -> Answer:
    """The answer of a search with the form that is ready.

    Args:
        coming: the search's function.
        search: runs the search from the beginning.
        late: whether the time is up.

    Raises:
        SearchStopped: the time was up, or `search` raised it.
    """
    begun = coming.spent

    def may_change() -> bool:
        return coming.form() is not None or coming.is_awaited(coming.spent - begun)

    while not late():
        if form := coming.form():
            return until(late, partial(search, form))
        if coming.is_awaited(coming.spent - begun):
            sleep(POLL_SECONDS)
            continue
        changed = False

        def over() -> bool:
            nonlocal changed
            changed = may_change()
            return changed or late()

        with coming.interpreting():
            try:
                return until(over, partial(search, coming.plain))
            except SearchStopped:
                if not (changed or late()):
                    raise
    raise SearchStopped


def until(over: Callable[[], bool], search: Callable[["array[int]"], Answer]) -> Answer:
    """The answer of a search in another thread, which stops when `over` is true, or by Ctrl-C.

    Args:
        over: called twenty times a second.
        search: raises SearchStopped when its word is not 0.

    Raises:
        SearchStopped: `over` became true.
    """
    live, answers = zeros(1), SimpleQueue[Any]()

    def work() -> None:
        try:
            answers.put((search(live), None))
        except BaseException as error:  # noqa: BLE001  # raised again in the caller's thread
            answers.put((None, error))

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        while True:
            try:
                answer, error = answers.get(timeout=POLL_SECONDS)
            except Empty:
                if over():
                    live[0] = 1
                continue
            if error:
                raise error
            return answer  # type: ignore[no-any-return]
    finally:
        live[0] = 1
        thread.join()
