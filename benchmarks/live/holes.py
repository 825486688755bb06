"""Live games behind a proxy that swallows bytes: `python -m benchmarks.live.holes [--games 100]`.

In two browsers, the first players and the second, the page's own script plays games at random.
Again and again the proxy swallows all that passes for some seconds. In the end each game is
compared with what its players played, and what each page said of its connection with the holes.
"""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import click
from playwright.sync_api import Page, sync_playwright

from benchmarks.live.__main__ import served
from noughts.game import play_legal
from noughts.games.registry import find_game
from noughts.value import OPEN
from noughts.web.live.rooms import BEAT
from noughts.web.store.connect import open_store

SPEC = "mnk:6,6,6"  # long games
PLAYERS = (Path(__file__).parent / "players.js").read_text(encoding="utf-8")


class Proxy:
    """Passes connections on to a port; while `swallows` is set, it reads and passes nothing.

    Args:
        port: where the server is.
    """

    def __init__(self, port: int) -> None:
        """Listen on a port of its own, in a thread of its own."""
        self.swallows = False
        self._server = port
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.run_coroutine_threadsafe(self._listen(), self._loop)
        self.port: int = listening.result()

    def close(self) -> None:
        """Stop."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._listening.close()
        passing = asyncio.all_tasks() - {asyncio.current_task()}
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    async def _listen(self) -> int:
        self._listening = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            ahead = await asyncio.open_connection("127.0.0.1", self._server)
            await asyncio.gather(self._pass(reader, ahead[1]), self._pass(ahead[0], writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await reader.read(65536):
                    if not self.swallows:
                        writer.write(data)
                        await writer.drain()
        finally:
            writer.close()


class Said(NamedTuple):
    """What the page of a player said from a moment on, in seconds since 1970."""

    at: float
    status: str
    over: bool


class Report(NamedTuple):
    """What became of the games.

    Args:
        games: how many there were.
        moves: how many moves were played in them.
        wrong: everything that was not as it must be.
        noticed: the seconds from the beginning of a hole to the last page that said so, by holes.
        back: the seconds from the end of a hole to the last page that was connected, by holes.
    """

    games: int
    moves: int
    wrong: list[str]
    noticed: dict[float, float]
    back: dict[float, float]


def play(games: int, holes: Sequence[float], beat: float, pause: float, think: float) -> Report:
    """Play games behind a proxy with holes.

    Args:
        games: how many games.
        holes: how many seconds each hole lasts.
        beat: the seconds between heartbeats.
        pause: the seconds between two holes.
        think: how many seconds a move takes, on average.
    """
    with tempfile.TemporaryDirectory() as place, served(place, str(beat)) as port:
        proxy = Proxy(port)
        with _pages(f"http://127.0.0.1:{proxy.port}") as pages:
            ids = _seated(pages, games, think)
            times = [_hole(proxy, seconds, pause) for seconds in holes]
            for page in pages:
                page.evaluate("window.players.finish()")
                _over(page)
            told: list[dict[str, Any]] = [
                page.evaluate("window.players.report()") for page in pages
            ]
        proxy.close()
        store = open_store(place)
        kept = {name: store.game(name) for name in ids}
        store.close()
    moves = {name: game.moves for name, game in kept.items() if game}
    wrong = [line for name in ids for line in _wrong(name, moves[name], told)]
    said = [[Said(*one) for one in player["said"]] for page in told for player in page.values()]
    ends = zip(holes, times, strict=True)
    spans = [(seconds, begun, ended) for seconds, (begun, ended) in ends]
    noticed = {
        seconds: max((_first_lost(one, begun, ended) for one in said), default=0.0)
        for seconds, begun, ended in spans
    }
    back = {
        seconds: max((_first_back(one, ended) for one in said), default=0.0)
        for seconds, _, ended in spans
    }
    return Report(games, sum(map(len, moves.values())), wrong, noticed, back)


@contextmanager
def _pages(address: str) -> Iterator[list[Page]]:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        pages = [browser.new_context().new_page() for _ in range(2)]
        for page in pages:
            page.goto(f"{address}/games")
            page.evaluate(PLAYERS)
        yield pages
        browser.close()


def _seated(pages: list[Page], games: int, think: float) -> list[str]:
    """The names of the games, which have begun."""
    host, guest = pages
    begin = "([count, game]) => window.players.begin(count, game)"
    begun: list[dict[str, str]] = host.evaluate(begin, [games, SPEC])
    guest.evaluate("(begun) => window.players.join(begun)", begun)
    ids = [one["id"] for one in begun]
    for page in pages:
        page.evaluate("([ids, think]) => window.players.play(ids, think)", [ids, 1000 * think])
    return ids


def _hole(proxy: Proxy, seconds: float, pause: float) -> tuple[float, float]:
    time.sleep(pause)
    begun = time.time()
    proxy.swallows = True
    time.sleep(seconds)
    proxy.swallows = False
    ended = time.time()
    time.sleep(pause)
    return begun, ended


def _over(page: Page, patience: float = 600) -> None:
    """Wait until every game is over, or that many seconds have passed."""
    end = time.monotonic() + patience
    while not page.evaluate("window.players.over()") and time.monotonic() < end:
        time.sleep(0.2)


def _wrong(name: str, kept: Sequence[str], told: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with a game: a move that was lost, doubled, invented, or against the rules."""
    game = find_game(SPEC)
    position = game.start()
    for move in kept:
        position = play_legal(game, position, game.read(move))
    if game.outcome(position) == OPEN:
        yield f"{name} is not over"
    for turn, page in enumerate(told):
        player = page[name]
        if player["moves"] != list(kept):
            yield f"{name}: player {turn} saw {player['moves']}, and kept is {list(kept)}"
        played = {int(ply): moves for ply, moves in player["played"].items()}
        if sorted(played) != list(range(turn, len(kept), 2)):
            yield f"{name}: player {turn} played at {sorted(played)} of {len(kept)} plies"
        for ply, move in played.items():
            if [kept[ply]] != move:
                yield f"{name}: player {turn} played {move} at {ply}, and kept is {kept[ply]}"


def _first_lost(said: list[Said], begun: float, ended: float) -> float:
    """Seconds of a hole until the page said that there is no connection; all of it if never."""
    before = [one for one in said if one.at <= begun]
    if before and before[-1].over:
        return 0.0
    times = [one.at for one in said if begun <= one.at and one.status == "No connection."]
    return min(times[0], ended) - begun if times else ended - begun


def _first_back(said: list[Said], ended: float) -> float:
    """Seconds after a hole until the page said again how the game stands."""
    now = [one for one in said if one.at <= ended]
    if not now or now[-1].status != "No connection.":
        return 0.0
    times = [one.at for one in said if one.at > ended and one.status != "No connection."]
    return times[0] - ended if times else float("inf")


@click.command()
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1))
@click.option("--holes", default=(10.0, 30.0, 120.0), multiple=True, type=float,
              help="How many seconds each hole lasts.  [default: 10, 30, 120]")  # fmt: skip
@click.option("--beat", default=BEAT, show_default=True, help="Seconds between heartbeats.")
@click.option("--pause", default=20.0, show_default=True, help="Seconds before and after a hole.")
@click.option("--think", default=6.0, show_default=True, help="Seconds that a move takes.")
def main(games: int, holes: tuple[float, ...], beat: float, pause: float, think: float) -> None:
    """Play games behind a proxy with holes, and say what became of them."""
    report = play(games, holes, beat, pause, think)
    click.echo(f"{report.games} games of {SPEC}, {report.moves:,} moves")
    for seconds in holes:
        click.echo(
            f"hole of {seconds:g} s: all pages say so within {report.noticed[seconds]:.1f} s, and "
            f"all games go on {report.back[seconds]:.1f} s after it"
        )
    for line in report.wrong:
        click.echo(line)
    click.echo("no move was lost or doubled" if not report.wrong else f"{len(report.wrong)} wrong")


if __name__ == "__main__":
    main()
