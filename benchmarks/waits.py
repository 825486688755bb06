"""What one waits for on a machine where nothing is compiled yet, and whether limits hold."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.processes import PYTHON, clean_environment
from benchmarks.report import Figure, Limit, Section
from noughts.games.registry import ENTRIES, find_game
from noughts.terminal.game.session import LEVELS, Session

# The most seconds of the processor until the first reply, and until the board of a puzzle.
REPLY, PUZZLE = 1.5, 0.5
# What is asked for a move within so many seconds, and by how much it may be late.
LIMITED = ("mnk:15,15,5", "mnk:19,19,5", "mnk:10,10,5", "kalah:6,6", "othello:6")
PLAYERS = ("hard", "perfect", "mcts", "trickster", "alphabeta")
SECONDS, PART, MORE = 3.0, 1.1, 0.2
# On the page the computer answers a click as a worker process of the server does.
ON_PAGE = """
import sys
from noughts.web.worker import Worker
game, level = sys.argv[1:]
told = Worker().answer("reply", {"game": game, "as": "o", "level": level})
assert told["answer"], told
"""

# The full screen, without a terminal, until the computer's move is on the board.
ON_SCREEN = """
import asyncio, os, sys
from noughts.games.registry import find_game
from noughts.players.player import REPLY_SECONDS
from noughts.terminal.game.session import Session
from noughts.terminal.screen.screen import NoughtsApp
game, level = sys.argv[1:]
async def main():
    session = Session(find_game(game), {1}, level, seed=1, seconds=REPLY_SECONDS)
    app = NoughtsApp(session, pause=0)
    async with app.run_test():
        while not app.session.match.moves:
            await asyncio.sleep(0.01)
    used = os.times()
    print(used.user + used.system, file=sys.stderr, flush=True)
    os._exit(0)  # what still goes on is not waited for
asyncio.run(main())
"""


def replies(rounds: int = 1) -> Section:
    """The computer's first move in every game of the menu at every level, on all three faces.

    Args:
        rounds: how often each is measured, each time with a cache folder of its own.
    """
    figures = [
        Figure(f"{game}, {level}, {face}", min(_used(command) for _ in range(rounds)))
        for game in ENTRIES
        for level in LEVELS
        for face, command in _commands(game, level)
    ]
    most = max(figure.seconds or 0.0 for figure in figures)
    bars = [Limit("the first reply, of the processor", REPLY, most)]
    return Section("First replies, nothing compiled, seconds of the processor", "", figures, bars)


def puzzle(rounds: int = 3) -> Section:
    """The board of a puzzle."""
    command = ["-m", "noughts", "puzzle", "connectfour", "--no-history", "--number", "1"]
    took = min(_used(command) for _ in range(rounds))
    bars = [Limit("the board, of the processor", PUZZLE, took)]
    return Section("A puzzle, nothing compiled", "", [Figure("puzzle connectfour", took)], bars)


def limits(rounds: int = 2) -> Section:
    """Moves with a limit, the first ones with nothing compiled.

    Args:
        rounds: how many moves each player makes.
    """
    figures = []
    for game in LIMITED:
        for player in PLAYERS:
            with TemporaryDirectory() as folder:
                os.environ["NOUGHTS_CACHE"] = folder
                figures += [
                    Figure(f"{game}, {player}", took) for took in _moves(game, player, rounds)
                ]
    most = max(figure.seconds or 0.0 for figure in figures)
    bars = [Limit(f"a move in {SECONDS:g} s", SECONDS * PART + MORE, most)]
    return Section(f"Moves within {SECONDS:g} seconds", "", figures, bars)


def _moves(spec: str, player: str, moves: int) -> Iterator[float]:
    """How long each of the first moves takes."""
    game = find_game(spec)
    session = Session(game, {1}, player, seed=1, seconds=SECONDS)
    for _ in range(moves):
        while not session.computer_to_move and not session.match.over:
            session.play(session.match.legal_moves[-1])
        if session.match.over:
            return
        begun = perf_counter()
        move = session.choose()
        yield perf_counter() - begun
        session.play(move)


def _commands(game: str, level: str) -> Iterator[tuple[str, Sequence[str]]]:
    """What Python is to run for the first reply: line mode, full screen, page."""
    line = ["-m", "noughts", "play", game, "--level", level, "--side", "o"]
    yield "line mode", [*line, "--plain", "--no-history"]
    yield "full screen", ["-c", ON_SCREEN, game, level]
    yield "page", ["-c", ON_PAGE, game, level]


def _used(arguments: Sequence[str]) -> float:
    """The processor's seconds that Python takes for it, without what goes on beside it."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        places: dict[str, Any] = {"NOUGHTS_CACHE": f"{folder}/cache", "NOUGHTS_DATA": folder}
        process = subprocess.Popen(
            [PYTHON, *arguments],
            env=clean_environment() | places,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if not hasattr(os, "wait4"):
            sys.exit("This needs a system that says what a process has used: Linux or macOS.")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, list(arguments))
    return used.ru_utime + used.ru_stime
