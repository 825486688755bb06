"""`python -m benchmarks.strategies [GAME …]`: makes strategies, has every checker go through them.

The table of docs/strategies.md. Seconds are those of the processor, so that other programs do not
count; starting and compiling do. With `--games N` the strategies that ship or were made here play
instead, N games each against random, greedy and tricky players.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import click

from noughts.game import FIRST
from noughts.games.registry import find_game
from noughts.players.levels import player_of
from noughts.solving.known import RESULTS, Method
from noughts.strategies.file import SIDES, StrategyFile
from noughts.strategies.play import FilePlay
from noughts.strategies.shelf import strategies_of
from noughts.value import DRAW, OPEN, WIN

ROOT = Path(__file__).parents[1]
KAYLES = "examples/mygame.py:Kayles"
# What is left to the checkers, where a strategy without such leaves is large or takes long to find.
LEAVES = {
    "mnk:4,3,4": "--pairing",
    "mnk:5,5,5": "--pairing",
    "mnk:6,5,5": "--pairing --budget 3000",
    "mnk:6,6,5": "--pairing --budget 3000",
    "mnk:6,6,6": "--pairing",
    "mnk:7,7,6": "--pairing",
    "mnk:7,7,7": "--pairing",
    "mnk:6,5,4": "--threats 300",
    "mnk:7,5,4": "--threats 300",
    "mnk:6,6,4": "--threats 300",
    "notakto:3": "--budget 1000",
}
HEAD = "| game | side | claim | leaves | positions | bytes | make | noughts | Python | JavaScript |"
LINE = "|---|---|---|---|--:|--:|--:|--:|--:|--:|"


# Random; one that takes what wins at once and prevents it; and one that sets traps.
OPPONENTS = ("random", "looks:2", "trickster")


class Wanted(NamedTuple):
    """A strategy that there should be."""

    game: str
    side: str


class Run(NamedTuple):
    """A command that has ended: whether well and in time, and the seconds of the processor."""

    fine: bool
    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f}" if self.fine else "**failed**"


@click.command()
@click.option("--budget", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--seconds", default=600, show_default=True, help="The most for each command.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep the files.")
@click.option("--games", "count", default=0, help="Play so many games from what was made.")
@click.argument("games", nargs=-1)
def main(budget: int, seconds: int, keep: Path | None, count: int, games: tuple[str, ...]) -> None:
    """Make and check the strategies of GAMES; if none is named, of all in docs/known.md."""
    if count:
        for name in games:
            for opponent in OPPONENTS:
                print(f"{name}, {opponent}: {played(name, opponent, count)}", flush=True)
        return
    print(f"{HEAD}\n{LINE}", flush=True)
    with TemporaryDirectory() as folder:
        for wanted in dict.fromkeys(all_wanted()):
            if not games or wanted.game in games:
                print(row(wanted, budget, seconds, keep or Path(folder)), flush=True)


class Games(NamedTuple):
    """What a strategy has reached: games that ended as claimed or better, and its slowest move."""

    held: int
    games: int
    slowest: float

    def __str__(self) -> str:
        return f"{self.held:,} of {self.games:,}, each move within {1000 * self.slowest:.0f} ms"


def played(name: str, opponent: str, games: int) -> Games:
    """Games of the game's strategy against that player."""
    game = find_game(name)
    file = next(strategies_of(game))
    strategy, other = FilePlay(game, file), player_of(opponent, seed=0)
    held, slowest = 0, 0.0
    for number in range(games):
        position, turn = game.start(), FIRST
        while game.outcome(position) == OPEN:
            if turn == file.claim.player:
                begun = perf_counter()
                move = strategy.move(position)
                if number:  # in the first game the search may be compiled
                    slowest = max(slowest, perf_counter() - begun)
                assert move is not None, game.text(position, turn)
            else:
                move = other.choose(game, position)
            position, turn = game.play(position, move), 1 - turn
        outcome = game.outcome(position)
        held += (outcome if turn == file.claim.player else -outcome) >= file.claim.goal
    return Games(held, games, slowest)


def all_wanted() -> Iterator[Wanted]:
    """For each result of the literature the side that wins; for a draw both."""
    for result in RESULTS:
        if result.method != Method.NOT_YET:
            for side, goal in zip(SIDES, (WIN, -WIN), strict=True):
                if result.outcome in (goal, DRAW):
                    yield Wanted(result.game, side)
    yield from (Wanted("connectfour:6,5", side) for side in SIDES)
    yield Wanted(KAYLES, "first")


def row(wanted: Wanted, budget: int, seconds: int, folder: Path) -> str:
    """A row of the table."""
    leaves = LEAVES.get(wanted.game, f"--budget {budget}")
    name = f"{wanted.game}-{wanted.side}-{budget}.strategy".replace(":", "-").replace("/", "-")
    file = folder / name
    told = f"| `{wanted.game}` | {wanted.side} |"
    noughts = [sys.executable, "-m", "noughts", "strategy"]
    more = ["--for", wanted.side, *leaves.split(), "-o", str(file)]
    made = run([*noughts, wanted.game, *more], seconds)
    if not made.fine:
        return f"{told} not within {seconds} s | `{leaves}` |  |  |  |  |  |  |"
    read = StrategyFile.read(file)
    rules = wanted.game.partition(":")[0] if ".py" in wanted.game else ""
    own = [wanted.game] if rules else []
    checkers = [
        [*noughts, *own, "--check", str(file)],
        [
            sys.executable,
            "-I",
            "tools/check_strategy.py",
            str(file),
            *["--rules", rules] * bool(rules),
        ],
    ]
    checked = [str(run(command, seconds)) for command in checkers]
    node = not rules and shutil.which("node")
    checked.append(str(run([node, "tools/check_strategy.mjs", str(file)], seconds)) if node else "")
    size = f"`{leaves}` | {len(read.moves):,} | {file.stat().st_size:,}"
    return f"{told} {read.claim.result} | {size} | {made} | {' | '.join(checked)} |"


def run(command: list[str], seconds: int) -> Run:
    """Run a command to its end."""
    before = getrusage(RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return Run(False, seconds)
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Run(done.returncode == 0, spent)


if __name__ == "__main__":
    main()
