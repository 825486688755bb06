"""Limits on the number of connections, and on the time in which a request must arrive.

uvicorn takes every connection; when the process may open no more files, it cannot answer any.
"""

import asyncio
import logging
import sys
from contextlib import suppress
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from noughts.web.middleware import Cap, visitor_of

# Connections in all, and from one address; a page needs six, a socket one more.
CONNECTIONS, FROM_ONE = 2_500, 300
# Other files that a process opens: workers, the store, and connections just made.
OTHER_FILES, BACKLOG = 200, 128
# Seconds for a request to arrive, and for an answer to be read.
TO_ARRIVE, TO_BE_READ = 20.0, 60.0
# Refused clients that get a sentence at the same time, and its seconds; others are cut off.
REFUSED, REFUSED_SECONDS = 64, 1.0

# Bytes read from a socket in one go, so that others come between its messages; and bytes read after
# it has been closed.
AT_ONCE, AFTER_CLOSE = 4_096, 16_384

TEXT = b"Too many connections; try again later.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\nRetry-After: 10\r\nConnection: close\r\n\r\n%b" % (len(TEXT), TEXT)
)

log = logging.getLogger(__name__)


class Connections(Cap):
    """Limits the connections of a server, which takes no more than its process may open."""

    def __init__(self, most: int = CONNECTIONS, from_one: int = FROM_ONE) -> None:
        super().__init__(most, from_one)
        self.refused = 0  # clients that get the sentence now

    def protocols(self) -> dict[str, Any]:
        return {
            "http": partial(_Http, self),
            "ws": partial(_Socket, self),
            "backlog": BACKLOG,  # taken before one can be refused
        }


def as_many_as_may_be(wanted: int) -> int:
    """The wanted connections, or as many as the process may open after raising its limit."""
    if sys.platform == "win32":
        return wanted
    import resource  # missing on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + OTHER_FILES + BACKLOG
    if hard != resource.RLIM_INFINITY:
        files = min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < files:  # never lowered: others may need more
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(1, files - OTHER_FILES - BACKLOG)


class _Http(H11Protocol):
    """A connection, until it becomes a socket."""

    def __init__(self, limits: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.limits, self.who = limits, ""
        self.refused = False
        self.arriving: asyncio.TimerHandle | None = None
        self.leaving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.who = visitor_of(get_remote_addr(transport))
        if self.limits.take(self.who):
            super().connection_made(transport)
            self._watch()
        else:
            self._refuse(transport)

    def connection_lost(self, error: Exception | None) -> None:
        _cancel(self.arriving, self.leaving)
        if self.refused:
            self.limits.refused -= 1
        else:
            self.limits.let_go(self.who)
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if not self.refused:
            super().data_received(data)
            self._watch()

    def eof_received(self) -> None:
        if self.refused:
            return  # the transport closes itself
        super().eof_received()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.leaving = self.loop.call_later(TO_BE_READ, self.transport.abort)

    def resume_writing(self) -> None:
        _cancel(self.leaving)
        super().resume_writing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        _cancel(self.arriving)
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Start the clock for the arrival of a request, or stop it."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            _cancel(self.arriving)
            self.arriving = None
        elif self.arriving is None:
            self.arriving = self.loop.call_later(TO_ARRIVE, self.transport.close)

    def _refuse(self, transport: asyncio.Transport) -> None:
        log.warning("Too many connections, in all or from one address; more are refused.")
        self.refused = True
        self.limits.refused += 1
        if self.limits.refused > REFUSED:
            transport.abort()
            return
        transport.write(REFUSAL)
        with suppress(OSError):  # the client has gone in the meantime
            transport.write_eof()  # if the client is still sending, close() could lose the refusal
        self.leaving = self.loop.call_later(REFUSED_SECONDS, transport.abort)


class _Socket(WebSocketsSansIOProtocol):
    """A connection after its upgrade to a socket; it counts as before."""

    def __init__(self, limits: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.limits = limits
        self.too_late = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # of asyncio's own transports on POSIX systems
            transport.max_size = AT_ONCE

    def connection_lost(self, error: Exception | None) -> None:
        self.limits.let_go(visitor_of(get_remote_addr(self.transport)))
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self.too_late += len(data) if self.close_sent else 0
        if self.too_late > AFTER_CLOSE:
            self.transport.abort()  # a closed client that goes on sending is not read any longer
        else:
            super().data_received(data)


def _cancel(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer is not None:
            timer.cancel()
