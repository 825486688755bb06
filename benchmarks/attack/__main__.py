"""Attacks on this machine alone: `python -m benchmarks.attack [floods] [memory] ...`.

docs/reliability.md has what they showed. Everything is bounded in time and stays on loopback; Linux
alone tells what is measured.
"""

import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from uuid import uuid4

import click

from benchmarks.attack.floods import FLOODS
from benchmarks.attack.texts import tried
from noughts.errors import ProgramError
from noughts.games.tictactoe import TicTacToe
from noughts.players.match import Match
from noughts.players.player import RandomPlayer
from noughts.players.program import ProgramPlayer
from tests.players.hostile import HOSTILE, command, strays
from tests.serving import Serving

# Where the visitor comes from whose waits are measured; the attacks come from 127.0.0.1.
VISITOR = "127.9.9.9"
# Questions of a busy server: small and large games, with and without pictures.
GAMES = ("tictactoe", "connectfour", "mnk:4,4,4", "mnk:5,5,4", "hex:4", "qubic", "morris", "nim")
QUESTIONS = ("values", "know", "move", "explain", "draw", "map", "review", "table", "position")


@contextmanager
def served() -> Iterator[Serving]:
    """A server as people start it."""
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(folder)
        try:
            yield serving
        finally:
            serving.stop()


def visit(port: int) -> float:
    """How long a visitor waits for a page, in seconds; infinite if it does not come."""
    begun = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=(VISITOR, 0))
    with suppress(OSError):
        connection.request("GET", "/play/tictactoe")
        answer = connection.getresponse()
        answer.read()
        if answer.status == 200:
            return time.perf_counter() - begun
    return float("inf")


def floods(seconds: float) -> None:
    """Each flood in turn, and how long another visitor's page takes meanwhile."""
    for kind in FLOODS:
        with served() as serving:
            # Whoever attacks has a machine of their own: here they get what the server leaves.
            words = ["nice", "-n", "10", sys.executable, "-m", "benchmarks.attack.floods", kind]
            words += [str(serving.port), str(seconds)]
            with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as flood:
                time.sleep(1)
                waits, end = [], time.monotonic() + seconds - 1
                while time.monotonic() < end:
                    waits.append(visit(serving.port))
                    time.sleep(0.05)
                assert flood.stdout
                said = flood.stdout.read().strip()
            click.echo(
                f"{kind}: {said}; a visitor's page {1000 * statistics.median(waits):.0f} ms in the "
                f"middle of {len(waits)}, {1000 * max(waits):.0f} ms at worst; "
                f"{len(serving.said)} lines of log"
            )
            for line in serving.said[:3]:
                click.echo(f"  {line.rstrip()}")


def memory(seconds: float) -> None:
    """The memory of the server and its workers under mixed questions."""
    with served() as serving, ThreadPoolExecutor(4) as clients:
        end = time.monotonic() + seconds

        def client(seed: int) -> int:
            chance, asked = random.Random(seed), 0
            while time.monotonic() < end:
                path = f"{chance.choice(QUESTIONS)}/{chance.choice(GAMES)}"
                with suppress(OSError):
                    urllib.request.urlopen(f"{serving.address}/api/v1/{path}", timeout=60).read()
                asked += 1
            return asked

        running = [clients.submit(client, seed) for seed in range(4)]
        most = [0, 0]
        while time.monotonic() < end:
            time.sleep(1)
            now = sizes(serving.process)
            most = [max(most[0], now[0]), max(most[1], *now[1:], 0)]
        count = sum(one.result() for one in running)
        time.sleep(2)
        server, *workers = sizes(serving.process)
        click.echo(
            f"memory after {seconds / 60:.0f} minutes and {count:,} questions: the server "
            f"{server} MB, its workers {workers} MB; at most {most[0]} and {most[1]} MB"
        )


def sizes(process: int) -> list[int]:
    """The memory of a process and of its children, in MB."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    found = []
    for one in (process, *children):
        with suppress(OSError):  # it has been replaced
            pages = int(Path(f"/proc/{one}/statm").read_text("utf-8").split()[1])
            found.append(pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000)
    return found


def programs(count: int) -> None:
    """Matches with hostile programs, half of which end because noughts is killed."""
    marks = [f"mark-{uuid4().hex}" for _ in range(count)]
    with tempfile.TemporaryDirectory() as name:
        for number, mark in enumerate(marks):
            kind = list(HOSTILE)[number % len(HOSTILE)]
            words = command(Path(name), kind, mark)
            if number % 2:
                with subprocess.Popen(
                    [sys.executable, "-m", "noughts", "arena", f"program:{words}", "random"],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                ) as arena:
                    time.sleep(2)
                    arena.send_signal(signal.SIGKILL)
            else:
                with ProgramPlayer(words, seconds=0.5) as player, suppress(ProgramError):
                    Match(TicTacToe(), player, RandomPlayer(number)).run()
    time.sleep(3)
    left = sum(len(list(strays(mark))) for mark in marks)
    click.echo(f"{count} hostile programs of {len(HOSTILE)} kinds: {left} stray processes")


def texts(count: int, seed: int = 1) -> None:
    """Garbled texts for everything that reads one."""
    said = tried(count, seed)
    click.echo(
        f"{count:,} garbled texts: " + ", ".join(f"{n:,} {what}" for what, n in said.items())
    )


@click.command()
@click.option("--seconds", default=20.0, show_default=True, help="How long each flood takes.")
@click.option("--minutes", default=60.0, show_default=True, help="How long memory is watched.")
@click.option("--programs", "many", default=50, show_default=True, help="Hostile programs.")
@click.option("--texts", "garbage", default=1_000_000, show_default=True, help="Garbled texts.")
@click.argument("what", nargs=-1, type=click.Choice(["floods", "memory", "programs", "texts"]))
def main(seconds: float, minutes: float, many: int, garbage: int, what: tuple[str, ...]) -> None:
    """Attack a server and the players of this machine, and tell what remains."""
    click.echo(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    everything = {
        "floods": lambda: floods(seconds),
        "memory": lambda: memory(60 * minutes),
        "programs": lambda: programs(many),
        "texts": lambda: texts(garbage),
    }
    for name in what or everything:
        everything[name]()


if __name__ == "__main__":
    main()
