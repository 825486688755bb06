"""Games for which there are programs of their own: what noughts' general solver needs.

The bars are those of the specialists, roughly, times three: Obsequi (Bullock 2002) for Domineering,
Irving, Donkers and Uiterwijk (2000) for Kalah.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Any

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
    return Section("Beside specialists", "", figures, bars)


def _timed(task: Callable[[], int]) -> tuple[float, int]:
    begun = process_time()
    nodes = task()
    return process_time() - begun, nodes


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
