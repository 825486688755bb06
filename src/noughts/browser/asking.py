"""A question asked for somebody who may leave before it is answered."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request

Answer = TypeVar("Answer")


class Gone(Exception):  # nothing is wrong
    """The asker has left."""


async def unless_gone(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """What the work gives; it is cancelled as soon as the asker leaves.

    Raises:
        Gone: the asker has left.
    """
    await request.body()  # from here on, the next message can only be that the asker has left
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Gone
    finally:
        for task in (working, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
