"""The analysis pages: the search at work, and the strategy map."""

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from noughts.answers.encoder import Json
from noughts.errors import NoughtsError
from noughts.games.registry import game_name
from noughts.pictures.search_page import policy
from noughts.web.api import status_of
from noughts.web.cancel import cancel_on_disconnect
from noughts.web.pages import html, question_of, read
from noughts.web.pool import Pool
from noughts.web.url_state import Table


async def watch_page(request: Request, pool: Pool) -> Response:
    """The page that steps through searches of the position, side by side."""
    table = await read(request)
    try:
        told = await _asked(request, pool, "watch", table)
    except NoughtsError as error:
        return _refused(table, error)
    back = f'<header>\n<p><a href="{escape(table.address())}">Back to the game</a></p>'
    response = HTMLResponse(told["html"].replace("<header>", back, 1))
    response.headers["Content-Security-Policy"] = f"{policy()}; frame-ancestors 'none'"
    return response


async def map_page(request: Request, pool: Pool) -> Response:
    """The complete strategy from here, for one side."""
    table = await read(request)
    try:
        told = await _asked(request, pool, "map", table, theme="page")
    except NoughtsError as error:
        return _refused(table, error)
    first, second = table.game.marks
    return html(
        "map.html",
        title=told["title"],
        unfinished=told.get("unfinished"),
        picture=Markup(told["svg"]),
        back=table.address(),
        sides=[(mark, _of_side(table, side)) for mark, side in ((first, "x"), (second, "o"))],
        file=f"/api/v1{_of_side(table, table.settings.side)}",
        named=game_name(table.game),
    )


def _of_side(table: Table, side: str) -> str:
    return table.address(**{"as": side, "level": ""}).replace("/play/", "/map/", 1)


async def _asked(request: Request, pool: Pool, question: str, table: Table, **more: str) -> Json:
    return await cancel_on_disconnect(request, pool.ask(question, {**question_of(table), **more}))


def _refused(table: Table, error: NoughtsError) -> Response:
    status = status_of(error)
    return html("error.html", status, status=status, message=str(error), back=table.address())
