"""Games for which there are programs of their own: what noughts' general solver needs.

The bars are those of the specialists, roughly, times three: Obsequi (Bullock 2002) for Domineering,
Irving, Donkers and Uiterwijk (2000) for Kalah. Then what a copy of noughts' rules and knowledge in
a user's file costs, in turns with the original: a search alone, and a whole command.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.copies import write_copy
from benchmarks.report import Figure, Limit, Section
from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.solving.margins import MarginSolver
from noughts.solving.prover import Prover
from noughts.solving.solver import Solver
from noughts.value import WIN

DOMINEERING, HEX, KALAH, OTHELLO = "domineering:7,7", "hex:5", "kalah:5,3", "othello:6"
LARGER_DOMINEERING, LARGER_HEX = "domineering:8,8", "hex:6"
# Othello's positions: seeds of random plays, and their plies.
SEEDS, PLIES = range(10), 12
MOST = {DOMINEERING: 0.3, LARGER_DOMINEERING: 5.0, HEX: 1.0, LARGER_HEX: 60.0, KALAH: 0.6,
        OTHELLO: 1.0}  # fmt: skip
# The most that a copy should cost, beside the original; and pairs of runs, of which the medians
# count.
MOST_OF_A_COPY, PAIRS = 1.1, 6


def measure(rounds: int = 2) -> Section:
    """Seconds of the processor, on one thread, with the code compiled."""
    tasks: dict[str, Callable[[], int]] = {
        f"{DOMINEERING}, who wins": lambda: _outcome(DOMINEERING),
        f"{LARGER_DOMINEERING}, who wins": lambda: _outcome(LARGER_DOMINEERING),
        f"{HEX}, who wins": lambda: _outcome(HEX),
        f"{LARGER_HEX}, who wins, by proof": lambda: _proof(LARGER_HEX),
        f"{KALAH}, margin": lambda: _margin(KALAH, 0, 0),
    }
    for seed in SEEDS:
        tasks[f"{OTHELLO}, 20 empty cells, margin, {seed}"] = partial(_margin, OTHELLO, PLIES, seed)
    figures, bars = [], []
    for name, task in tasks.items():
        task()  # compiles
        took, nodes = min(_timed(task) for _ in range(rounds))
        figures.append(Figure(name, took, None, f"{nodes:,} nodes"))
        bars.append(Limit(name, MOST[name.partition(", ")[0]], took))
    with TemporaryDirectory() as folder:
        for figure in _copies(Path(folder)):
            figures.append(figure)
            bars.append(Limit(figure.name, MOST_OF_A_COPY, figure.ratio or 0.0, "×"))
    return Section("Beside specialists", "of a copy", figures, bars)


def _timed(task: Callable[[], int]) -> tuple[float, int]:
    begun = process_time()
    nodes = task()
    return process_time() - begun, nodes


def _copies(folder: Path) -> Iterator[Figure]:
    """Measure copies of games beside the originals: a search, as above, and a command."""
    for spec, (search, command) in COPIES.items():
        copy = f"{write_copy(find_game(spec), folder)}:{spec.partition(':')[2]}".rstrip(":")
        if search:
            yield _beside(f"{spec}, copied", spec, copy, partial(_searched, search))
        if command:
            yield _beside(f"{spec}, copied, {command}", spec, copy, partial(_command, command))


def _searched(search: Callable[[str], int], game: str) -> tuple[float, int]:
    return _timed(partial(search, game))


def _beside(about: str, own: str, copy: str, task: Callable[[str], tuple[float, int]]) -> Figure:
    task(own), task(copy)  # compiles
    runs: dict[str, list[tuple[float, int]]] = {own: [], copy: []}
    for pair in range(PAIRS):
        # In turns, as memory given back by one run makes the next one faster.
        for game in (own, copy)[:: 1 if pair % 2 else -1]:
            runs[game].append(task(game))
    own_time, time = (median(each[0] for each in runs[game]) for game in (own, copy))
    own_nodes, nodes = (median(each[1] for each in runs[game]) for game in (own, copy))
    note = f"{own_nodes:,.0f} and {nodes:,.0f} nodes" if nodes else ""
    return Figure(about, time, time / own_time, note)


def _command(command: str, game: str) -> tuple[float, int]:
    """Seconds of the processor of a command."""
    begun = sum(getrusage(RUSAGE_CHILDREN)[:2])
    words = [sys.executable, "-m", "noughts", *command.split(), game]
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    return sum(getrusage(RUSAGE_CHILDREN)[:2]) - begun, 0


def _outcome(spec: str) -> int:
    game = find_game(spec)
    solver = Solver(game)
    solver.exceeds(game.start(), 0)
    return solver.nodes


def _proof(spec: str) -> int:
    game = find_game(spec)
    prover = Prover(game)
    prover.proves(game.start(), WIN)
    return prover.nodes


def _margin(spec: str, plies: int, seed: int) -> int:
    game, random = find_game(spec), Random(seed)
    position: Any = game.start()
    for _ in range(plies):
        position = game.play(position, random.choice(list(legal_moves(game, position))))
    solver = MarginSolver(game)
    solver.margin(position)
    return solver.nodes


def _value(spec: str) -> int:
    game = find_game(spec)
    solver = Solver(game)
    solver.value(game.start())
    return solver.nodes


# What is asked of each game and its copy, unless that takes milliseconds, of which the copy needs
# one or two to be read; and a command that asks it, if it is short.
COPIES: dict[str, tuple[Callable[[str], int] | None, str]] = {
    DOMINEERING: (_outcome, "analyse"),
    LARGER_DOMINEERING: (_outcome, ""),
    OTHELLO: (partial(_margin, plies=PLIES, seed=0), ""),
    HEX: (None, "prove"),
    LARGER_HEX: (_proof, "prove"),
    KALAH: (partial(_margin, plies=0, seed=0), "analyse --points"),
    "mnk:7,7,5": (_proof, "prove"),
    "connectfour:6,5": (_value, "analyse"),
    "tictactoe": (None, "analyse"),
    "nim:7,7,7,misere": (None, "analyse"),
}
