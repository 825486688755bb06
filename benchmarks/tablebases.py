"""Tablebases made in each way, and a Python dictionary: solving, bytes, look-ups.

All ways solve the same game, so their rates are told in the same unit: positions that can arise,
symmetric ones apart, a second. The dictionary has every position that can arise after some moves,
by plain recursion. Times are processor time, one thread.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from unittest.mock import patch

from benchmarks.report import Figure, Section
from benchmarks.timing import seconds
from noughts.game import Game, legal_moves
from noughts.games.registry import find_game
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.combinatorial.marking import Marking, marking_of
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.indexers.by_ply import ByPlyIndexer
from noughts.tablebase.indexers.keyed import RetrogradeIndexer
from noughts.tablebase.probe import Tablebase

GAME = "mnk:4,4,4"
# The dictionary begins after these moves.
BEGUN = "b2 c3 a1 d4 b3 c1"
ROUNDS = 3
MILLION = 1_000_000
# So many positions are looked up.
ASKED = 1_000


def marking(game: Game[Any]) -> Marking:
    """The game as one of marks, which GAME is."""
    found = marking_of(game)
    assert found is not None
    return found


WAYS: dict[str, Callable[[Game[Any]], Any]] = {
    "indexed": lambda game: CombinatorialIndexer(game, marking(game)),
    "layered": ByPlyIndexer,
    "keyed": RetrogradeIndexer,
}
Values = dict[Any, tuple[int, int]]


def solving(rounds: int = ROUNDS) -> Section:
    """How long solving takes in each way, for a position that can arise."""
    game = find_game(GAME)
    reachable = make_tablebase(game).total.reachable
    tasks = {way: _solver(way) for way in WAYS}
    tasks["outcomes only, planes of bits"] = lambda: _last(Outcomes(marking(game)).layers())
    for task in tasks.values():
        task()  # compiles
    times = _best(rounds, tasks)
    each = {way: time / reachable * MILLION for way, time in times.items()}
    size = len(_dictionary())
    each["dictionary"] = _best(rounds, {"": _dictionary})[""] / size * MILLION
    base = each["dictionary"]
    figures = [
        Figure(way, time, base / time, f"{1 / time:,.2f} million positions a second")
        for way, time in each.items()
    ]
    title = f"Solving {GAME}: processor time for a million positions that can arise"
    return Section(title, "faster", figures)


def looking_up(rounds: int = ROUNDS) -> Section:
    """How long a look-up takes, the first ever and the next ones; and how many bytes there are."""
    game = find_game(GAME)
    values = _dictionary()
    asked = Random(7).sample(sorted(values), ASKED)
    times = _best(rounds, {"dictionary": lambda: [values[position] for position in asked]})
    base = times["dictionary"]
    bytes_each = (sys.getsizeof(values) + sum(map(_size, values.items()))) / len(values)
    figures = [Figure("dictionary, warm", base, 1, f"{bytes_each:.0f} bytes a position, in memory")]
    reachable = make_tablebase(game).total.reachable
    with TemporaryDirectory() as parent:
        for way in WAYS:
            folder = Path(parent) / way
            cold, warm = _look_ups(game, way, folder, asked, rounds)
            size = sum(path.stat().st_size for path in folder.iterdir()) / reachable
            figures += [
                Figure(f"{way}, cold", cold, cold / base, f"{size:.2f} bytes a position, on disk"),
                Figure(f"{way}, warm", warm, warm / base, f"{ASKED / warm:,.0f} a second"),
            ]
    return Section(f"Looking up {ASKED:,} positions of {GAME}", "longer", figures)


def _look_ups(
    game: Game[Any], way: str, folder: Path, asked: list[Any], rounds: int
) -> tuple[float, float]:
    """How long it takes to look all up for the first time, and again."""
    with _taken(way):
        make_tablebase(game, folder)
        _forget(folder)
        table: Tablebase[Any] = Tablebase(folder)

        def ask() -> object:
            return [table.value(position) for position in asked]

        return seconds(ask), _best(rounds, {"": ask})[""]


@contextmanager
def _taken(way: str) -> Iterator[None]:
    """Have tables be made, and read, in one way."""
    with (
        patch("noughts.tablebase.build.indexer_for", WAYS[way]),
        patch("noughts.tablebase.probe.indexer_for", WAYS[way]),
    ):
        yield


def _solver(way: str) -> Callable[[], object]:
    def solve() -> object:
        with _taken(way):
            return make_tablebase(find_game(GAME))

    return solve


def _best(rounds: int, tasks: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """The shortest processor time of each task in so many rounds of all of them."""

    def time(task: Callable[[], object]) -> float:
        begun = process_time()
        task()
        return process_time() - begun

    turns = [{name: time(task) for name, task in tasks.items()} for _ in range(rounds)]
    return {name: min(turn[name] for turn in turns) for name in tasks}


def _dictionary() -> Values:
    """The outcome and the plies of every position after the first moves, by plain recursion."""
    game = find_game(GAME)
    position = game.start()
    for move in game.read_moves(BEGUN):
        position = game.play(position, move)
    values: Values = {}
    _worth(game, position, values)
    return values


def _worth(game: Game[Any], position: Any, values: Values) -> tuple[int, int]:
    """A position's outcome and plies, looked up or worked out."""
    if position not in values:
        after = [
            _worth(game, game.play(position, move), values) for move in legal_moves(game, position)
        ]
        if after:
            options = ((-outcome, plies + 1) for outcome, plies in after)
            values[position] = max(options, key=lambda each: each[0] * (1_000 - each[1]))
        else:
            values[position] = game.outcome(position), 0
    return values[position]


def _size(item: Any) -> int:
    """How many bytes an entry of a dictionary has besides its place there."""
    return sum(sys.getsizeof(part) + sum(map(sys.getsizeof, part)) for part in item)


def _last(things: Iterator[Any]) -> Any:
    """The last one; the others are let go."""
    last = None
    for thing in things:
        last = thing
    return last


def _forget(folder: Path) -> None:
    """Have the system forget what it has read of the files, where that can be said to it."""
    if not hasattr(os, "posix_fadvise"):
        return
    for path in folder.iterdir():
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)
