"""What floods a server, for some seconds: `python -m benchmarks.attack.floods KIND PORT SECONDS`.

All come from one address of this machine; the visitor whose waits are measured has another one.
"""

import asyncio
import json
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.web.live.friends import two

Said = Counter[str]
CONNECTIONS, SOCKETS, CLIENTS = 10_000, 60, 30


async def connections(port: int, end: float, said: Said) -> None:
    """Ten thousand connections that ask for nothing."""

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        said["opened"] += 1
        with suppress(TimeoutError):
            answer = await asyncio.wait_for(reader.read(100), max(0, end - monotonic()))
            said["refused" if b"503" in answer else "cut off"] += 1
        writer.close()

    running = [asyncio.ensure_future(one()) for _ in range(CONNECTIONS)]
    ended = await asyncio.gather(*running, return_exceptions=True)
    said["failed"] += sum(isinstance(one, Exception) for one in ended)


async def messages(port: int, end: float, said: Said) -> None:
    """Sockets that send without end, also messages that are too long."""
    game, first, _ = await asyncio.to_thread(two, f"http://127.0.0.1:{port}", "mnk:7,7,5")
    address = f"ws://127.0.0.1:{port}/api/v1/live/{game}/socket?view=1"

    async def one(number: int) -> None:
        while monotonic() < end:
            with suppress(OSError, WebSocketException):
                async with connect(address, additional_headers=first.headers) as socket:
                    while monotonic() < end:
                        text = "x" * 1_100 if said["messages"] % 500 == number else "{}"
                        await socket.send(text)
                        said["messages"] += 1
            said["sockets"] += 1
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one(number) for number in range(SOCKETS)))


async def requests(port: int, end: float, said: Said, request: bytes, pause: float = 0) -> None:
    """Clients that send a request again and again, or byte by byte with pauses."""

    async def one() -> None:
        while monotonic() < end:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                for part in [request] if not pause else [bytes([byte]) for byte in request]:
                    writer.write(part)
                    await writer.drain()
                    if pause and (monotonic() > end or reader.at_eof()):
                        break
                    await asyncio.sleep(pause)
                if not pause:
                    said[(await reader.readexactly(12)).decode()[9:]] += 1
                writer.close()
            said["requests"] += 1

    await asyncio.gather(*(one() for _ in range(CLIENTS * (8 if pause else 1))))


def _large(port: int, end: float, said: Said) -> Awaitable[None]:
    body = json.dumps({"game": "x" * 16_500}).encode()
    head = f"POST /api/v1/live HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n"
    return requests(port, end, said, head.encode() + body)


def _hard(port: int, end: float, said: Said) -> Awaitable[None]:
    request = (
        b"GET /api/v1/values/mnk:5,5,4?moves=a1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    return requests(port, end, said, request)


def _slow(port: int, end: float, said: Said) -> Awaitable[None]:
    return requests(port, end, said, b"GET /games HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 500, pause=1)


FLOODS: dict[str, Callable[[int, float, Said], Awaitable[None]]] = {
    "connections": connections,
    "messages": messages,
    "large requests": _large,
    "hard questions": _hard,
    "slow requests": _slow,
}


def main(kind: str, port: str, seconds: str) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    said: Said = Counter()

    async def run() -> None:
        await FLOODS[kind](int(port), monotonic() + float(seconds), said)

    asyncio.run(run())
    print(", ".join(f"{count:,} {what}" for what, count in said.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
