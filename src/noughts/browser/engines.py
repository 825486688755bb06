"""What a page needs to play a game by itself: made once for each game, then kept."""

import asyncio
import gzip
from hashlib import sha256

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from noughts.answers.analyses import to_line
from noughts.browser.api import answer, status_of
from noughts.browser.pool import Lost, Pool, Refused, TooLong, TooMany
from noughts.browser.url_state import game_called
from noughts.errors import NoughtsError
from noughts.games.registry import spec_of
from noughts.recent import Recent

# The games that are kept, each with a megabyte at most.
GAMES = 32
# Seconds that making one may take: it may have to be compiled.
SECONDS = 90.0
# So many at once: the other processes answer questions meanwhile.
AT_ONCE = 1
LATER = {"Retry-After": "4"}


class Engines:
    """The answers to `/engine/GAME`.

    They are compressed once, so a visitor costs no more than the bytes; the page then asks for
    nothing more while it plays. An answer 202 says that it is being made.
    """

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: Recent[str, Response] = Recent(GAMES)
        self._making: dict[str, asyncio.Task[None]] = {}
        self._free = asyncio.Semaphore(AT_ONCE)

    async def page(self, request: Request, pool: Pool) -> Response:
        """The positions or the engine of a game, or a sentence where it can have neither."""
        try:
            game = await run_in_threadpool(game_called, request.path_params["game"])
        except NoughtsError as error:
            return answer({"error": str(error)}, status_of(error))
        spec = spec_of(game)
        if spec in self._kept:
            kept = self._kept[spec]
            return _unchanged(kept) if _has(request, kept) else kept
        if spec not in self._making and len(self._making) < GAMES:
            self._making[spec] = asyncio.ensure_future(self._make(spec, pool))
        return Response(status_code=202, headers=LATER)

    async def _make(self, spec: str, pool: Pool) -> None:
        try:
            async with self._free:
                told = await pool.ask("engine", {"game": spec}, SECONDS)
            self._kept[spec] = await run_in_threadpool(_compressed, to_line(told))
        except (Refused, TooLong) as error:
            self._kept[spec] = answer({"error": str(error)})
        except (Lost, TooMany):
            return  # it is tried again when it is asked for again
        finally:
            del self._making[spec]


def _compressed(text: str) -> Response:
    """An answer that every browser with an engine can read."""
    content = gzip.compress(text.encode(), 6, mtime=0)
    headers = {"Content-Encoding": "gzip", "ETag": f'"{sha256(content).hexdigest()[:16]}"'}
    return Response(content, headers=headers, media_type="application/json")


def _has(request: Request, kept: Response) -> bool:
    """Whether the browser has it already."""
    tag = kept.headers.get("etag")
    return tag is not None and tag in request.headers.get("if-none-match", "")


def _unchanged(kept: Response) -> Response:
    return Response(status_code=304, headers={"ETag": kept.headers["etag"]})
