"""Plain minimax of the empty 3×3 board: the tutorial's program against ours."""

from collections.abc import Callable

from benchmarks import tutorial
from benchmarks.report import Bar, Figure, Section
from benchmarks.timing import Task, best_of
from noughts.errors import NotCompilable
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.minimax import max_value

NODES = 549_946
ROUNDS = 7
# The compiled search is so short that a round takes it several times and counts one.
REPEATS = 20

TUTORIAL, INTERPRETED, COMPILED = "the tutorial's program", "ours, interpreted", "ours, compiled"


def measure(rounds: int = ROUNDS) -> Section:
    """The three in turn, and how many times faster ours are."""
    tasks: dict[str, Task] = {TUTORIAL: tutorial.solve, INTERPRETED: _task(max_value)}
    try:
        quick = _task(compiled(max_value, knowledge_of(TicTacToe())))
        quick()  # compiles
        note = ""
    except NotCompilable as error:
        note = str(error)
    else:
        tasks[COMPILED] = lambda: [quick() for _ in range(REPEATS)]
    times = best_of(rounds, tasks)
    if COMPILED in times:
        times[COMPILED] /= REPEATS
    return _section(times, note)


def _task(search: Callable[..., int]) -> Task:
    """The whole tree, without pruning."""
    game = knowledge_of(TicTacToe())

    def task() -> None:
        run = SearchContext()
        score = search(game, game.start(), 0, run)
        if (score, run.nodes) != (0, NODES):
            raise AssertionError(f"score {score} and {run.nodes:,} nodes: not the whole tree")

    return task


def _section(times: dict[str, float], note: str) -> Section:
    base = times[TUTORIAL]
    figures = [Figure(name, time, base / time) for name, time in times.items()]
    if COMPILED not in times:
        figures.append(Figure(COMPILED, None, None, note))
    bars = [Bar("interpreted", 2, base / times[INTERPRETED])]
    if COMPILED in times:
        bars.append(Bar("compiled", 300, base / times[COMPILED]))
    return Section(
        f"Plain minimax of the empty 3×3 board, {NODES:,} nodes", "faster", figures, bars
    )
