"""In which order engines of pages are made, and what becomes of one that takes too long."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from noughts.web.api import Engines
from noughts.web.pool import Pool, Refused, TooLong


@pytest.fixture
async def engines() -> AsyncIterator[Engines]:
    engines = Engines(Pool(1))
    yield engines
    await engines.close()


async def settled(engines: Engines) -> None:
    """Wait until nothing is made any more."""
    while engines._making is not None and not engines._making.done():
        await engines._making


async def test_what_somebody_opens_is_made_before_the_rest_of_the_menu(engines, monkeypatch):
    made, goes_on = [], asyncio.Event()

    async def ask(pool, question, given):
        made.append(given["game"])
        await goes_on.wait()
        return {}

    monkeypatch.setattr(Pool, "ask", ask)
    engines.prepare(["nim", "hex", "cube", "wild"])
    await asyncio.sleep(0)
    for asked in ("wild", "wild", "qubic", "nim"):  # nim is being made
        engines._want(asked)
    goes_on.set()
    await settled(engines)
    assert made == ["nim", "qubic", "wild", "hex", "cube"]


async def test_what_took_too_long_is_made_when_it_is_asked_for_again(engines, monkeypatch):
    errors = [TooLong("It took long."), None]

    async def ask(pool, question, given):
        if error := errors.pop(0):
            raise error
        return {}

    monkeypatch.setattr(Pool, "ask", ask)
    for kept in (False, True):
        engines._want("cube")
        await settled(engines)
        assert ("cube" in engines._kept) == kept


async def test_a_game_that_can_have_none_is_asked_for_once(engines, monkeypatch):
    async def ask(pool, question, given):
        raise Refused("It can have none.")

    monkeypatch.setattr(Pool, "ask", ask)
    engines._want("kalah")
    await settled(engines)
    assert b"It can have none." in engines._kept["kalah"].body
