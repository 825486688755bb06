"""The WebSocket of a player or spectator."""

import asyncio
import time
from contextlib import suppress
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.answers.encoder import SCHEMA, Json, to_line
from noughts.errors import NoughtsError
from noughts.web.api import kind_of
from noughts.web.live.payload import number_of, object_of, ply_of, text_of
from noughts.web.live.refusals import TooOften
from noughts.web.live.room import Room
from noughts.web.live.rooms import NO_GAME, Endpoints
from noughts.web.live.seats import holder_of
from noughts.web.middleware import visitor_of
from noughts.web.url_state import BadRequest

# Close code for exceeding the message rate.
POLICY_VIOLATED = 1008


class Sockets(Endpoints):
    """Accepts the sockets of games."""

    async def answer(self, websocket: WebSocket) -> None:
        """Accept a socket, unless the game does not exist or there are too many sockets."""
        try:
            room = await self._rooms.room(websocket.path_params["id"])
            wishes = _wishes_of(websocket)
            with self._limits.socket(visitor_of(websocket.client), room):
                await self._talk(websocket, room, wishes)
        except HTTPException:
            await _refuse(websocket, 404, NO_GAME)
        except TooOften as error:
            await _refuse(websocket, 429, str(error))
        except NoughtsError as error:
            await _refuse(websocket, 400, str(error))

    async def _talk(self, websocket: WebSocket, room: Room, wishes: "Wishes") -> None:
        """Send and receive until one of the two ends."""
        holder = holder_of(websocket)
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
            number = number_of(asked, "id")
            ply = ply_of(asked)
            takebacks = number_of(asked, "takebacks")
            if "action" in asked:
                action = text_of(asked, "action")
                await self._rooms.act(room, holder, action, ply, takebacks)
            else:
                await self._rooms.play(room, holder, ply, text_of(asked, "move"), takebacks)
        except NoughtsError as error:
            told = {"error": str(error), "kind": kind_of(error), "id": number}
            return {"type": "refused", "schema": SCHEMA, "ply": ply, **told}
        return None if number is None else {"type": "done", "schema": SCHEMA, "id": number}


class Wishes(NamedTuple):
    """The options of a client when it connects.

    Args:
        seen: the number of moves that it has seen.
        takebacks: the number of takebacks by then.
        drawn: whether it wants the picture and the cells.
        beats: whether it wants a heartbeat after a while without messages.
    """

    seen: int = 0
    takebacks: int = 0
    drawn: bool = False
    beats: bool = False


def _wishes_of(websocket: WebSocket) -> Wishes:
    query = websocket.query_params
    return Wishes(
        _count(query.get("seen", "0"), "seen"),
        _count(query.get("takebacks", "0"), "takebacks"),
        query.get("view") == "1",
        query.get("beat") == "1",
    )


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
    """Whether there is news before that many seconds have passed."""
    try:
        await asyncio.wait_for(news.wait(), within)
    except TimeoutError:
        return False
    return True


def _count(text: str, name: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 6:
        raise BadRequest(f"{name} must be a number such as 0, 1 or 2, not {text[:10]!r}.")
    return int(text)


async def _refuse(websocket: WebSocket, status: int, text: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_denial_response(PlainTextResponse(f"{text}\n", status))
