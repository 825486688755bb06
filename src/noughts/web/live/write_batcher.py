"""Concurrent access to the store: reads in threads, moves of many games in one write."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from noughts.web.store.store import Played, Store

Answer = TypeVar("Answer")


class WriteBatcher:
    """Stores games.

    While one step is written to disk, new moves gather for the next write: so the busier the server
        is, the less a move costs.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._waiting: list[tuple[Played, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """Call a function of the store in a thread."""
        return await run_in_threadpool(question)

    async def add(self, played: Played) -> bool:
        """Store a move; returns whether its ply was free. On return the move is on disk.

        Raises:
            StoreError: perhaps it was not stored.
        """
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((played, kept))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await kept

    async def _write(self) -> None:
        try:
            while self._waiting:
                step, self._waiting = self._waiting, []
                await self._write_step(step)
        finally:
            self._writing = None

    async def _write_step(self, step: list[tuple[Played, "asyncio.Future[bool]"]]) -> None:
        try:
            answers = await run_in_threadpool(self.store.add, [played for played, _ in step])
        except Exception as error:  # noqa: BLE001  # every waiting caller gets it
            for _, kept in step:
                if not kept.done():
                    kept.set_exception(error)
        else:
            for (_, kept), answer in zip(step, answers, strict=True):
                if not kept.done():
                    kept.set_result(answer)
