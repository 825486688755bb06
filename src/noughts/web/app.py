"""The application: the routes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from noughts.answers.encoder import SCHEMA
from noughts.web import analysis_pages, draw_page, editor, pages, puzzle_pages
from noughts.web.api import Api, answer
from noughts.web.cancel import LEAVING
from noughts.web.engines import Engines
from noughts.web.games_page import games_page
from noughts.web.live.api import LiveApi
from noughts.web.live.limits import Limits
from noughts.web.live.pages import LivePages
from noughts.web.live.rooms import Rooms
from noughts.web.middleware import Guard, Rates, Smaller
from noughts.web.pool import Pool
from noughts.web.store.store import Store
from noughts.web.theme import colours

HERE = Path(__file__).parent
# The most characters of an unknown address that the answer repeats.
LONGEST_SHOWN = 80

Page = Callable[[Request, Pool], Awaitable[Response]]


def application(
    store: Store,
    pool: Pool | None = None,
    rates: Rates | None = None,
    limits: Limits | None = None,
    names: Collection[str] = (),
    menu: Sequence[str] = (),
) -> Starlette:
    """The whole application.

    Args:
        store: where games between people are stored; it is closed at the end.
        pool: the worker processes; by default a pool of the usual size.
        rates: the request limit per address.
        limits: the limits of games between people.
        names: names of the server, in addition to addresses and names without a dot.
        menu: the games whose engines are made in advance, when there is time.
    """
    thinking: list[Pool] = []
    engines = Engines()
    rooms, limits = Rooms(store), limits or Limits()

    def the_pool() -> Pool:
        if not thinking:
            thinking.append(pool or Pool())
        return thinking[0]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await the_pool().ready()
        engines.prepare(menu, the_pool())
        yield
        await engines.close()
        for one in thinking:
            await one.close()
        rooms.close()

    def page(show: Page) -> Callable[[Request], Awaitable[Response]]:
        return pages.or_failure(lambda request: show(request, the_pool()))

    return Starlette(
        routes=[
            Route("/", page(pages.play_page), methods=["GET"]),
            Route("/play", page(pages.choose_page), methods=["GET"]),
            Route("/play/{game}", page(pages.play_page), methods=["GET"]),
            Route("/play/{game}", page(pages.play_form), methods=["POST"]),
            Route("/code/{game}", page(pages.code_page), methods=["GET"]),
            Route("/edit/{game}", page(editor.editor_page), methods=["GET"]),
            Route("/edit/{game}", page(editor.editor_form), methods=["POST"]),
            Route("/draw", page(draw_page.draw_page), methods=["GET"]),
            Route("/draw/{game}", page(draw_page.draw_page), methods=["GET"]),
            Route("/draw/{game}", page(draw_page.draw_form), methods=["POST"]),
            Route("/watch/{game}", page(analysis_pages.watch_page), methods=["GET"]),
            Route("/map/{game}", page(analysis_pages.map_page), methods=["GET"]),
            Route("/puzzles", page(puzzle_pages.puzzles_page), methods=["GET"]),
            Route("/puzzles/{game}", page(puzzle_pages.puzzle_page), methods=["GET"]),
            Route("/puzzles/{game}", page(puzzle_pages.puzzle_form), methods=["POST"]),
            Route("/games", page(games_page), methods=["GET"]),
            Route("/engine/{game}", page(engines.page), methods=["GET"]),
            Route("/colours.css", _colours, methods=["GET"]),
            *Api(the_pool).routes,
            *LivePages(rooms, limits).routes,
            *LiveApi(rooms, limits).routes,
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        middleware=[Middleware(Guard, rates=rates, names=names), Middleware(Smaller)],
        exception_handlers={**LEAVING, HTTPException: _not_there, Exception: _failed},
        lifespan=lifespan,
    )


async def _colours(request: Request) -> Response:
    return Response(colours(), media_type="text/css")


async def _not_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    text, path = reason_of(error, request), request.url.path
    if path.startswith("/api/"):
        kind = "MethodNotAllowed" if status == 405 else "NotFound"
        response = answer({"schema": SCHEMA, "error": text, "kind": kind}, status)
    else:
        pages.BASE.set(str(request.base_url))
        response = pages.failure(status, text)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def reason_of(error: Exception, request: Request) -> str:
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
