"""What runs beside the screen is not waited for when the screen closes."""

import asyncio
from contextvars import ContextVar
from threading import Event

import pytest

from noughts.errors import MatchError
from noughts.terminal.screen.app import in_background

WHERE = ContextVar("WHERE", default="elsewhere")


def test_the_answer_and_the_error_are_those_of_the_function():
    assert asyncio.run(in_background(lambda: 7)) == 7

    def fail():
        raise MatchError("No.")

    with pytest.raises(MatchError, match=r"No\."):
        asyncio.run(in_background(fail))


def test_it_sees_what_its_asker_sees():
    WHERE.set("here")
    assert asyncio.run(in_background(WHERE.get)) == "here"


def test_to_leave_is_not_to_wait_for_it():
    """With `asyncio.to_thread` this test would not end."""
    begun, never = Event(), Event()

    def work() -> None:
        begun.set()
        never.wait()

    async def leave() -> None:
        waiting = asyncio.create_task(in_background(work))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        waiting.cancel()

    asyncio.run(leave())
