"""Games between people for programs: JSON under /api/v1. `openapi.json` describes it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from noughts.answers.encoder import Json
from noughts.web.api import answer, answering
from noughts.web.live.payload import number_of, object_of, ply_of, text_of
from noughts.web.live.room import Room
from noughts.web.live.rooms import Endpoints
from noughts.web.live.seats import (
    hashed,
    holder_of,
    private,
    remember,
    secret_for,
    secret_of,
)
from noughts.web.live.socket import Sockets
from noughts.web.middleware import visitor_of


class LiveApi(Endpoints):
    """The endpoints."""

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        """Every path."""
        sockets = Sockets(self._rooms, self._limits)
        return [
            Route("/api/v1/live", answering(self.begin), methods=["POST"]),
            Route("/api/v1/live/{id}", answering(self.standing), methods=["GET"]),
            Route("/api/v1/live/{id}/moves", answering(self.play), methods=["POST"]),
            Route("/api/v1/live/{id}/actions", answering(self.act), methods=["POST"]),
            Route("/api/v1/live/{id}/rematch", answering(self.rematch), methods=["POST"]),
            Route("/api/v1/join/{invitation}", answering(self.join), methods=["POST"]),
            WebSocketRoute("/api/v1/live/{id}/socket", sockets.answer),
        ]

    async def begin(self, request: Request) -> Response:
        """Begin a game; the answer has the invitation for the other seat."""
        asked = await body_of(request)
        spec, side = text_of(asked, "game", "tictactoe"), text_of(asked, "as", "x")
        called, clock = text_of(asked, "name", ""), text_of(asked, "clock", "")
        self._limits.begins(visitor_of(request.client))
        secret = secret_for(request)
        room = await self._rooms.begin(spec, side, secret, called, clock)
        return remember(_standing(room, secret, 201), request, secret)

    async def standing(self, request: Request) -> Response:
        """The state of a game."""
        room = await self._rooms.room(request.path_params["id"])
        return _standing(room, secret_of(request))

    async def join(self, request: Request) -> Response:
        """Take the open seat."""
        secret, asked = secret_for(request), await body_of(request)
        invitation, called = request.path_params["invitation"], text_of(asked, "name", "")
        room = await self._rooms.join(invitation, secret, called)
        return remember(_standing(room, secret), request, secret)

    async def play(self, request: Request) -> Response:
        """Play a move."""
        room = await self._rooms.room(request.path_params["id"])
        asked = await body_of(request)
        ply, move = ply_of(asked), text_of(asked, "move")
        await self._rooms.play(room, holder_of(request), ply, move, number_of(asked, "takebacks"))
        return _standing(room, secret_of(request))

    async def act(self, request: Request) -> Response:
        """Resign, offer a draw, ask for a move back, or answer such an offer."""
        room = await self._rooms.room(request.path_params["id"])
        asked = await body_of(request)
        ply, action = ply_of(asked), text_of(asked, "action")
        await self._rooms.act(room, holder_of(request), action, ply, number_of(asked, "takebacks"))
        return _standing(room, secret_of(request))

    async def rematch(self, request: Request) -> Response:
        """Start a rematch."""
        room = await self._rooms.room(request.path_params["id"])
        again = await self._rooms.rematch(room, holder_of(request))
        return _standing(again, secret_of(request))


async def body_of(request: Request) -> Json:
    """The JSON object in a request's body.

    Raises:
        BadRequest: there is none.
    """
    return object_of(await request.body() or b"{}")


def _standing(room: Room, secret: str | None, status: int = 200) -> Response:
    standing = room.standing(hashed(secret) if secret else None)
    if invitation := room.invitation(secret):
        standing["invitation"] = invitation
    return private(answer(standing, status))
