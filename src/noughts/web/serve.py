"""The server: the application with its routes, its log, and its start."""

import asyncio
import logging
import os
import socket
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from noughts.answers.encoder import SCHEMA
from noughts.errors import NoughtsError
from noughts.games.registry import ENTRIES, name_own
from noughts.search.memory import Recent
from noughts.web import draw_page, editor, html, pages, puzzle_pages
from noughts.web.api import Api, Endpoint, Engines, json_answer
from noughts.web.connections import BACKLOG, CONNECTIONS, FROM_ONE, Connections, as_many_as_may_be
from noughts.web.export import MODULES, SCRIPTS, bare_script, one_script, static
from noughts.web.live.api import LiveApi
from noughts.web.live.pages import LivePages
from noughts.web.live.rooms import BEAT, LONGEST_MESSAGE, LiveLimits, Rooms
from noughts.web.middleware import Guard, Rates, Smaller
from noughts.web.pool import LEAVING, MEGABYTES, REQUEST_SECONDS, Pool
from noughts.web.store.connect import open_store
from noughts.web.store.store import GameStore
from noughts.web.view import colours, in_address

# Seconds in which an equal message is not written again; and the most messages remembered.
SAID, THINGS = 60.0, 200
# Loggers that repeat in several lines what the store reports in a sentence.
SILENT = ("psycopg", "sqlalchemy.pool")


class Once(logging.Filter):
    """Lets a record pass unless a similar one has passed within the last minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: Recent[object, tuple[float, int]] = Recent(THINGS)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; the number of suppressed ones is added to it."""
        thing, now = _thing(record), self._now()
        said, times = self._said.get(thing, (now - SAID, 0))
        if now - said < SAID:
            self._said[thing] = (said, times + 1)
            return False
        self._said[thing] = (now, 0)
        if times:
            record.msg = f"{record.getMessage()} (And {times:,} times more since it was said.)"
            record.args = None
        return True


def _thing(record: logging.LogRecord) -> object:
    """The origin of a record, and of the error in it."""
    said, *_ = str(record.msg).splitlines() or [""]  # the other lines may name a socket or a task
    error = record.exc_info and record.exc_info[1]
    if not error:
        return record.name, said
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = trace and (trace.tb_frame.f_code, trace.tb_lineno)
    return record.name, said, type(error), where


def set_up_log() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(_is_our_fault)
    handler.addFilter(Once())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Whether a record is worth a line.

    Uvicorn also logs refused sockets as errors; and killing a process that has just ended lets
    `subprocess` collect it before asyncio does, which then misses it.
    """
    said = record.getMessage()
    return "without completing handshake" not in said and "Unknown child process" not in said


HERE = Path(__file__).parent
# The most characters of an unknown address that the answer repeats.
LONGEST_SHOWN = 80

Page = Callable[[Request, Pool], Awaitable[Response]]


def application(
    store: GameStore,
    pool: Pool | None = None,
    rates: Rates | None = None,
    limits: LiveLimits | None = None,
    names: Collection[str] = (),
    menu: Sequence[str] = (),
) -> Starlette:
    workers = pool or Pool()
    engines = Engines(workers)
    rooms, limits = Rooms(store), limits or LiveLimits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await workers.ready()
        engines.prepare(menu)
        yield
        await engines.close()
        await workers.close()
        rooms.close()

    def page(show: Page) -> Endpoint:
        return html.or_failure(lambda request: show(request, workers))

    return Starlette(
        routes=[
            Route("/", html.threaded_page(pages.home_page), methods=["GET"]),
            Route("/read", html.posted(pages.read_form), methods=["POST"]),
            Route("/play", page(pages.choose_page), methods=["GET"]),
            Route("/play/{game}", page(pages.play_page), methods=["GET"]),
            Route("/play/{game}", page(pages.play_form), methods=["POST"]),
            Route("/code/{game}", page(pages.code_page), methods=["GET"]),
            Route("/edit/{game}", html.threaded_page(editor.editor_page), methods=["GET"]),
            Route("/edit/{game}", html.posted(editor.editor_form), methods=["POST"]),
            Route("/draw", html.threaded_page(draw_page.draw_page), methods=["GET"]),
            Route("/draw/{game}", html.threaded_page(draw_page.draw_page), methods=["GET"]),
            Route("/draw/{game}", html.posted(draw_page.draw_form), methods=["POST"]),
            Route("/watch/{game}", page(pages.watch_page), methods=["GET"]),
            Route("/map/{game}", page(pages.map_page), methods=["GET"]),
            Route("/puzzle", lambda _: RedirectResponse("/puzzles"), methods=["GET"]),
            Route("/puzzles", html.threaded_page(puzzle_pages.puzzles_page), methods=["GET"]),
            Route("/puzzles/{game}", page(puzzle_pages.puzzle_page), methods=["GET"]),
            Route("/puzzles/{game}", html.posted(puzzle_pages.puzzle_form), methods=["POST"]),
            Route("/games", html.threaded_page(pages.games_page), methods=["GET"]),
            Route("/engine/{game}", html.or_failure(engines.page), methods=["GET"]),
            Route("/colours.css", _colours, methods=["GET"]),
            *Api(workers).routes,
            *LivePages(rooms, limits).routes,
            *LiveApi(rooms, limits).routes,
            Mount("/static", _Static(directory=HERE / "static")),
        ],
        middleware=[Middleware(Guard, rates=rates, names=names), Middleware(Smaller)],
        exception_handlers={**LEAVING, HTTPException: _not_there, Exception: _failed},
        lifespan=lifespan,
    )


class _Static(StaticFiles):
    """Files, with scripts as pages need them; `noughts.js` contains all modules of its page."""

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        name = Path(full_path).name
        if not name.endswith(".js"):
            return super().file_response(full_path, stat_result, scope, status_code)
        modules = MODULES if name == MODULES[-1] else (name,)
        changed = max((HERE / "static" / each).stat().st_mtime_ns for each in modules)
        script, tag = _script(modules, changed)
        answer = Response(script, headers={"etag": tag}, media_type="text/javascript")
        unchanged = self.is_not_modified(answer.headers, Headers(scope=scope))
        return NotModifiedResponse(answer.headers) if unchanged else answer


@lru_cache(2 * len(SCRIPTS))
def _script(modules: tuple[str, ...], changed: int) -> tuple[str, str]:
    """Modules as one script, as they are since this time, and the tag of its content."""
    script = one_script(*modules) if modules == MODULES else bare_script(*modules)
    return script, f'"{sha256(script.encode()).hexdigest()}"'


async def _colours(request: Request) -> Response:
    return Response(colours() + static("board.css"), media_type="text/css")


async def _not_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    text, path = error_reason(error, request), request.url.path
    if path.startswith("/api/"):
        kind = "MethodNotAllowed" if status == 405 else "NotFound"
        response = json_answer({"schema": SCHEMA, "error": text, "kind": kind}, status)
    else:
        html.BASE.set(str(request.base_url))
        response = html.failure(status, text)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def error_reason(error: Exception, request: Request) -> str:
    """The reason for an error: the message of a refusal, or the fault of the request."""
    status, detail = getattr(error, "status_code", 500), getattr(error, "detail", "")
    if detail and detail != HTTPStatus(status).phrase:
        return str(detail)
    if status == 405:
        allowed = (getattr(error, "headers", None) or {}).get("Allow", "")
        allowed = ", ".join(sorted(set(allowed.split(", ")) - {"HEAD", ""})) or "GET"
        return f"This address does not answer {request.method} requests, only {allowed}."
    return (
        f"There is nothing at {request.url.path[:LONGEST_SHOWN]}. Check the address for mistakes."
    )


async def _failed(request: Request, error: Exception) -> Response:
    """The answer after a bug of ours: only the log has the details."""
    return PlainTextResponse("Internal server error.\n", 500)


class NoServer(NoughtsError):
    """The server cannot be started there."""


class Allowance(NamedTuple):
    """The limits and names of a server."""

    seconds: float = REQUEST_SECONDS  # the time limit per request
    connections: int = CONNECTIONS  # the most connections, if the process may open as many
    from_one: int = FROM_ONE  # the most connections from one address
    megabytes: int = MEGABYTES  # the most memory of a worker process between two requests
    names: tuple[str, ...] = ()  # names by which browsers reach the server, such as a proxy's
    lazy: bool = False  # whether a game's page data is made only when the page is first opened


def serve(
    host: str,
    port: int,
    *,
    data: str,
    open_browser: bool,
    games: Sequence[str] = (),
    allowance: Allowance | None = None,
) -> None:
    """Answer requests until Ctrl-C.

    Port 0 is any free one. Games from files are added to those served.

    Raises NoServer, StoreError, or GameError if a game does not exist or another has its name.
    """
    allowance = allowance or Allowance()
    own = [name_own(spec) for spec in games]
    listening = _listening(host, port)
    store = open_store(data)
    shown = f"[{host}]" if ":" in host else host
    first = f"play/{in_address(own[0])}" if own else ""
    address = f"http://{shown}:{listening.getsockname()[1]}/{first}"
    pool = Pool(patience=allowance.seconds, own=games, megabytes=allowance.megabytes)
    most = as_many_as_may_be(allowance.connections)
    machine = socket.gethostname()
    known = host, machine, f"{machine}.local", *allowance.names
    menu = [*own, *(name for name in ENTRIES if name not in own)]
    app = application(store, pool, names=known, menu=() if allowance.lazy else menu)
    config = config_of(app, Connections(most, allowance.from_one))
    server = Server(config, partial(_tell, address, open_browser))
    asyncio.run(server.serve(sockets=[listening]))


def config_of(app: Starlette, connections: Connections, beat: float = BEAT) -> uvicorn.Config:
    """The configuration of the server and of its log.

    Every `beat` seconds each socket is pinged, and has as long to answer: a player whose connection
    dies silently is soon absent.
    """
    set_up_log()
    return uvicorn.Config(
        app,
        log_config=None,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=beat,
        ws_ping_timeout=beat,
        ws_per_message_deflate=False,  # it takes longer than it saves
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=2,
        **connections.protocols(),
    )


class Server(uvicorn.Server):
    """A server that reports when it is ready; from then on Ctrl-C stops it cleanly."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._ready()


def _tell(address: str, open_browser: bool) -> None:
    print(f"noughts is at {address}  (Ctrl-C stops it)", file=sys.stderr, flush=True)  # noqa: T201
    if open_browser:
        webbrowser.open(address)


def _listening(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError as error:
        reason = error.strerror or error
        raise NoServer(
            f"Cannot listen on {host}:{port}: {reason}. Choose another --port."
        ) from None
    return listening
