"""Boards whose sets of cells take several machine words: the solver's search in both forms."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from benchmarks.report import Bar, Figure, Section
from benchmarks.timing import Task, best_of
from noughts.errors import SearchStopped
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import ScoreBounds, SearchControl, ordering_for
from noughts.search.memory import words_of
from noughts.search.solver import mtd_search
from noughts.search.table import ArrayTable
from noughts.solving.api import solver_for

BOARDS = ("connectfour:9,9", "connectfour:13,13", "mnk:9,9,5", "mnk:15,15,5", "cube:5")
NODES = 100
ROUNDS = 3
TABLE_BITS, ROOM = 12, 1 << 15
ONE_WORD, TWO_WORDS = "connectfour:5,11", "connectfour:5,12"
MANY_NODES, MEMORY = 20_000_000, 1_024


def measure(rounds: int = ROUNDS) -> Section:
    """The same nodes, interpreted and compiled, and how many times faster the second is."""
    tasks: dict[str, Task] = {}
    for spec in BOARDS:
        game = knowledge_of(find_game(spec))
        quick = _task(game, compiled(mtd_search, game))
        quick()  # compiles
        tasks |= {f"{spec}, interpreted": _task(game, mtd_search), f"{spec}, compiled": quick}
    times = best_of(rounds, tasks)
    figures, bars = [], []
    for spec in BOARDS:
        slow, fast = times[f"{spec}, interpreted"], times[f"{spec}, compiled"]
        figures.append(Figure(spec, fast, slow / fast, f"{NODES / fast:,.0f} nodes a second"))
        bars.append(Bar(spec, 30, slow / fast))
    title = f"Large boards: {NODES} nodes of the solver's search, compiled"
    return Section(title, "faster than interpreted", figures, bars)


def beside_one_word(rounds: int = ROUNDS) -> Section:
    """The solver on the smallest board of five columns that takes two words, beside one of one."""

    def task(spec: str) -> Task:
        game = find_game(spec)

        def search() -> None:
            solver = solver_for(game, MANY_NODES, memory=MEMORY)
            with suppress(SearchStopped):
                solver.value(game.start())

        search()  # compiles
        return search

    times = best_of(rounds, {spec: task(spec) for spec in (ONE_WORD, TWO_WORDS)})
    figures = [
        Figure(
            spec, seconds, times[ONE_WORD] / seconds, f"{MANY_NODES / seconds:,.0f} nodes a second"
        )
        for spec, seconds in times.items()
    ]
    title = f"Connect Four, positions of one word and of two: {MANY_NODES:,} nodes of the solver"
    return Section(title, "as fast as with one word", figures)


def _task(game: Any, search: Callable[..., None]) -> Task:
    """A search from the start, which is stopped after `NODES`."""

    def task() -> None:
        start = game.start()
        table, watch = ArrayTable(words_of(game, start), TABLE_BITS), SearchControl(NODES)
        ordering = ordering_for(game, game.state(start), ROOM)
        with suppress(SearchStopped):
            search(game, start, ScoreBounds(), -1, watch, table, ordering)
        if watch.nodes != NODES:
            raise AssertionError(f"{watch.nodes} nodes, not {NODES}")

    return task
