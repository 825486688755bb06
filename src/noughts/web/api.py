"""The small HTTP API, /api/v1: what the command line answers with `--json`, and a board's moves.

`openapi.json` describes it; a test holds the description against the running server.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from noughts.answers.encoder import (
    SCHEMA,
    Json,
    games_answer,
    opponents_answer,
    position_answer,
    to_line,
)
from noughts.errors import BadParameters, GameOver, NoughtsError, StoreError, UnknownGame
from noughts.pictures.theme import THEMES
from noughts.web.cancel import cancel_on_disconnect
from noughts.web.pool import Lost, Pool, Refused, TooLong, TooMany
from noughts.web.url_state import OPPONENTS, BadRequest, Table, table_of
from noughts.web.view import view_of

HERE = Path(__file__).parent

# The settings that a request may have; `why` and `values` are switched on by 1.
PARAMETERS = ("moves", "position", "as", "level")

Endpoint = Callable[[Request], Awaitable[Response]]


class Api:
    """The endpoints; slow requests go to the pool."""

    def __init__(self, pool: Callable[[], Pool]) -> None:
        self._pool = pool

    @property
    def routes(self) -> list[Route]:
        """Every path."""
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
        """As `noughts games --json`."""
        return answer(games_answer())

    async def opponents(self, request: Request) -> Response:
        """As `noughts opponents --json`, but only those allowed in a request."""
        told = opponents_answer()
        allowed = [one for one in told["opponents"] if one["name"] in OPPONENTS]
        return answer({**told, "opponents": allowed})

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI description."""
        return FileResponse(HERE / "openapi.json", media_type="application/json")

    async def position(self, request: Request) -> Response:
        """The position, its legal moves, and the result."""
        table = await read(request)
        match = table.match
        told = {
            **position_answer(table.question),
            "moves": [table.game.name(move) for move in match.legal_moves],
            "over": match.over,
            "result": match.result or None,
        }
        return answer(told)

    async def analyse(self, request: Request) -> Response:
        """As `noughts analyse --json`, with `why=1` as with `--why`."""
        return answer(await self._asked(request, "analyse", why=flag(request, "why")))

    def asking(self, question: str) -> Endpoint:
        """The endpoint that returns the pool's answer to a question."""

        async def endpoint(request: Request) -> Response:
            return answer(await self._asked(request, question))

        return endpoint

    async def move(self, request: Request) -> Response:
        """The move that the opponent of that level chooses."""
        table = await read(request)
        if table.match.over:
            raise GameOver("The game is over, so there is no move.")
        found = await self._asked(request, "choose")
        return answer({**position_answer(table.question), "level": table.level, **found})

    async def draw(self, request: Request) -> Response:
        """The position as SVG."""
        theme, values = theme_named(request), flag(request, "values")
        told = await self._asked(request, "draw", theme=theme, values=values)
        return Response(told["svg"], media_type="image/svg+xml")

    async def map(self, request: Request) -> Response:
        """The strategy map as SVG."""
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
            return answer({"answer": None, "view": view, "known": None})
        return answer(await self._asked(request, "reply", know=flag(request, "know")))

    async def ahead(self, request: Request) -> Response:
        """The answer to every legal move, so that the next click need not wait."""
        return answer(await self._asked(request, "ahead"))

    async def _asked(self, request: Request, question: str, **more: Any) -> Json:
        """The pool's answer, unless the client disconnects."""
        await read(request)  # so that errors in the request are reported without waiting
        return await cancel_on_disconnect(
            request, self._pool().ask(question, {**given(request), **more})
        )


def given(request: Request) -> Json:
    """The game and the settings in a request."""
    chosen = {
        name: request.query_params[name] for name in PARAMETERS if name in request.query_params
    }
    return {"game": request.path_params["game"], **chosen}


async def read(request: Request) -> Table:
    """The table of a request, read in a thread.

    Raises:
        NoughtsError: the request has no valid table.
    """
    asked = given(request)
    return await run_in_threadpool(table_of, asked["game"], asked)


def flag(request: Request, name: str) -> bool:
    """The value of a 0/1 parameter.

    Raises:
        BadRequest: it is neither 0 nor 1.
    """
    text = request.query_params.get(name, "0")
    if text not in ("0", "1"):
        raise BadRequest(f"{name} must be 0 or 1.")
    return text == "1"


def theme_named(request: Request) -> str:
    """The theme of a request.

    Raises:
        BadRequest: there is no such theme.
    """
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise BadRequest(f"theme must be one of {', '.join(THEMES)}.")
    return theme


def answer(told: Json, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(to_line(told), status, media_type="application/json")


def status_of(error: NoughtsError) -> int:
    """The HTTP status for an error."""
    if isinstance(error, UnknownGame | BadParameters):
        return 404
    if isinstance(error, TooMany | Lost | StoreError):
        return 503
    if isinstance(error, TooLong):
        return 504
    status: int = getattr(error, "status", 400)
    return status


def kind_of(error: NoughtsError) -> str:
    """The name of an error's class, as in the tree of `errors.py`."""
    return error.kind if isinstance(error, Refused) else type(error).__name__


def answering(endpoint: Endpoint) -> Endpoint:
    """The endpoint, with its errors turned into JSON answers."""

    async def instrument(request: Request) -> Response:
        try:
            return await endpoint(request)
        except NoughtsError as error:
            refusal = {"schema": SCHEMA, "error": str(error), "kind": kind_of(error)}
            return answer(refusal, status_of(error))

    return instrument
