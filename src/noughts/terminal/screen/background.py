"""Work in background threads that the program need not wait for."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import Any, TypeVar

Answer = TypeVar("Answer")


async def in_background(ask: Callable[[], Answer]) -> Answer:
    """The answer of a function that runs in another thread.

    The program can exit without waiting for it; with `asyncio.to_thread` it would wait for minutes.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        with suppress(RuntimeError):  # the screen has closed
            loop.call_soon_threadsafe(lambda: None if future.done() else settle(outcome))

    def work() -> None:
        try:
            answer = ask()
        except BaseException as error:  # noqa: BLE001  # raised again where it is awaited
            tell(future.set_exception, error)
        else:
            tell(future.set_result, answer)

    Thread(target=copy_context().run, args=(work,), daemon=True).start()
    return await future
