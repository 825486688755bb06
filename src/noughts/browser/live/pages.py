"""The pages of games between people. Without scripts they reload themselves."""

from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from noughts.answers.analyses import Json
from noughts.browser.live.limits import who
from noughts.browser.live.refusals import SeatTaken
from noughts.browser.live.room import SIDES, Room
from noughts.browser.live.rooms import Endpoints
from noughts.browser.live.seats import holder_of, private, remember, secret_for, secret_of
from noughts.browser.pages import (
    chosen,
    embedded,
    fields,
    html,
    offered,
    or_failure,
    with_style,
)
from noughts.browser.url_state import BadRequest, Settings, Table
from noughts.browser.view import rows_of
from noughts.errors import NoughtsError
from noughts.games.registry import entries
from noughts.pictures.board.alt_text import game_name

THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


class LivePages(Endpoints):
    """The pages."""

    @property
    def routes(self) -> list[Route]:
        """Every path."""
        return [
            Route("/live", or_failure(self.choose), methods=["GET"]),
            Route("/live", or_failure(self.begin), methods=["POST"]),
            Route("/live/{id}", or_failure(self.game), methods=["GET"]),
            Route("/live/{id}", or_failure(self.play), methods=["POST"]),
            Route("/live/{id}/rematch", or_failure(self.rematch), methods=["POST"]),
            Route("/join/{invitation}", or_failure(self.invited), methods=["GET"]),
            Route("/join/{invitation}", or_failure(self.join), methods=["POST"]),
        ]

    async def choose(self, request: Request) -> Response:
        """Which game, and who begins."""
        spec = request.query_params.get("game", "tictactoe")
        table = await run_in_threadpool(Table, Settings(spec, "both"))
        return html("live_new.html", table=table, entries=entries())

    async def begin(self, request: Request) -> Response:
        """Begin a game with one player."""
        form = fields(await request.body())
        self._limits.begins(who(request.client))
        secret = secret_for(request)
        spec, side = form.get("game", "tictactoe").strip(), form.get("as", "x")
        room = await self._rooms.begin(spec, side, secret)
        return remember(_led_to(room), request, secret)

    async def invited(self, request: Request) -> Response:
        """The invitation page; following the link takes no seat yet."""
        room = await self._rooms.invited(request.path_params["invitation"])
        turn = room.open_seat
        if turn is None or room.seat_of(holder_of(request)) is not None:
            return _led_to(room)
        game = room.table.game
        return html("live_join.html", named=game_name(game), mark=game.marks[turn], room=room)

    async def join(self, request: Request) -> Response:
        """Take the open seat; latecomers watch."""
        invitation, secret = request.path_params["invitation"], secret_for(request)
        try:
            room = await self._rooms.join(invitation, secret)
        except SeatTaken:
            return _led_to(await self._rooms.invited(invitation))
        return remember(_led_to(room), request, secret)

    async def game(self, request: Request) -> Response:
        """The page of a game, for players and spectators."""
        room = await self._rooms.room(request.path_params["id"])
        return await _page_of(request, room, cell=request.query_params.get("cell", ""))

    async def play(self, request: Request) -> Response:
        """A move of the form."""
        room = await self._rooms.room(request.path_params["id"])
        try:
            form = fields(await request.body())
            move = await run_in_threadpool(chosen, room.table, form)
            if move is None:
                return _led_to(room, cell=form.get("cell", ""))
            ply = form.get("ply", "")
            if not ply.isdecimal() or len(ply) > 6:
                raise BadRequest("The form lacks the ply.")
            await self._rooms.play(room, holder_of(request), int(ply), move)
        except NoughtsError as error:
            return await _page_of(request, room, refused=error)
        return _led_to(room)

    async def rematch(self, request: Request) -> Response:
        """Start a rematch."""
        room = await self._rooms.room(request.path_params["id"])
        return _led_to(await self._rooms.rematch(room, holder_of(request)))


def _led_to(room: Room, cell: str = "") -> Response:
    known = any(cell == one.name for one in room.table.match.board.cells)
    return RedirectResponse(f"/live/{room.id}" + (f"?cell={cell}" if known else ""), 303)


async def _page_of(
    request: Request, room: Room, cell: str = "", refused: NoughtsError | None = None
) -> Response:
    holder = holder_of(request)
    seat = room.seat_of(holder)
    if seat is not None:
        room.seen(seat)
    told = await room.message(holder, 0, drawn=True)
    invitation = room.invitation(secret_of(request))
    if invitation:
        invitation = f"{request.base_url}join/{invitation}"
    return await run_in_threadpool(_drawn, told, room, invitation, cell, refused)


def _drawn(
    told: Json, room: Room, invitation: str, cell: str, refused: NoughtsError | None
) -> Response:
    table, view = room.table, told["view"]
    ours = told["seat"] is not None and not told["over"] and SIDES[view["turn"]] == told["seat"]
    response = with_style(
        "live.html",
        400 if refused else 200,
        told=told,
        view=view,
        rows=rows_of(view["cells"]),
        picture=Markup(view["picture"]),  # drawn by us
        start=Markup(embedded(told)),  # it is escaped
        named=game_name(table.game),
        ours=ours,
        waiting=not ours and not (told["over"] and told["rematch"]),
        choices=offered(table, view, cell) if ours else [],
        cell=cell,
        invitation=invitation,
        alone=urlsplit(invitation).hostname in THIS_MACHINE,
        analysis=table.address(),
        again=f"/live?game={table.settings.spec}",
        refused=str(refused or ""),
    )
    return private(response)
