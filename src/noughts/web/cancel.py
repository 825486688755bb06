"""Cancels work when the client disconnects."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

Answer = TypeVar("Answer")


class Gone(Exception):  # nothing is wrong
    """The client has disconnected."""


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of the work; cancelled as soon as the client disconnects.

    Raises:
        Gone: the client has disconnected.
    """
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
    # The rest of the request's body is skipped.
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _nobody_reads(request: Request, error: Exception) -> Response:
    return Response(status_code=499)


#: The answer to a client that has left, perhaps before its whole request was here.
LEAVING = {Gone: _nobody_reads, ClientDisconnect: _nobody_reads}
