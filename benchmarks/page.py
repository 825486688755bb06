"""The engine of a page against compiled code: the same positions in the same run; then `visits`."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from time import process_time
from typing import Any

import noughts.web
from benchmarks import visits
from benchmarks.report import Bar, Figure, Limit, Section
from noughts import OPEN, find_game
from noughts.game import legal_moves
from noughts.solving.book import signed_plies
from noughts.solving.driver import Limits
from noughts.solving.engine import MANY, Engine
from noughts.web.engine import engine_of

ENGINE = Path(noughts.web.__file__).parent / "static" / "engine.js"
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
ENDLESS = 1 << 60
# The nodes of a position from which on the speed of the search is measured.
MANY_NODES = 1_000


def measure(rounds: int = 1) -> Section:
    """Every game once: its scores must be the same, and its nodes a second come close."""
    figures: list[Figure] = []
    bars: list[Bar | Limit] = []
    for spec, (count, least) in GAMES.items() if shutil.which("node") else ():
        here, there, wrong, nodes = _both(spec, count, least)
        note = f"{count:,} positions, {nodes:,} nodes, {wrong} differ"
        figures.append(Figure(f"{spec}, a million nodes", there, there / here, note))
        if nodes > MANY_NODES * count:  # else it is the calls that take the time
            bars.append(Bar(f"{spec}: speed against compiled code", LEAST, here / there))
    if not figures:
        figures = [Figure("Node", None, None, "is not installed")]
    waits, limits = visits.measure()
    return Section("The engine of a page", "compiled", [*figures, *waits], [*bars, *limits])


def _both(spec: str, count: int, least: int) -> tuple[float, float, int, int]:
    """The seconds of a million nodes, compiled and in Node; how many values differ; the nodes."""
    game = find_game(spec)
    positions = _positions(game, count, least)
    engine = Engine(game)  # without a book
    engine.close_in_all(positions[:MANY], no_limits)  # compiles
    begun, before = process_time(), engine.nodes
    scores = engine.close_in_all(positions, no_limits)
    here = (process_time() - begun) / max(engine.nodes - before, 1)
    given = {
        "module": engine_of(game)["module"],
        "warm": _words(positions[:MANY]),
        "asked": _words(positions),
    }
    call = ["node", str(DRIVER), ENGINE.as_uri()]
    run = subprocess.run(call, input=json.dumps(given), capture_output=True, check=True, text=True)
    told = json.loads(run.stdout)
    values = [(one["outcome"], one["plies"]) for one in told["values"]]
    right = [((score > 0) - (score < 0), abs(signed_plies(score))) for score in scores]
    wrong = sum(one != other for one, other in zip(values, right, strict=True))
    return here * 1e6, told["seconds"] / told["nodes"] * 1e6, wrong, told["nodes"]


def _words(positions: list[Any]) -> list[list[str]]:
    return [[str(word) for word in position] for position in positions]


def no_limits() -> Limits:
    """A search may take as long as it needs."""
    return Limits(nodes=ENDLESS, seconds=None, progress=None)


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
