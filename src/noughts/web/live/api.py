"""Games between people for programs: JSON and WebSockets under /api/v1, as in `openapi.json`."""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.answers.encoder import SCHEMA, Json, to_line
from noughts.errors import NoughtsError
from noughts.web.api import answering, error_kind, json_answer
from noughts.web.live import seats
from noughts.web.live.room import Room, TooOften
from noughts.web.live.rooms import NO_GAME, Endpoints
from noughts.web.middleware import visitor_of
from noughts.web.view import BadRequest

# Close code for exceeding the message rate.
POLICY_VIOLATED = 1008


def object_of(text: bytes | str) -> Json:
    """The JSON object of a text.

    >>> object_of('{"ply": 0, "move": "b2"}')
    {'ply': 0, 'move': 'b2'}
    """
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise BadRequest('Send a JSON object such as {"ply": 0, "move": "b2"}.')
    return asked


def text_field(asked: Json, name: str, usual: str | None = None) -> str:
    text = asked.get(name, usual)
    if not isinstance(text, str):
        raise BadRequest(f'"{name}" must be a string.')
    return text


def ply_of(asked: Json) -> int:
    """The ply of a request: the number of moves before its own."""
    ply = asked.get("ply")
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply < 10_000:
        raise BadRequest('"ply" must be the number of moves before this one: 0 for the first.')
    return ply


def count_field(asked: Json, name: str) -> int | None:
    number = asked.get(name)
    if number is None or (type(number) is int and 0 <= number < 2**31):
        return number
    raise BadRequest(f'"{name}" must be a whole number from 0.')


def count_of(fields: Mapping[str, str], name: str, usual: str = "") -> int:
    text = fields.get(name, usual)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise BadRequest(f"{name} must be a number such as 0, 1 or 2, not {text[:10]!r}.")
    return int(text)


class LiveApi(Endpoints):
    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [
            Route("/api/v1/live", answering(self.begin), methods=["POST"]),
            Route("/api/v1/live/{id}", answering(self.standing), methods=["GET"]),
            Route("/api/v1/live/{id}/moves", answering(self.play), methods=["POST"]),
            Route("/api/v1/live/{id}/actions", answering(self.act), methods=["POST"]),
            Route("/api/v1/live/{id}/rematch", answering(self.rematch), methods=["POST"]),
            Route("/api/v1/join/{invitation}", answering(self.join), methods=["POST"]),
            WebSocketRoute("/api/v1/live/{id}/socket", self.socket),
        ]

    async def begin(self, request: Request) -> Response:
        """Begin a game; the answer has the invitation for the other seat."""
        asked = await body_of(request)
        spec, side = text_field(asked, "game", "tictactoe"), text_field(asked, "as", "x")
        called, clock = text_field(asked, "name", ""), text_field(asked, "clock", "")
        self._limits.begins(visitor_of(request.client))
        secret = seats.secret_for(request)
        room = await self._rooms.begin(spec, side, secret, called, clock)
        return seats.remember(_standing(room, secret, 201), request, secret)

    async def standing(self, request: Request) -> Response:
        room = await self._rooms.room(request.path_params["id"])
        return _standing(room, seats.secret_of(request))

    async def join(self, request: Request) -> Response:
        secret, asked = seats.secret_for(request), await body_of(request)
        invitation, called = request.path_params["invitation"], text_field(asked, "name", "")
        room = await self._rooms.join(invitation, secret, called)
        return seats.remember(_standing(room, secret), request, secret)

    async def play(self, request: Request) -> Response:
        room = await self._rooms.room(request.path_params["id"])
        await self._carry_out(room, seats.holder_of(request), "move", await body_of(request))
        return _standing(room, seats.secret_of(request))

    async def act(self, request: Request) -> Response:
        """Resign, offer a draw, ask for a move back, or answer such an offer."""
        room = await self._rooms.room(request.path_params["id"])
        await self._carry_out(room, seats.holder_of(request), "action", await body_of(request))
        return _standing(room, seats.secret_of(request))

    async def _carry_out(self, room: Room, holder: str | None, what: str, asked: Json) -> None:
        ply, takebacks = ply_of(asked), count_field(asked, "takebacks")
        text = text_field(asked, what)
        if what == "move":
            await self._rooms.play(room, holder, ply, text, takebacks)
        else:
            await self._rooms.act(room, holder, text, ply, takebacks)

    async def rematch(self, request: Request) -> Response:
        room = await self._rooms.room(request.path_params["id"])
        again = await self._rooms.rematch(room, seats.holder_of(request))
        return _standing(again, seats.secret_of(request))

    async def socket(self, websocket: WebSocket) -> None:
        """Accept a socket, unless the game does not exist or there are too many sockets."""
        try:
            room = await self._rooms.room(websocket.path_params["id"])
            query = websocket.query_params
            seen, takebacks = (count_of(query, name, "0") for name in ("seen", "takebacks"))
            drawn, beats = (query.get(name) == "1" for name in ("view", "beat"))
            wishes = Wishes(seen, takebacks, drawn, beats)
            with self._limits.socket(visitor_of(websocket.client), room):
                await self._talk(websocket, room, wishes)
        except HTTPException:
            await _refuse(websocket, 404, NO_GAME)
        except TooOften as error:
            await _refuse(websocket, 429, str(error))
        except NoughtsError as error:
            await _refuse(websocket, 400, str(error))

    async def _talk(self, websocket: WebSocket, room: Room, wishes: "Wishes") -> None:
        holder = seats.holder_of(websocket)
        beat = self._limits.beat if wishes.beats else None
        await websocket.accept()
        with room.present(room.seat_of(holder)):
            both = [
                asyncio.ensure_future(_tell(websocket, room, holder, wishes, beat)),
                asyncio.ensure_future(self._listen(websocket, room, holder)),
            ]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in both:
                    one.cancel()
                ended = await asyncio.gather(*both, return_exceptions=True)
        for error in ended:
            # A disconnect is no error, and the other task was ended here.
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                raise error

    async def _listen(self, websocket: WebSocket, room: Room, holder: str | None) -> None:
        messages = self._limits.messages()
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            if not messages.allows("", time.monotonic()):
                await websocket.close(POLICY_VIOLATED, "Too many messages.")
                return
            answer = await self._answer_to(room, holder, message.get("text"))
            if answer is not None:
                await websocket.send_text(to_line(answer))

    async def _answer_to(self, room: Room, holder: str | None, text: str | None) -> Json | None:
        """Carry out a message; returns the answer, which a message with an `id` always gets."""
        ply = number = None
        try:
            asked = object_of(text or "")
            number = count_field(asked, "id")
            ply = ply_of(asked)
            await self._carry_out(room, holder, "action" if "action" in asked else "move", asked)
        except NoughtsError as error:
            told = {"error": str(error), "kind": error_kind(error), "id": number}
            return {"type": "refused", "schema": SCHEMA, "ply": ply, **told}
        return None if number is None else {"type": "done", "schema": SCHEMA, "id": number}


async def body_of(request: Request) -> Json:
    return object_of(await request.body() or b"{}")


def _standing(room: Room, secret: str | None, status: int = 200) -> Response:
    standing = room.standing(seats.secret_hash(secret) if secret else None)
    if invitation := room.invitation(secret):
        standing["invitation"] = invitation
    return seats.never_cached(json_answer(standing, status))


class Wishes(NamedTuple):
    """The options of a client when it connects."""

    seen: int = 0  # the number of moves that it has seen
    takebacks: int = 0  # the number of takebacks by then
    drawn: bool = False  # whether it wants the picture and the cells
    beats: bool = False  # whether it wants a heartbeat after a while without messages


async def _tell(
    websocket: WebSocket, room: Room, holder: str | None, wishes: Wishes, beat: float | None
) -> None:
    """Send the state of the game whenever it changes, and each move once.

    A slow reader gets several moves in one message; the server buffers nothing. A heartbeat
    contains the number of messages before it, so that the client notices lost ones.
    """
    version, count = None, 0
    seen, takebacks = wishes.seen, wishes.takebacks
    while True:
        news = room.news
        if version != room.version:
            version, count = room.version, count + 1
            told = await room.message(holder, seen, drawn=wishes.drawn, takebacks=takebacks)
            await websocket.send_text(to_line(told))
            seen, takebacks = told["ply"], told["takebacks"]
        elif not await _comes(news, beat):
            await websocket.send_text(to_line({"type": "beat", "schema": SCHEMA, "told": count}))


async def _comes(news: asyncio.Event, within: float | None) -> bool:
    try:
        await asyncio.wait_for(news.wait(), within)
    except TimeoutError:
        return False
    return True


async def _refuse(websocket: WebSocket, status: int, text: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_denial_response(PlainTextResponse(f"{text}\n", status))
