"""The pages of games between people. Without scripts they reload themselves."""

from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from noughts.answers.encoder import Json
from noughts.errors import NoughtsError
from noughts.games.registry import game_name, rules_of
from noughts.web import html, pages
from noughts.web.live.api import count_of
from noughts.web.live.course import SIDES
from noughts.web.live.room import Room, SeatTaken
from noughts.web.live.rooms import Endpoints
from noughts.web.live.seats import holder_of, never_cached, remember, secret_for, secret_of
from noughts.web.middleware import visitor_of
from noughts.web.sheet import sheet_of
from noughts.web.view import GameTable, TableSettings, page_view

THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


class LivePages(Endpoints):
    @property
    def routes(self) -> list[Route]:
        return [
            Route("/live", html.or_failure(self.choose), methods=["GET"]),
            Route("/live", html.or_failure(self.begin), methods=["POST"]),
            Route("/live/{id}", html.or_failure(self.game), methods=["GET"]),
            Route("/live/{id}", html.or_failure(self.play), methods=["POST"]),
            Route("/live/{id}/act", html.or_failure(self.act), methods=["POST"]),
            Route("/live/{id}/rematch", html.or_failure(self.rematch), methods=["POST"]),
            Route("/join/{invitation}", html.or_failure(self.invited), methods=["GET"]),
            Route("/join/{invitation}", html.or_failure(self.join), methods=["POST"]),
        ]

    async def choose(self, request: Request) -> Response:
        spec = request.query_params.get("game", "tictactoe")
        table = await run_in_threadpool(GameTable, TableSettings(spec, "both"))
        chosen = (table.settings.spec, game_name(table.game))
        games = list(dict.fromkeys([*pages.named_games(), chosen]))
        return html.html_page("live_new.html", table=table, games=games, clocks=CLOCKS)

    async def begin(self, request: Request) -> Response:
        form = html.form_fields(await request.body())
        self._limits.begins(visitor_of(request.client))
        secret = secret_for(request)
        spec, side = form.get("game", "tictactoe").strip(), form.get("as", "x")
        called, clock = form.get("name", ""), form.get("clock", "")
        room = await self._rooms.begin(spec, side, secret, called, clock)
        return remember(_led_to(room), request, secret)

    async def invited(self, request: Request) -> Response:
        room = await self._rooms.invited(request.path_params["invitation"])
        turn = room.open_seat
        if turn is None or room.seat_of(holder_of(request)) is not None:
            return _led_to(room)
        return await run_in_threadpool(_invitation, room, turn)

    async def join(self, request: Request) -> Response:
        invitation, secret = request.path_params["invitation"], secret_for(request)
        called = html.form_fields(await request.body()).get("name", "")
        try:
            room = await self._rooms.join(invitation, secret, called)
        except SeatTaken:
            return _led_to(await self._rooms.invited(invitation))
        return remember(_led_to(room), request, secret)

    async def game(self, request: Request) -> Response:
        room = await self._rooms.room(request.path_params["id"])
        query = request.query_params
        ply = count_of(query, "ply") if "ply" in query else None
        return await self._page(request, room, cell=query.get("cell", ""), ply=ply)

    async def play(self, request: Request) -> Response:
        room = await self._rooms.room(request.path_params["id"])
        try:
            form = html.form_fields(await request.body())
            move = await run_in_threadpool(pages.chosen_move, room.table, form)
            if move is None:
                return _led_to(room, cell=form.get("cell", ""))
            ply, takebacks = count_of(form, "ply"), count_of(form, "takebacks")
            await self._rooms.play(room, holder_of(request), ply, move, takebacks)
        except NoughtsError as error:
            return await self._page(request, room, refused=error)
        return _led_to(room)

    async def act(self, request: Request) -> Response:
        """Resign, offer a draw, ask for a move back, or answer such an offer."""
        room = await self._rooms.room(request.path_params["id"])
        try:
            form = html.form_fields(await request.body())
            ply, takebacks = count_of(form, "ply"), count_of(form, "takebacks")
            action = form.get("action", "")
            await self._rooms.act(room, holder_of(request), action, ply, takebacks)
        except NoughtsError as error:
            return await self._page(request, room, refused=error)
        return _led_to(room)

    async def rematch(self, request: Request) -> Response:
        room = await self._rooms.room(request.path_params["id"])
        return _led_to(await self._rooms.rematch(room, holder_of(request)))

    async def _page(
        self,
        request: Request,
        room: Room,
        cell: str = "",
        refused: NoughtsError | None = None,
        ply: int | None = None,
    ) -> Response:
        holder = holder_of(request)
        seat = room.seat_of(holder)
        if seat is not None:
            room.seen(seat)
        table, told = room.table, await room.message(holder, 0, drawn=True)
        told["beat"] = self._limits.beat
        invitation = room.invitation(secret_of(request))
        if invitation:
            invitation = f"{request.base_url}join/{invitation}"
        return await run_in_threadpool(_drawn, told, table, invitation, cell, ply, refused)


def _led_to(room: Room, cell: str = "") -> Response:
    known = any(cell == one.name for one in room.table.match.board.cells)
    return RedirectResponse(f"/live/{room.id}" + (f"?cell={cell}" if known else ""), 303)


def _invitation(room: Room, turn: int) -> Response:
    game = room.table.game
    return html.html_page(
        "live_join.html",
        named=game_name(game),
        host=room.names[1 - turn] or "A friend",
        mark=game.marks[turn],
        room=room,
        clock=clock_words(room.control),
        picture=pages.thumbnail(room.table.settings.spec),
        rules=rules_of(game),
    )


def _drawn(
    told: Json,
    table: GameTable,
    invitation: str,  # the link to the open seat; empty if there is none
    cell: str,  # the cell that was clicked, if it has several moves
    ply: int | None,  # the number of moves before the position on show; None: the current position
    refused: NoughtsError | None,
) -> Response:
    now = told["view"]
    past = ply is not None and ply < told["ply"]
    view = page_view(table.before(told["ply"] - (ply or 0)) if past else table)
    playing = bool(told["seat"] and not told["over"] and all(told["taken"].values()))
    to_move = told["seat"] is not None and not told["over"] and SIDES[now["turn"]] == told["seat"]
    ours = to_move and not past
    left = told["clock"] and told["clock"]["left"]
    response = html.with_style(
        "live.html",
        400 if refused else 200,
        **pages.board_values(table, view),
        told=told,
        past=past,
        start=Markup(html.embedded({**told, "sheet": sheet_of(table.game)})),  # already escaped
        ours=ours,
        playing=playing,
        theirs=bool(told["offer"] and told["offer"]["by"] != told["seat"]),
        waiting=not to_move and not (told["over"] and told["rematch"]),
        choices=pages.offered(table, view, cell) if ours else [],
        cell=cell,
        invitation=invitation,
        qr=pages.qr_code(invitation),
        alone=urlsplit(invitation).hostname in THIS_MACHINE,
        left=left and [minutes(left[side]) for side in SIDES],
        analysis=table.address(),
        again=f"/live?game={table.settings.spec}",
        refused=str(refused or ""),
    )
    return never_cached(response)


def minutes(left: int) -> str:
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def clock_words(control: str) -> str:
    """A clock in words.

    >>> clock_words("5+3"), clock_words("10+0"), clock_words("")
    ('5 minutes each, 3 seconds more a move', '10 minutes each', 'no clock')
    """
    whole, _, more = control.partition("+")
    if not whole:
        return "no clock"
    each = f"{whole} minute{'s' * (whole != '1')} each"
    return each if more == "0" else f"{each}, {more} seconds more a move"


CLOCKS = [(text, clock_words(text)) for text in ("", "1+0", "3+2", "5+3", "10+5", "30+0")]
