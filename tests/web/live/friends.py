"""People for tests, who play by the HTTP API and by sockets."""

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web.asking import Answer, ask


class Friend:
    """Somebody with a browser's cookie, once they have a seat.

    Args:
        server: the address of the server.
    """

    def __init__(self, server: str) -> None:
        self.server = server
        self.cookie = ""

    def begins(self, game: str = "tictactoe", side: str = "x") -> dict[str, Any]:
        """Begin a game; how it stands."""
        return self._seated(self.post("live", {"game": game, "as": side}), 201)

    def joins(self, invitation: str) -> dict[str, Any]:
        """Take the open seat; how the game stands."""
        return self._seated(self.post(f"join/{invitation}", {}), 200)

    def plays(self, game: str, ply: int, move: str) -> Answer:
        """Send a move by HTTP."""
        return self.post(f"live/{game}/moves", {"ply": ply, "move": move})

    def sees(self, game: str) -> dict[str, Any]:
        """The state of a game."""
        told: dict[str, Any] = ask(f"{self.server}/api/v1/live/{game}", **self.headers).json
        return told

    def post(self, path: str, body: object, **headers: str) -> Answer:
        """Send JSON."""
        return ask(f"{self.server}/api/v1/{path}", json.dumps(body), **{**self.headers, **headers})

    def socket(self, game: str, query: str = "", **headers: str) -> ClientConnection:
        """A socket at a game."""
        address = f"{self.server.replace('http', 'ws')}/api/v1/live/{game}/socket{query}"
        return connect(address, additional_headers={**self.headers, **headers})

    @property
    def headers(self) -> dict[str, str]:
        """What a browser would send."""
        return {"Cookie": self.cookie} if self.cookie else {}

    def _seated(self, answer: Answer, status: int) -> dict[str, Any]:
        assert answer.status == status, answer.text
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        told: dict[str, Any] = answer.json
        return told


def two(server: str, game: str = "tictactoe") -> tuple[str, Friend, Friend]:
    """A game at which two sit: its name, who plays first, who plays second."""
    first, second = Friend(server), Friend(server)
    begun = first.begins(game)
    second.joins(begun["invitation"])
    return begun["id"], first, second


def told(socket: ClientConnection, timeout: float = 30) -> dict[str, Any]:
    """The next message of a socket."""
    message: dict[str, Any] = json.loads(socket.recv(timeout))
    return message


def told_until(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """The first message in which these are so."""
    while True:
        message = told(socket)
        if wanted.items() <= message.items():
            return message
