"""Nothing is lost: the server, or Postgres, is killed again and again in the midst of many games.

Every move that somebody was told of is in the store afterwards, and every game there can be played
again by the rules, each ply once and none missing. NOUGHTS_KILLS=100 kills more often than usual.
"""

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from noughts.game import play_legal
from noughts.games.registry import find_game
from noughts.value import OPEN
from noughts.web.store.connect import open_store
from noughts.web.store.store import games, moves
from tests import stores
from tests.serving import Serving
from tests.web.live.friends import Friend

KILLS, MOVES_BETWEEN = int(os.environ.get("NOUGHTS_KILLS", "2")), 40
ROUND = 12  # kills; for more, other games: a server lets one address begin so many and no more
GAMES = max(12, 3 * min(KILLS, ROUND))  # a game has some thirty moves
SPEC = "mnk:7,7,5"  # long games


@pytest.fixture
def serving(place: str) -> Iterator[Serving]:
    serving = Serving(place)
    yield serving
    serving.stop()


class Witness:
    """What people were told: the move at each ply of each game."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, int], str] = {}
        self.news = asyncio.Event()

    def hears(self, message: dict[str, Any]) -> None:
        for ply, move in enumerate(message["moves"], message["from"]):
            assert self.told.setdefault((message["id"], ply), move) == move
        self.news.set()

    async def heard(self, count: int) -> None:
        """Wait until so many moves are known."""
        while len(self.told) < count:
            self.news.clear()
            await self.news.wait()


async def plays(friend: Friend, game: str, witness: Witness, chance: random.Random) -> None:
    """Play at random, again and again, whatever becomes of the server."""
    seen = 0
    while True:
        address = f"{friend.server.replace('http', 'ws')}/api/v1/live/{game}/socket?seen={seen}"
        # A server that is killed, is not up yet, or is killed again.
        with suppress(OSError, WebSocketException, InvalidHandshake):
            async with connect(address, additional_headers=friend.headers) as socket:
                sent = -1
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "refused":  # the store was away; ask how it stands
                        assert message["kind"] in ("StoreError", "PlyTaken"), message
                        break
                    witness.hears(message)
                    seen = message["ply"]
                    ours = message["to_move"] == message["seat"] and not message["over"]
                    if ours and sent != seen:
                        sent = seen
                        await socket.send(a_move(message, chance))
        await asyncio.sleep(0.05)


def a_move(message: dict[str, Any], chance: random.Random) -> str:
    game = find_game(SPEC)
    position, _ = game.parse(message["position"])
    move = game.name(chance.choice(list(game.moves(position))))
    return json.dumps({"ply": message["ply"], "move": move})


async def test_every_move_that_was_told_is_there_however_often_the_server_is_killed(serving):
    async def kill():
        await asyncio.to_thread(serving.kill)
        yield
        await asyncio.to_thread(serving.start)

    await kills(serving, kill)
    assert "".join(serving.said) == ""  # no error, no traceback


async def test_every_move_that_was_told_is_there_however_often_postgres_is_killed():
    with stores.postgres() as cluster:
        serving = Serving(stores.new_database(cluster))

        async def kill():
            await asyncio.to_thread(stores.restart, cluster)
            yield

        await kills(serving, kill)
        serving.stop()
        assert not [line for line in serving.said if "A game could not be" not in line]


async def kills(serving: Serving, kill: Callable[[], AsyncIterator[None]]) -> None:
    """Kill something again and again while many games are played, and look at what is kept."""
    witness = Witness()
    for done in range(0, KILLS, ROUND):
        if done:
            await asyncio.to_thread(serving.kill)
            await asyncio.to_thread(serving.start)
        await kills_in_a_round(serving, kill, witness, min(ROUND, KILLS - done))
    print(f"{KILLS} kills, {len(witness.told):,} acknowledged moves, none lost, none doubled")


async def kills_in_a_round(
    serving: Serving, kill: Callable[[], AsyncIterator[None]], witness: Witness, count: int
) -> None:
    chance, told = random.Random(7), len(witness.told)
    tables = []
    for _ in range(GAMES):
        host, guest = Friend(serving.address), Friend(serving.address)
        begun = host.begins(SPEC)
        guest.joins(begun["invitation"])
        tables += [(host, begun["id"]), (guest, begun["id"])]
    playing = [
        asyncio.ensure_future(plays(friend, game, witness, chance)) for friend, game in tables
    ]
    for number in range(1, count + 1):
        heard = asyncio.ensure_future(witness.heard(told + number * MOVES_BETWEEN))
        done, _ = await asyncio.wait([heard, *playing], return_when=asyncio.FIRST_COMPLETED)
        assert done == {heard}, [one.exception() for one in done]
        async for _ in kill():
            check(serving.place, witness)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    check(serving.place, witness)


def check(place: str, witness: Witness) -> None:
    kept = kept_in(place)
    for (game, ply), move in witness.told.items():
        assert kept[game][ply] == move
    for played in kept.values():
        assert sorted(played) == list(range(len(played)))
        assert_legal([played[ply] for ply in range(len(played))])


def kept_in(place: str) -> dict[str, dict[int, str]]:
    """The moves of every game, as they stand in the tables."""
    store = open_store(place)
    with store._engine.connect() as connection:
        kept: dict[str, dict[int, str]] = {
            name: {} for name in connection.execute(select(games.c.id)).scalars()
        }
        for game, ply, move in connection.execute(select(moves.c.game, moves.c.step, moves.c.move)):
            kept[game][ply] = move
    store.close()
    return kept


def assert_legal(names: list[str]) -> None:
    game = find_game(SPEC)
    position = game.start()
    for name in names:
        assert game.outcome(position) == OPEN
        position = play_legal(game, position, game.read(name))
