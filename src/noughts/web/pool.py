"""A pool of worker processes, so that one user's request does not block the others.

A process whose request takes too long, or whose client has disconnected, is killed and replaced.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from noughts.answers.encoder import Json, to_line
from noughts.errors import NoughtsError

# The most requests that wait for a process; more are refused.
MOST_WAITING = 64
# Seconds that a request may take, and that it may continue after its client has disconnected.
REQUEST_SECONDS, GRACE_SECONDS = 15.0, 1.0
# A process with more memory after an answer is replaced; in MB, as all sizes here.
MEGABYTES = 500
# The longest answer.
MOST_BYTES = 8_000_000


class TooLong(NoughtsError):
    """A request took longer than the time limit."""


class TooMany(NoughtsError):
    """Too many requests are waiting."""


class Lost(NoughtsError):
    """The process ended before it could answer."""


class Refused(NoughtsError):
    """The request is refused; the message says why. `kind` is the name of the error's class."""

    def __init__(self, message: str, kind: str = "") -> None:
        super().__init__(message)
        self.kind = kind


class Pool:
    """Worker processes that answer requests, one at a time each."""

    def __init__(
        self,
        size: int = 2,  # the most processes, started when they are needed, or by `ready`
        patience: float = REQUEST_SECONDS,  # the time limit of a request
        grace: float = GRACE_SECONDS,  # the seconds of a request after its client has left
        own: Sequence[str] = (),  # the games from files that the processes load by name
        megabytes: int = MEGABYTES,  # of a process after an answer; with more it is replaced
    ) -> None:
        self.own, self.megabytes = own, megabytes
        self.size, self.patience, self.grace = size, patience, grace
        self._free = asyncio.Semaphore(size)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._waiting = 0

    async def ask(self, question: str, given: Json) -> Json:
        """The answer, or the partial one when the time is up; then it has `unfinished_answer`."""
        if self._waiting >= MOST_WAITING:
            raise TooMany("Too many requests are waiting; try again later.")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            process = self._idle.pop() if self._idle else await self._started()
        except BaseException:
            self._free.release()
            raise
        so_far: list[Json] = []
        reading = asyncio.ensure_future(_exchange(process, question, given, so_far))
        try:
            answer = await asyncio.wait_for(asyncio.shield(reading), self.patience)
        except TimeoutError:
            self._end_soon(self._end(process, reading))
            if so_far:
                return unfinished_answer(so_far[-1], self.patience)
            raise TooLong(
                f"This position is too hard to solve in {self.patience:g} seconds. Try again "
                f"later in the game."
            ) from None
        except asyncio.CancelledError:
            self._end_soon(self._let_end(process, reading))
            raise
        except (OSError, ValueError):
            self._end_soon(self._end(process, reading))
            raise Lost("The answer was lost; try again.") from None
        if answer["megabytes"] > self.megabytes:
            self._end_soon(self._end(process, reading))
        else:
            self._give_back(process)
        if "refused" in answer:
            raise Refused(answer["refused"], answer["kind"])
        told: Json = answer["answer"]
        return told

    async def ready(self) -> None:
        while len(self._all) < self.size:
            self._idle.append(await self._started())

    async def close(self) -> None:
        for process in self._all:
            with suppress(ProcessLookupError):
                process.kill()
        for process in tuple(self._all):
            await process.wait()

    @property
    def busy(self) -> int:
        return len(self._all) - len(self._idle)

    async def _started(self) -> Process:
        command = [sys.executable, "-m", "noughts.web.worker", *self.own]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=MOST_BYTES
        )
        self._all.add(process)
        return process

    def _give_back(self, process: Process) -> None:
        self._idle.append(process)
        self._free.release()

    def _end_soon(self, ending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _let_end(self, process: Process, reading: "asyncio.Future[Json]") -> None:
        """Keep the process if it finishes soon, although the client has left."""
        try:
            await asyncio.wait_for(asyncio.shield(reading), self.grace)
        except Exception:  # noqa: BLE001  # this process is not used again
            await self._end(process, reading)
        else:
            self._give_back(process)

    async def _end(self, process: Process, reading: "asyncio.Future[Json]") -> None:
        reading.cancel()
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self._all.discard(process)
        self._free.release()


def unfinished_answer(so_far: Json, seconds: float) -> Json:
    """The partial answer when the time is up, with a sentence about it.

    >>> unfinished_answer({"verdict": "Who wins is unknown."}, 15)["verdict"]
    'Who wins is unknown. The time was up after 15 seconds: this is what is known so far.'
    """
    said = f"The time was up after {seconds:g} seconds: this is what is known so far."
    words = {"verdict": f"{so_far['verdict']} {said}"} if "verdict" in so_far else {}
    return {**so_far, **words, "unfinished": said}


async def _exchange(process: Process, question: str, given: Json, so_far: list[Json]) -> Json:
    """Send a question to a process, and read its answer; partial answers are appended."""
    if process.stdin is None or process.stdout is None:
        raise ConnectionError("The worker process has no pipes.")
    line = to_line({"question": question, "given": given})
    process.stdin.write(f"{line}\n".encode())
    await process.stdin.drain()
    while True:
        answer = await process.stdout.readline()
        if not answer:
            raise ConnectionError("The worker process has ended.")
        told: Json = json.loads(answer)
        if "so_far" in told:
            so_far[:] = [told["so_far"]]
        else:
            return told


Answer = TypeVar("Answer")


class Gone(Exception):  # nothing is wrong
    """The client has disconnected."""


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of the work; cancelled as soon as the client disconnects."""
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
