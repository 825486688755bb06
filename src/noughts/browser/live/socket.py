"""The WebSocket of a player or spectator."""

import asyncio
import time
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.answers.analyses import SCHEMA, Json, to_line
from noughts.browser.api import kind_of
from noughts.browser.live.limits import who
from noughts.browser.live.payload import object_of, ply_of, text_of
from noughts.browser.live.refusals import TooOften
from noughts.browser.live.room import Room
from noughts.browser.live.rooms import Endpoints
from noughts.browser.live.seats import holder_of
from noughts.browser.url_state import BadRequest
from noughts.errors import NoughtsError

# Close code for exceeding the message rate.
POLICY_VIOLATED = 1008


class Sockets(Endpoints):
    """Accepts the sockets of games."""

    async def answer(self, websocket: WebSocket) -> None:
        """Accept a socket, unless there is no such game or too many sockets."""
        try:
            room = await self._rooms.room(websocket.path_params["id"])
            seen = _seen(websocket.query_params.get("seen", "0"))
            with self._limits.socket(who(websocket.client), room):
                await self._talk(websocket, room, seen)
        except HTTPException:
            await _refuse(websocket, 404, "There is nothing at this address.")
        except TooOften as error:
            await _refuse(websocket, 429, str(error))
        except NoughtsError as error:
            await _refuse(websocket, 400, str(error))

    async def _talk(self, websocket: WebSocket, room: Room, seen: int) -> None:
        """Send and receive until one of the two ends."""
        holder = holder_of(websocket)
        drawn = websocket.query_params.get("view") == "1"
        await websocket.accept()
        with room.present(room.seat_of(holder)):
            both = [
                asyncio.ensure_future(_tell(websocket, room, holder, seen, drawn=drawn)),
                asyncio.ensure_future(self._listen(websocket, room, holder)),
            ]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in both:
                    one.cancel()
                ended = await asyncio.gather(*both, return_exceptions=True)
        for error in ended:
            # That somebody has left is no error, and we have ended the other one ourselves.
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                raise error

    async def _listen(self, websocket: WebSocket, room: Room, holder: str | None) -> None:
        messages = self._limits.messages()
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            if not messages.allows("", time.monotonic()):
                await websocket.close(POLICY_VIOLATED, "Too many messages.")
                return
            refusal = await self._played(room, holder, message.get("text"))
            if refusal is not None:
                await websocket.send_text(to_line(refusal))

    async def _played(self, room: Room, holder: str | None, text: str | None) -> Json | None:
        """Play the move of a message; None, or why not."""
        ply = None
        try:
            asked = object_of(text or "")
            ply = ply_of(asked)
            await self._rooms.play(room, holder, ply, text_of(asked, "move"))
        except NoughtsError as error:
            told = {"error": str(error), "kind": kind_of(error)}
            return {"type": "refused", "schema": SCHEMA, "ply": ply, **told}
        return None


async def _tell(
    websocket: WebSocket, room: Room, holder: str | None, seen: int, *, drawn: bool
) -> None:
    """Send the state of the game whenever it changes, and each move once.

    A slow reader gets several moves in one message; the server buffers nothing.
    """
    version = None
    while True:
        news = room.news
        if version != room.version:
            version = room.version
            told = await room.message(holder, seen, drawn=drawn)
            await websocket.send_text(to_line(told))
            seen = told["ply"]
        else:
            await news.wait()


def _seen(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise BadRequest("seen must be the number of moves that you have seen: 0, 1, 2, ...")
    return int(text)


async def _refuse(websocket: WebSocket, status: int, text: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_denial_response(PlainTextResponse(f"{text}\n", status))
