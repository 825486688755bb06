"""`python -m benchmarks.strategies [GAME …]`: makes strategies, has every checker go through them.

The table of docs/strategies.md. Seconds are those of the processor, so that other programs do not
count; starting and compiling do. `--leaves "--budget 1000 --follow"`, given once or more, says what
is left to the checkers: so size can be compared with checking time. With `--games N` the strategies
that ship or were made here play instead, N games each against random and greedy players and the
trickster.
"""

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, getrusage, setrlimit
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

import click

from noughts.errors import NotCompilable
from noughts.game import FIRST, Game, turn_after
from noughts.games.connectfour import ConnectFour
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.players.style import Choice, any_moves, safe_moves, winning_moves
from noughts.players.trickster import Trickster
from noughts.search.memory import Recent
from noughts.solving.api import Solvers
from noughts.solving.known import RESULTS, Method
from noughts.strategies.file import SIDES, StrategyFile
from noughts.strategies.stored import FilePlay, strategies_of
from noughts.value import DRAW, OPEN, WIN

ROOT = Path(__file__).parents[1]
KAYLES = "examples/mygame.py:Kayles"
# What is left to the checkers, where a strategy without such leaves is large or takes long to find.
LEAVES = {
    "mnk:4,3,4": "--pairing",
    "mnk:5,5,5": "--pairing",
    "mnk:6,5,5": "--pairing",
    "mnk:6,6,5": "--pairing",
    "mnk:6,6,6": "--pairing",
    "mnk:7,7,6": "--pairing",
    "mnk:7,7,7": "--pairing",
    "mnk:5,4,4": "--pairing",
    "mnk:6,4,4": "--pairing",
    "mnk:7,4,4": "--pairing --budget 1000",
    "mnk:8,4,4": "--pairing --budget 100000 --memory 2048",
    "mnk:9,4,4": "--threats 1000",
    "mnk:10,4,4": "--threats 1000",
    "mnk:5,5,4": "--pairing --budget 1000",
    "mnk:7,6,5": "--pairing",
    "mnk:7,7,5": "--pairing",
    "domineering:5,6": "--budget 1000",
    "domineering:6,5": "--budget 10000",
    "domineering:6,6": "--budget 10000",
    "pentago": "--budget 100000",
    "mnk:6,5,4": "--threats 300",
    "mnk:7,5,4": "--threats 300",
    "mnk:6,6,4": "--threats 300",
}
# The same for Connect Four of more than FAR cells.
FAR, FAR_LEAVES = 30, "--budget 100000 --follow --memory 2048"
HEAD = (
    "| game | side | claim | left out | positions | bytes | leaves "
    "| make | noughts | Python | JavaScript |"
)
LINE = "|---|---|---|---|--:|--:|---|--:|--:|--:|--:|"
# The trickster's limits for one question, nodes and seconds; and how many positions it remembers.
SHORTLY, REMEMBERED = (100, 0.003), 100_000


class Wanted(NamedTuple):
    """A strategy that there should be."""

    game: str
    side: str


class Run(NamedTuple):
    """A command that has ended: whether well and in time, and the seconds of the processor."""

    fine: bool
    seconds: float
    told: str = ""

    def __str__(self) -> str:
        return f"{self.seconds:.1f}" if self.fine else "**failed**"


@click.command()
@click.option("--leaves", "choices", multiple=True, metavar="OPTIONS",
              help="What to leave to the checkers, as `noughts strategy` has it.")  # fmt: skip
@click.option("--seconds", default=600, show_default=True, help="The most for each command.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep the files.")
@click.option("--games", "count", default=0, help="Games to play from what was made.")
@click.argument("games", nargs=-1)
def main(
    choices: tuple[str, ...],
    seconds: int,
    keep: Path | None,
    count: int,
    games: tuple[str, ...],
) -> None:
    """Make and check the strategies of GAMES; if none is named, of all in docs/known.md."""
    if count:
        for name in games:
            for opponent in (Random, Greedy, Trapping):
                print(f"{name}, {opponent.__name__}: {played(name, opponent, count)}", flush=True)
        return
    print(f"{HEAD}\n{LINE}", flush=True)
    with TemporaryDirectory() as folder:
        for wanted in dict.fromkeys(all_wanted()):
            if not games or wanted.game in games:
                for leaves in choices or [usual_leaves(wanted.game)]:
                    print(row(wanted, leaves, seconds, keep or Path(folder)), flush=True)


class Games(NamedTuple):
    """What a strategy has reached: games that ended as claimed or better, and its slowest move."""

    held: int
    games: int
    slowest: float

    def __str__(self) -> str:
        return f"{self.held:,} of {self.games:,}, each move within {1000 * self.slowest:.0f} ms"


class Opponent:
    """Plays against a strategy; compiled, so that it takes no longer than the strategy."""

    def __init__(self, game: Game[Any]) -> None:
        self.known: Any = knowledge_of(game)
        self.choice = Choice()
        self.forms: dict[Any, Any] = {
            form: fastest(form, self.known) for form in (any_moves, winning_moves, safe_moves)
        }
        with suppress(NotCompilable):  # the first attempt, where Numba has not met the class yet
            self.listed(any_moves, game.start())

    def listed(self, form: Any, position: Any) -> list[int]:
        """The moves from which a function of `players/style.py` lets a player choose."""
        self.forms[form](self.known, position, self.choice)
        return list(self.choice.moves[: self.choice.count])

    def some(self, moves: list[int]) -> int:
        """One of them, at random."""
        return moves[self.choice.roll(len(moves))]

    def choose(self, position: Any) -> int:
        """A move."""
        raise NotImplementedError


class Random(Opponent):
    """Plays any move."""

    def choose(self, position: Any) -> int:
        """Any of them."""
        return self.some(self.listed(any_moves, position))


class Greedy(Opponent):
    """Wins at once where it can, and leaves no win at once."""

    def choose(self, position: Any) -> int:
        """A move that wins; else one after which the other side does not."""
        wins = self.listed(winning_moves, position)
        return self.some(wins or self.listed(safe_moves, position))


class Trapping(Opponent):
    """The trickster, who thinks shortly; what it found early in a game it does not seek again."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.trickster = Trickster()
        self.trickster.share(Solvers(*SHORTLY))
        self.found: Recent[Any, list[int]] = Recent(REMEMBERED)

    def choose(self, position: Any) -> int:
        """One of its favourite moves."""
        if position not in self.found:
            policy = self.trickster.probabilities(self.known.game, position)
            self.found[position] = list(policy)
        return self.some(self.found[position])


def played(name: str, opponent: type[Opponent], games: int) -> Games:
    """Games of the game's strategy against that player."""
    game = find_game(name)
    file = next(strategies_of(game))
    strategy, other = FilePlay(game, file), opponent(game)
    held, slowest = 0, 0.0
    for number in range(games):
        position, turn = game.start(), FIRST
        while game.outcome(position) == OPEN:
            if turn == file.claim.player:
                begun = process_time()
                move = strategy.move(position)
                if number:  # in the first game the search may be compiled
                    slowest = max(slowest, process_time() - begun)
                assert move is not None, game.text(position, turn)
            else:
                move = other.choose(position)
            position = game.play(position, move)
            turn = turn_after(game, turn, position)
        outcome = game.outcome(position)
        held += (outcome if turn == file.claim.player else -outcome) >= file.claim.goal
    return Games(held, games, slowest)


def all_wanted() -> Iterator[Wanted]:
    """For each result of the literature the side that wins; for a draw both. Then more."""
    for result in RESULTS:
        if result.method != Method.NOT_YET:
            for side, goal in zip(SIDES, (WIN, -WIN), strict=True):
                if result.outcome in (goal, DRAW):
                    yield Wanted(result.game, side)
    yield from (Wanted("connectfour:6,5", side) for side in SIDES)
    yield Wanted(KAYLES, "first")


def usual_leaves(name: str) -> str:
    """What is left to the checkers unless told otherwise."""
    game = find_game(name)
    far = isinstance(game, ConnectFour) and not game.misere and game.columns * game.rows > FAR
    return FAR_LEAVES if far else LEAVES.get(name, "")


def row(wanted: Wanted, leaves: str, seconds: int, folder: Path) -> str:
    """A row of the table."""
    name = f"{wanted.game}-{wanted.side}{leaves}.strategy"
    file = folder / name.translate(dict.fromkeys(map(ord, ":/ "), "-"))
    told, shown = f"| `{wanted.game}` | {wanted.side} |", f"`{leaves}`" if leaves else "nothing"
    noughts = [sys.executable, "-m", "noughts", "strategy"]
    more = ["--for", wanted.side, *shlex.split(leaves), "-o", str(file)]
    made = run([*noughts, wanted.game, *more], seconds)
    if not made.fine:
        return f"{told} not within {seconds} s | {shown} |  |  |  |  |  |  |  |"
    read = StrategyFile.read(file)
    rules = wanted.game.partition(":")[0] if ".py" in wanted.game else ""
    own = [wanted.game] if rules else []
    checkers = [
        [*noughts, *own, "--check", str(file), "--json"],
        [
            sys.executable,
            "-I",
            "tools/check_strategy.py",
            str(file),
            *["--rules", rules] * bool(rules),
        ],
    ]
    if not rules and (node := shutil.which("node")):
        checkers.append([node, "tools/check_strategy.mjs", str(file)])
    checked = [run(command, seconds) for command in checkers]
    counts = json.loads(checked[0].told)["leaves"] if checked[0].fine else {}
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in counts.items() if count)
    size = f"{shown} | {len(read.moves):,} | {file.stat().st_size:,} | {kinds}"
    times = [*map(str, checked), ""][:3]
    return f"{told} {read.claim.result} | {size} | {made} | {' | '.join(times)} |"


def run(command: list[str], seconds: int) -> Run:
    """Run a command to its end, or until its limit of processor time, in seconds."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=False,
        preexec_fn=lambda: setrlimit(RLIMIT_CPU, (seconds, seconds + 5)),
    )  # fmt: skip
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Run(done.returncode == 0, spent, done.stdout.decode())


if __name__ == "__main__":
    main()
