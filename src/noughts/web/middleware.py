"""Protection against strangers: headers, size limits and rate limits, as ASGI middleware."""

import time
from collections import Counter
from collections.abc import Collection, Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from noughts.search.memory import Recent

# All content comes from this server, and frames are forbidden. The games' engines are compiled.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'{style}; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY.format(style=""),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",  # unchanged content is still not sent again
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

# The smallest answer worth compressing, in bytes; and the effort, from 1 to 9.
SMALLEST, LEVEL = 500, 5
# Paths whose answers contain secrets of the cookie: invitations of games between people.
PRIVATE = ("/live", "/join", "/api/v1/live", "/api/v1/join")

LONGEST_ADDRESS, LONGEST_BODY = 8_000, 16_000
LONGEST_NAME = 80
FOREIGN = "This server does not know that it is called {0}: start it with --name {0}.\n"
# Requests from one address: in a burst, and per second in the long run.
BURST, RATE = 240, 40.0
MOST_ADDRESSES = 10_000


class Rates:
    """A rate limit: a token bucket per client."""

    def __init__(self, burst: float = BURST, rate: float = RATE) -> None:
        self.burst, self.rate = burst, rate
        self._buckets: Recent[str, tuple[float, float]] = Recent(MOST_ADDRESSES)

    def allows(self, who: str, now: float) -> bool:
        left, since = self._buckets.get(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        return allowed


class Cap:
    """A cap on the connections in all, and of one client.

    `visitor_of` names the clients.

    >>> cap = Cap(most=3, from_one=2)
    >>> [cap.take(who) for who in ("a", "a", "a", "b", "c")]
    [True, True, False, True, False]
    >>> cap.let_go("a")
    >>> cap.take("c")
    True
    """

    def __init__(self, most: int, from_one: int) -> None:
        self.most, self.from_one = most, from_one
        self._counts: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        """Count one more connection of a client, if it may have one; returns whether it may."""
        if self._counts.total() >= self.most or self._counts[who] >= self.from_one:
            return False
        self._counts[who] += 1
        return True

    def let_go(self, who: str) -> None:
        self._counts[who] -= 1
        if not self._counts[who]:
            del self._counts[who]


class Guard:
    """Middleware that refuses requests that are too large or too frequent, and adds headers."""

    def __init__(self, app: ASGIApp, rates: Rates | None = None, names: Iterable[str] = ()) -> None:
        self.app = app
        self.rates = rates or Rates()
        self.names = frozenset(map(str.lower, names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None and scope["type"] == "websocket":
            await _until_closed(self.app, scope, receive, send)
        elif refusal is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "http":
            await refusal(scope, receive, _with_headers(send))
        else:
            await WebSocket(scope, receive, send).send_denial_response(refusal)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        if not self.rates.allows(visitor_of(scope.get("client")), time.monotonic()):
            return PlainTextResponse("Too many requests; try again later.\n", 429)
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return PlainTextResponse("The address is too long.\n", 414)
        headers = Headers(scope=scope)
        name = host_name(headers.get("host", ""))
        if name is None:
            return PlainTextResponse("The Host is not the name of a server.\n", 400)
        if wants_change(scope) and not is_own_host(name, self.names):
            return PlainTextResponse(FOREIGN.format(name[:LONGEST_NAME]), 403)
        if wants_change(scope) and not from_here(headers):
            return PlainTextResponse("A page of another site made this request.\n", 403)
        length = headers.get("content-length", "0")
        if "transfer-encoding" in headers or not length.isdecimal():
            return PlainTextResponse("The request needs a Content-Length.\n", 411)
        if int(length[:12]) > LONGEST_BODY:
            return PlainTextResponse("The request is too large.\n", 413)
        return None


def visitor_of(client: object) -> str:
    """The key of a client: its address, if known; of IPv6 the network of 64 bits.

    A provider's customer has at least such a network, and so 2^64 addresses to use in turn.

    >>> visitor_of(("127.0.0.1", 8000)), visitor_of(None)
    ('127.0.0.1', '')
    >>> visitor_of(("2001:db8:1:2:3:4:5:6", 8000)), visitor_of(("::ffff:192.0.2.7", 8000))
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    host = str(client[0]) if isinstance(client, tuple) else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # a socket of this machine, or a proxy that hides the visitor
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


class Smaller:
    """Middleware that compresses answers; not those with secrets, whose size could leak them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressed = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        private = str(scope.get("path", "")).startswith(PRIVATE)
        await (self.app if private else self.compressed)(scope, receive, send)


def wants_change(scope: Scope) -> bool:
    return scope.get("method") not in ("GET", "HEAD")


def host_name(host: str) -> str | None:
    """The name in a `Host` header, without the port; None if it is invalid.

    >>> host_name("Games.example.:80"), host_name("[::1]:8000"), host_name("["), host_name("a/b")
    ('games.example', '::1', None, None)
    """
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        return None
    return name.removesuffix(".") if parts.netloc == host else None


def is_own_host(name: str, names: Collection[str]) -> bool:
    """Whether a name is this server's, not a stranger's name that points to this machine.

    A stranger's page with such a name has the right `Origin` ("DNS rebinding").

    >>> own = ["games.example"]
    >>> [is_own_host(name, own) for name in ("localhost", "192.0.2.7", "games.example")]
    [True, True, True]
    >>> is_own_host("127.0.0.1.evil.example", ["games.example"])
    False
    """
    if "." not in name or name in names or name.endswith(".localhost"):
        return True  # a name without a dot cannot be registered
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def from_here(headers: Headers) -> bool:
    """Whether the request is not from a page of another site.

    Browsers send the site of the page; other clients send none.
    """
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


class SocketClosed(OSError):
    """A socket was closed before something was written to it."""


async def _until_closed(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a socket; writing to one that has just been closed is no error."""
    closed = False

    async def sending(message: Message) -> None:
        nonlocal closed
        closed |= message["type"] == "websocket.close"
        try:
            await send(message)
        except (OSError, RuntimeError) as error:  # it has been closed
            closed = True
            raise SocketClosed("The socket is closed.") from error

    try:
        await app(scope, receive, sending)
    except (SocketClosed, RuntimeError):  # or it was closed here
        if not closed:
            raise


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, text in HEADERS.items():
                headers.setdefault(name, text)
        await send(message)

    return sending
