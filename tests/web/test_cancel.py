"""Who leaves ends the search that was asked for; nobody else waits for it."""

import asyncio
import gc
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from noughts.web.api import Api
from noughts.web.pages import map_page
from noughts.web.pool import LEAVING, Gone, Pool, cancel_on_disconnect
from tests.each import each
from tests.web.asking import ask

START = {"game": "tictactoe", "moves": "a1 b3 b1 a3", "level": "perfect"}
ANSWER = {"move": "c1", "certainty": "proved"}


def scope_of(address: str) -> dict[str, Any]:
    parts = urlsplit(address)
    return {
        "type": "http", "method": "GET", "path": parts.path, "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(), "headers": [], "root_path": "",
        "path_params": {"game": parts.path.rpartition("/")[2]},
    }  # fmt: skip


class Asker:
    """Somebody who asks, and goes away while the answer is worked out."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.asked = False

    async def receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        while not self.pool.busy:
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}


async def nobody(message: Any) -> None:
    """Who has left reads nothing."""


@each(
    "address",
    [
        "/api/v1/move/qubic?level=looks:60&moves=1a1",
        "/api/v1/table/qubic?level=looks:60&as=o&reply=1",
        "/api/v1/map/mnk:5,5,4",
    ],
)
async def test_a_search_of_the_api_is_ended_when_its_asker_leaves(address):
    # It would go on for an hour; the pool has one process, which must be free afterwards.
    pool, sent = Pool(1, patience=3600, grace=0.1), []
    app = Starlette(routes=Api(pool).routes, exception_handlers=LEAVING)

    async def send(message: Any) -> None:
        sent.append(message)

    try:
        await app(scope_of(address), Asker(pool).receive, send)
        assert sent[0]["status"] == 499
        assert await pool.ask("choose", START) == ANSWER
    finally:
        await pool.close()


async def test_a_map_that_nobody_waits_for_is_not_worked_out():
    pool = Pool(1, patience=3600, grace=0.1)
    try:
        with pytest.raises(Gone):
            await map_page(Request(scope_of("/map/mnk:5,5,4"), Asker(pool).receive), pool)
        assert await pool.ask("choose", START) == ANSWER
    finally:
        await pool.close()


@each("address", ["/api/v1/table/tictactoe?reply=1", "/api/v1/ahead/tictactoe"])
async def test_who_leaves_before_all_of_the_request_is_here_troubles_nobody(address, recwarn):
    pool = Pool(1, grace=0.1)
    app = Starlette(routes=Api(pool).routes, exception_handlers=LEAVING)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    try:
        await app(scope_of(address), receive, nobody)
        gc.collect()
        assert [str(one.message) for one in recwarn] == []
    finally:
        await pool.close()


@each("path", ["/play/tictactoe", "/edit/tictactoe", "/api/v1/live", "/live"])
def test_who_leaves_in_the_middle_of_a_request_troubles_nobody(serving, path):
    begun = f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\na="
    where = urlsplit(serving.address)
    for _ in range(5):
        with create_connection((where.hostname, where.port), timeout=30) as asker:
            asker.sendall(begun.encode())
        assert ask(f"{serving.address}/play/tictactoe").status == 200
    assert "".join(serving.said) == ""


async def test_who_stays_is_answered():
    pool = Pool(1)
    stays = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if not stays.is_set():
            stays.set()
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    request = Request(scope_of("/x"), receive)
    try:
        assert await cancel_on_disconnect(request, pool.ask("choose", START)) == ANSWER
    finally:
        await pool.close()
