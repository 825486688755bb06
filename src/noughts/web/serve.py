"""Run the server."""

import asyncio
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import uvicorn
from starlette.applications import Starlette

from noughts.errors import NoughtsError
from noughts.games.registry import ENTRIES, name_own
from noughts.web import log
from noughts.web.app import application
from noughts.web.connections import (
    BACKLOG,
    CONNECTIONS,
    FROM_ONE,
    Connections,
    as_many_as_may_be,
)
from noughts.web.live.limits import BEAT, LONGEST_MESSAGE
from noughts.web.pool import MEGABYTES, REQUEST_SECONDS, Pool
from noughts.web.store.connect import open_store
from noughts.web.url_state import in_address


class NoServer(NoughtsError):
    """The server cannot be started there."""


class Allowance(NamedTuple):
    """The limits and names of a server.

    Args:
        seconds: the time limit per request.
        connections: the most connections, if the process may open as many.
        from_one: the most connections from one address.
        megabytes: the most memory of a worker process between two requests.
        names: names by which browsers reach the server, such as a proxy's.
        lazy: whether a game's page data is made only when the page is first opened.
    """

    seconds: float = REQUEST_SECONDS
    connections: int = CONNECTIONS
    from_one: int = FROM_ONE
    megabytes: int = MEGABYTES
    names: tuple[str, ...] = ()
    lazy: bool = False


def serve(
    host: str,
    port: int,
    *,
    data: str,
    open_browser: bool,
    games: Sequence[str] = (),
    allowance: Allowance | None = None,
) -> None:
    """Answer requests until Ctrl-C.

    Args:
        host: the address to listen on.
        port: the port; 0 for any that is free.
        data: the place of games between people, as `open_store` takes it.
        open_browser: whether to show the page in the machine's browser.
        games: the games to begin with; games from files are added to those served.
        allowance: the limits, if not the usual ones.

    Raises:
        NoServer: the address is not available.
        StoreError: games cannot be stored there.
        GameError: the game does not exist, or another has its name.
    """
    allowance = allowance or Allowance()
    own = [name_own(spec) for spec in games]
    listening = _listening(host, port)
    store = open_store(data)
    shown = f"[{host}]" if ":" in host else host
    first = f"play/{in_address(own[0])}" if own else ""
    address = f"http://{shown}:{listening.getsockname()[1]}/{first}"
    pool = Pool(patience=allowance.seconds, own=games, megabytes=allowance.megabytes)
    most = as_many_as_may_be(allowance.connections)
    machine = socket.gethostname()
    known = host, machine, f"{machine}.local", *allowance.names
    menu = [*own, *(name for name in ENTRIES if name not in own)]
    app = application(store, pool, names=known, menu=() if allowance.lazy else menu)
    config = config_of(app, Connections(most, allowance.from_one))
    server = Server(config, partial(_tell, address, open_browser))
    asyncio.run(server.serve(sockets=[listening]))


def config_of(app: Starlette, connections: Connections, beat: float = BEAT) -> uvicorn.Config:
    """The configuration of the server, and of its log.

    Args:
        app: the application.
        connections: the limits on connections.
        beat: the seconds between two pings to a socket, and those for its answer. So a player whose
            connection dies silently is soon absent.
    """
    log.set_up()
    return uvicorn.Config(
        app,
        log_config=None,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=beat,
        ws_ping_timeout=beat,
        ws_per_message_deflate=False,  # it takes longer than it saves
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=2,
        **connections.protocols(),
    )


class Server(uvicorn.Server):
    """A server that reports when it is ready; from then on Ctrl-C stops it cleanly."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report that the server is ready."""
        await super().startup(sockets=sockets)
        self._ready()


def _tell(address: str, open_browser: bool) -> None:
    print(f"noughts is at {address}  (Ctrl-C stops it)", file=sys.stderr, flush=True)  # noqa: T201
    if open_browser:
        webbrowser.open(address)


def _listening(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError as error:
        reason = error.strerror or error
        raise NoServer(
            f"Cannot listen on {host}:{port}: {reason}. Choose another --port."
        ) from None
    return listening
