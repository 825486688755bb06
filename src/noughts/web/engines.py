"""The data with which a page plays a game by itself: made once for each game, then kept."""

import asyncio
import gzip
from collections.abc import Sequence
from hashlib import sha256

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from noughts.answers.encoder import to_line
from noughts.errors import NoughtsError
from noughts.games.registry import spec_of
from noughts.recent import Recent
from noughts.web.api import answer, status_of
from noughts.web.pool import Lost, Pool, Refused, TooLong, TooMany
from noughts.web.url_state import game_called

# The games that are kept, each with a megabyte at most.
GAMES = 32
# The most games in the queue.
MOST_WANTED = 64
# Seconds that making one may take: it may need compiling, on a busy machine.
SECONDS = 600.0
LATER = {"Retry-After": "4"}


class Engines:
    """The answers to `/engine/GAME`.

    They are compressed once, so a visitor costs only the bytes; the page then requests nothing more
    while it plays. Status 202 means that the answer is being made. One process makes them one after
    the other: requested ones first, then those of the menu.
    """

    def __init__(self) -> None:
        self._kept: Recent[str, Response] = Recent(GAMES)
        self._wanted: list[str] = []
        self._making: asyncio.Task[None] | None = None
        self._maker: Pool | None = None
        self._made = ""  # the game that is being made

    async def page(self, request: Request, pool: Pool) -> Response:
        """The positions or the engine of a game, or the reason why it can have neither."""
        try:
            game = await run_in_threadpool(game_called, request.path_params["game"])
        except NoughtsError as error:
            return answer({"error": str(error)}, status_of(error))
        spec = spec_of(game)
        if spec in self._kept:
            kept = self._kept[spec]
            return _unchanged(kept) if _has(request, kept) else kept
        self._want(spec, pool)
        return Response(status_code=202, headers=LATER)

    def prepare(self, specs: Sequence[str], pool: Pool) -> None:
        """Make these games when nothing else is to be made, in this order."""
        self._wanted.extend(specs)
        self._go_on(pool)

    async def close(self) -> None:
        """End the process."""
        if self._making:
            self._making.cancel()
        if self._maker:
            await self._maker.close()

    def _want(self, spec: str, pool: Pool) -> None:
        """Make this game next."""
        if spec in self._wanted:
            self._wanted.remove(spec)
        elif spec == self._made or len(self._wanted) >= MOST_WANTED:
            return
        self._wanted.insert(0, spec)
        self._go_on(pool)

    def _go_on(self, pool: Pool) -> None:
        if self._maker is None:
            self._maker = Pool(1, SECONDS, own=pool.own, megabytes=pool.megabytes)
        if self._wanted and (self._making is None or self._making.done()):
            self._making = asyncio.ensure_future(self._make_all(self._maker))

    async def _make_all(self, maker: Pool) -> None:
        while self._wanted:
            self._made = self._wanted.pop(0)
            try:
                await self._make(self._made, maker)
            except (Lost, TooLong, TooMany):
                continue  # it is tried again at the next request
            finally:
                self._made = ""

    async def _make(self, spec: str, maker: Pool) -> None:
        try:
            told = await maker.ask("engine", {"game": spec})
            self._kept[spec] = await run_in_threadpool(_compressed, to_line(told))
        except Refused as error:
            self._kept[spec] = answer({"error": str(error)})


def _compressed(text: str) -> Response:
    """The answer, for every browser with an engine."""
    content = gzip.compress(text.encode(), 6, mtime=0)
    headers = {"Content-Encoding": "gzip", "ETag": f'"{sha256(content).hexdigest()[:16]}"'}
    return Response(content, headers=headers, media_type="application/json")


def _has(request: Request, kept: Response) -> bool:
    """Whether the browser has it already."""
    tag = kept.headers.get("etag")
    return tag is not None and tag in request.headers.get("if-none-match", "")


def _unchanged(kept: Response) -> Response:
    return Response(status_code=304, headers={"ETag": kept.headers["etag"]})
