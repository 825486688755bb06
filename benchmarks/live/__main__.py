"""Many games between people at once: `python -m benchmarks.live [--games 500] [--think 2]`.

Every player has a socket that gets the board with each move, as the page does. An answer is what
comes back to who has moved: by then the move is on disk. Players are one process, the server is
another.
"""

import asyncio
import json
import os
import platform
import random
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import click
from websockets.asyncio.client import connect

from noughts.games.registry import find_game
from noughts.web.live.seats import COOKIE, new_game, new_secret, secret_hash
from noughts.web.store.connect import open_store
from noughts.web.store.store import GameStore, NewGame
from noughts.web.view import cell_names

CELLS = cell_names(find_game("tictactoe"))


class Load:
    """So many tables, at each two who play one game after the other."""

    def __init__(self, store: GameStore, port: int, games: int, think: float) -> None:
        self.store, self.port, self.games, self.think = store, port, games, think
        self.times: list[float] = []
        self.sat = 0

    async def run(self, seconds: float) -> None:
        """Play; only what is answered once everybody has sat down counts."""
        playing = [asyncio.ensure_future(self.table()) for _ in range(self.games)]
        while self.sat < 2 * self.games:
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        self.times.clear()
        begin = perf_counter()
        await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        self.seconds = perf_counter() - begin
        for one in playing:
            if one.done():
                one.result()
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def table(self) -> None:
        secrets = new_secret(), new_secret()
        seats = secret_hash(secrets[0]), secret_hash(secrets[1])
        while True:
            game = new_game()
            await asyncio.to_thread(self.store.begin, NewGame(game, "tictactoe", seats))
            await asyncio.gather(*(self.player(game, secret) for secret in secrets))

    async def player(self, game: str, secret: str) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/v1/live/{game}/socket?view=1"
        cookie = {"Cookie": f"{COOKIE}={secret}"}
        async with connect(
            address, additional_headers=cookie, compression=None, open_timeout=120
        ) as socket:
            self.sat += 1
            sent, when = -1, 0.0
            async for text in socket:
                told = json.loads(text)
                if told["type"] != "standing":
                    raise click.ClickException(f"Refused: {told['error']}")
                if told["ply"] == sent + 1 and when:
                    self.times.append(perf_counter() - when)
                    when = 0.0
                if told["over"]:
                    return
                if told["to_move"] == told["seat"] and sent != told["ply"]:
                    sent = told["ply"]
                    await asyncio.sleep(random.uniform(0, 2 * self.think))
                    when = perf_counter()
                    # Of a cell with the move that has its name the view has only a 1.
                    cells = told["view"]["cells"]
                    free = [name for name, one in zip(CELLS, cells, strict=True) if one == 1]
                    move = random.choice(free)
                    await socket.send(json.dumps({"ply": sent, "move": move}))

    def __str__(self) -> str:
        think = f"thinking {self.think:g} s on average" if self.think else "moving at once"
        if len(self.times) < 2:
            return f"{self.games} games, {think}: too few moves; give more games or --seconds"
        times = statistics.quantiles(self.times, n=100)
        return (
            f"{self.games} games, {think}: {len(self.times) / self.seconds:,.0f} moves a second; "
            f"answer after {1000 * times[49]:.0f} ms (median), {1000 * times[98]:.0f} ms (99 %)"
        )


@contextmanager
def served(place: str, *beat: str) -> Iterator[int]:
    """A server that keeps games there; its port."""
    command = [sys.executable, "-m", "benchmarks.live.server", place, *beat]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.send_signal(signal.SIGTERM)


@click.command()
@click.option("--games", default=500, show_default=True, type=click.IntRange(min=1))
@click.option("--think", default=(2.0, 0.0), multiple=True, type=click.FloatRange(min=0),
              help="How many seconds players think on average.  [default: 2, then 0]")  # fmt: skip
@click.option("--seconds", default=20.0, show_default=True, help="How long each is measured.")
@click.option("--data", default="", help="As for `noughts serve`; a new folder unless told.")
def main(games: int, think: tuple[float, ...], seconds: float, data: str) -> None:
    """Measure how many moves of many games a second are answered, and how soon."""
    click.echo(f"Python {platform.python_version()}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        place = data or folder
        with served(place) as port:
            store = open_store(place)
            for pause in think:
                load = Load(store, port, games, pause)
                asyncio.run(load.run(seconds))
                click.echo(load)
            store.close()


if __name__ == "__main__":
    main()
