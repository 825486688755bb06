"""The small HTTP API, /api/v1: what the command line answers with `--json`, and a board's moves.

`openapi.json` describes it; a test holds the description against the running server.
"""

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse

from noughts.answers import encoder
from noughts.errors import BadParameters, GameOver, NoughtsError, StoreError, UnknownGame
from noughts.games.registry import spec_of
from noughts.pictures.svg import THEMES
from noughts.players.levels import OPPONENTS
from noughts.search.memory import Recent
from noughts.web.pool import Lost, Pool, Refused, TooLong, TooMany, cancel_on_disconnect
from noughts.web.view import BadRequest, GameTable, game_called, table_of, view_of

HERE = Path(__file__).parent

# The settings that a request may have; `why` and `values` are switched on by 1.
PARAMETERS = ("moves", "position", "as", "level")

Endpoint = Callable[[Request], Awaitable[Response]]


class Api:
    """The endpoints; slow requests go to the pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @property
    def routes(self) -> list[Route]:
        endpoints: dict[str, Endpoint] = {
            "games": self.games,
            "opponents": self.opponents,
            "openapi.json": self.openapi,
            "position/{game}": self.position,
            "analyse/{game}": self.analyse,
            "explain/{game}": self.asking("explain"),  # as `noughts explain --json`
            "review/{game}": self.asking("review"),  # as `noughts review --json`
            "move/{game}": self.move,
            "draw/{game}": self.draw,
            "map/{game}": self.map,
            "table/{game}": self.table,
            "ahead/{game}": self.ahead,
            "values/{game}": self.asking("values"),  # the values of the moves, with their picture
            "know/{game}": self.asking("know"),  # also reasons and the line of best play
            "history/{game}": self.asking("history"),  # the review so far, with its value history
        }
        return [
            Route(f"/api/v1/{path}", answering(endpoint), methods=["GET"])
            for path, endpoint in endpoints.items()
        ]

    async def games(self, request: Request) -> Response:
        return json_answer(encoder.games_answer())

    async def opponents(self, request: Request) -> Response:
        told = encoder.opponents_answer()
        allowed = [one for one in told["opponents"] if one["name"] in OPPONENTS]
        return json_answer({**told, "opponents": allowed})

    async def openapi(self, request: Request) -> Response:
        return FileResponse(HERE / "openapi.json", media_type="application/json")

    async def position(self, request: Request) -> Response:
        table = await read(request)
        match = table.match
        told = {
            **encoder.position_answer(table.question),
            "moves": [table.game.name(move) for move in match.legal_moves],
            "over": match.over,
            "result": match.result or None,
        }
        return json_answer(told)

    async def analyse(self, request: Request) -> Response:
        return json_answer(await self._asked(request, "analyse", why=flag(request, "why")))

    def asking(self, question: str) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            return json_answer(await self._asked(request, question))

        return endpoint

    async def move(self, request: Request) -> Response:
        table = await read(request)
        if table.match.over:
            raise GameOver("The game is over, so there is no move.")
        found = await self._asked(request, "choose")
        return json_answer(
            {**encoder.position_answer(table.question), "level": table.level, **found}
        )

    async def draw(self, request: Request) -> Response:
        theme, values = theme_named(request), flag(request, "values")
        told = await self._asked(request, "draw", theme=theme, values=values)
        return Response(told["svg"], media_type="image/svg+xml")

    async def map(self, request: Request) -> Response:
        theme, levels = theme_named(request), request.query_params.get("levels", "0")
        if not (levels.isascii() and levels.isdecimal() and len(levels) < 4):
            raise BadRequest("levels must be a number from 0 to 999.")
        told = await self._asked(request, "map", theme=theme, levels=int(levels))
        return Response(told["svg"], media_type="image/svg+xml")

    # For the page.

    async def table(self, request: Request) -> Response:
        """The data of the page; `reply=1`: after the computer's move; `know=1`: with values."""
        table = await read(request)
        if not flag(request, "reply"):
            view = await run_in_threadpool(view_of, table)
            return json_answer({"answer": None, "view": view, "known": None})
        return json_answer(await self._asked(request, "reply", know=flag(request, "know")))

    async def ahead(self, request: Request) -> Response:
        """The answer to every legal move, so that the next click need not wait."""
        return json_answer(await self._asked(request, "ahead"))

    async def _asked(self, request: Request, question: str, **more: Any) -> encoder.Json:
        await read(request)  # so that errors in the request are reported without waiting
        return await cancel_on_disconnect(
            request, self._pool.ask(question, {**request_settings(request), **more})
        )


def request_settings(request: Request) -> encoder.Json:
    query = request.query_params
    chosen = {name: query[name] for name in PARAMETERS if name in query}
    return {"game": request.path_params.get("game", "tictactoe"), **chosen}


async def read(request: Request) -> GameTable:
    asked = request_settings(request)
    return await run_in_threadpool(table_of, asked["game"], asked)


def flag(request: Request, name: str) -> bool:
    text = request.query_params.get(name, "0")
    if text not in ("0", "1"):
        raise BadRequest(f"{name} must be 0 or 1.")
    return text == "1"


def theme_named(request: Request) -> str:
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise BadRequest(f"theme must be one of {', '.join(THEMES)}.")
    return theme


def json_answer(told: encoder.Json, status: int = 200) -> Response:
    return Response(encoder.to_line(told), status, media_type="application/json")


def status_of(error: NoughtsError) -> int:
    if isinstance(error, UnknownGame | BadParameters):
        return 404
    if isinstance(error, TooMany | Lost | StoreError):
        return 503
    if isinstance(error, TooLong):
        return 504
    status: int = getattr(error, "status", 400)
    return status


def error_kind(error: NoughtsError) -> str:
    return error.kind if isinstance(error, Refused) else type(error).__name__


def answering(endpoint: Endpoint) -> Endpoint:
    async def instrument(request: Request) -> Response:
        try:
            return await endpoint(request)
        except NoughtsError as error:
            refusal = {"schema": encoder.SCHEMA, "error": str(error), "kind": error_kind(error)}
            return json_answer(refusal, status_of(error))

    return instrument


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
    the other: requested ones first, then the games of the menu.
    """

    def __init__(self, pool: Pool) -> None:
        self._kept: Recent[str, Response] = Recent(GAMES)
        self._wanted: list[str] = []
        self._making: asyncio.Task[None] | None = None
        self._maker = Pool(1, SECONDS, own=pool.own, megabytes=pool.megabytes)
        self._made = ""  # the game that is being made

    async def page(self, request: Request) -> Response:
        """The positions or the engine of a game, or the reason why it can have neither."""
        try:
            game = await run_in_threadpool(game_called, request.path_params["game"])
        except NoughtsError as error:
            return json_answer({"error": str(error)}, status_of(error))
        spec = spec_of(game)
        if spec in self._kept:
            kept = self._kept[spec]
            tag = kept.headers.get("etag")
            has = tag is not None and tag in request.headers.get("if-none-match", "")
            return NotModifiedResponse(kept.headers) if has else kept
        self._want(spec)
        return Response(status_code=202, headers=LATER)

    def prepare(self, specs: Sequence[str]) -> None:
        """Make these games when nothing else is to be made, in this order."""
        self._wanted.extend(specs)
        self._go_on()

    async def close(self) -> None:
        if self._making:
            self._making.cancel()
        await self._maker.close()

    def _want(self, spec: str) -> None:
        if spec in self._wanted:
            self._wanted.remove(spec)
        elif spec == self._made or len(self._wanted) >= MOST_WANTED:
            return
        self._wanted.insert(0, spec)
        self._go_on()

    def _go_on(self) -> None:
        if self._wanted and (self._making is None or self._making.done()):
            self._making = asyncio.ensure_future(self._make_all())

    async def _make_all(self) -> None:
        while self._wanted:
            self._made = self._wanted.pop(0)
            try:
                await self._make(self._made)
            except (Lost, TooLong, TooMany):
                continue  # it is tried again at the next request
            finally:
                self._made = ""

    async def _make(self, spec: str) -> None:
        try:
            told = await self._maker.ask("engine", {"game": spec})
            self._kept[spec] = await run_in_threadpool(_compressed, encoder.to_line(told))
        except Refused as error:
            self._kept[spec] = json_answer({"error": str(error)})


def _compressed(text: str) -> Response:
    content = gzip.compress(text.encode(), 6, mtime=0)
    headers = {"Content-Encoding": "gzip", "ETag": f'"{sha256(content).hexdigest()[:16]}"'}
    return Response(content, headers=headers, media_type="application/json")
