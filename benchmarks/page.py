"""The engine of a page, in Node, against compiled code: the same positions, in the same run."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from time import process_time
from typing import Any

import noughts.browser
from benchmarks.report import Bar, Figure, Section
from noughts import OPEN, Solver, find_game
from noughts.browser.engine import engine_of
from noughts.game import legal_moves

ENGINE = Path(noughts.browser.__file__).parent / "static" / "engine.js"
DRIVER = Path(__file__).with_name("page.mjs")
# Each game, how many positions, and the least plies before them.
GAMES = {
    "connectfour": (5_000, 10),
    "mnk:4,4,3": (500, 0),
    "mnk:4,4,4": (500, 2),
    "mnk:5,4,4": (500, 8),
    "mnk:3,3,3,misere": (500, 0),
    "connectfour:5,4": (500, 0),
    "connectfour:6,5,misere": (500, 12),
    "cube:3": (500, 2),
    "qubic": (500, 36),
    "wild:4,4,4": (500, 5),
    "orderchaos:4,4,4": (500, 6),
    "hex:4": (500, 2),
    "mnk:4,4,4,torus": (500, 2),
}
LEAST = 0.4


def measure(rounds: int = 1) -> Section:
    """Every game once: its scores must be the same, and its nodes a second come close."""
    figures, bars = [], []
    for spec, (count, least) in GAMES.items() if shutil.which("node") else ():
        here, there, wrong = _both(spec, count, least)
        figures.append(Figure(spec, there, there / here, f"{count:,} positions, {wrong} differ"))
        bars.append(Bar(f"{spec}: speed against compiled code", LEAST, here / there))
    if not figures:
        figures = [Figure("Node", None, None, "is not installed")]
    return Section("The engine of a page", "compiled", figures, bars)


def _both(spec: str, count: int, least: int) -> tuple[float, float, int]:
    """The seconds a million nodes take compiled, and in Node, and how many values differ."""
    game = find_game(spec)
    positions = _positions(game, count, least)
    solver = Solver(game, nodes=None)
    solver.values(positions[:1])  # compiles
    begun, before = process_time(), solver.nodes
    values = solver.values(positions)
    here = (process_time() - begun) / max(solver.nodes - before, 1)
    given = {
        "module": engine_of(game)["module"],
        "asked": [[str(word) for word in position] for position in positions],
    }
    call = ["node", str(DRIVER), ENGINE.as_uri()]
    run = subprocess.run(call, input=json.dumps(given), capture_output=True, check=True, text=True)
    told = json.loads(run.stdout)
    wrong = sum(
        (one["outcome"], one["plies"]) != (value.outcome, value.outcome and value.plies)
        for one, value in zip(told["values"], values, strict=True)
    )
    return here * 1e6, told["seconds"] / told["nodes"] * 1e6, wrong


def _positions(game: Any, count: int, least: int) -> list[Any]:
    """Open positions of random plays."""
    chance = random.Random(1)
    found: list[Any] = []
    while len(found) < count:
        position, seen = game.start(), []
        while game.outcome(position) == OPEN:
            seen.append(position)
            position = game.play(position, chance.choice(legal_moves(game, position)))
        if len(seen) > least:
            found.append(chance.choice(seen[least:]))
    return found
