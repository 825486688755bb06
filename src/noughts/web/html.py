"""Templates, answers to errors, and forms, for all pages."""

import secrets
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from noughts.answers.encoder import Json, to_line
from noughts.errors import NoughtsError
from noughts.games.registry import ENTRIES
from noughts.web.api import Endpoint, status_of
from noughts.web.middleware import POLICY
from noughts.web.view import BadRequest

templates = Environment(
    loader=PackageLoader("noughts.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)

PREVIEWS = Path(__file__).parent / "static" / "previews"
# The server's address for browsers: previews of links need whole addresses.
BASE: ContextVar[str] = ContextVar("BASE", default="/")


def preview_of(spec: str) -> str:
    """The address of the picture in the preview of a link to a game."""
    name = spec.partition(":")[0]
    drawn = name in ENTRIES and (PREVIEWS / f"{name}.png").exists()
    return f"{BASE.get()}static/previews/{name if drawn else 'tictactoe'}.png"


templates.globals["preview_of"] = preview_of


def embedded(told: Json) -> str:
    return to_line(told).replace("<", "\\u003c")


def html_page(template: str, code: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(templates.get_template(template).render(**values), code)


def with_style(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page with its own style sheet, which the policy allows by a nonce."""
    nonce = secrets.token_urlsafe(12)
    response = html_page(template, status, nonce=nonce, **values)
    response.headers["Content-Security-Policy"] = POLICY.format(style=f" 'nonce-{nonce}'")
    return response


def failure(status: int, message: str, **more: str) -> Response:
    return html_page("error.html", status, status=status, message=message, **more)


def or_failure(page: Endpoint) -> Endpoint:
    async def answer(request: Request) -> Response:
        BASE.set(str(request.base_url))
        try:
            return await page(request)
        except NoughtsError as error:
            return failure(status_of(error), str(error))

    return answer


def threaded_page(page: Callable[[Request], Response]) -> Endpoint:
    """A page that needs no worker process, made in a thread."""
    return or_failure(lambda request: run_in_threadpool(page, request))


def posted(page: Callable[[Request, dict[str, str]], Response]) -> Endpoint:
    """The answer to a form, made in a thread."""

    async def answer(request: Request) -> Response:
        return await run_in_threadpool(page, request, form_fields(await request.body()))

    return or_failure(answer)


def form_fields(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode("utf-8", "replace"), max_num_fields=20))
    except ValueError:
        raise BadRequest("This form is not from this page.") from None
