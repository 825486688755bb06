"""The first compiled call in a new process: compiled anew, and loaded from the disk."""

from tempfile import TemporaryDirectory

from benchmarks.processes import run
from benchmarks.report import Figure, Section

# Numba loads most of itself at its first call, ours or not: that is counted with the import.
SCRIPT = """
from time import perf_counter
begin = perf_counter()
from numba.core.registry import cpu_target
cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
loaded = perf_counter()
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.negamax import negamax
from noughts.search.context import SearchContext
game = knowledge_of(TicTacToe())
compiled(negamax, game)(game, game.start(), 0, SearchContext())
print(loaded - begin, perf_counter() - loaded)
"""

LOADING, COLD, CACHED = "loading Numba", "first call, compiled", "first call, from the cache"
ROUNDS = 3


def measure(rounds: int = ROUNDS) -> Section:
    """Both several times, each cold one with a cache folder of its own."""
    times: dict[str, list[float]] = {LOADING: [], COLD: [], CACHED: []}
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            for name in (COLD, CACHED):
                answer = run(["-c", SCRIPT], NOUGHTS_CACHE=folder)
                if answer.returncode:
                    return _missing(answer.stderr)
                loading, call = map(float, answer.stdout.split())
                times[LOADING].append(loading)
                times[name].append(call)
    cold = min(times[COLD])
    figures = [
        Figure(LOADING, min(times[LOADING])),
        Figure(COLD, cold, 1.0),
        Figure(CACHED, min(times[CACHED]), cold / min(times[CACHED])),
    ]
    return Section("First compiled call in a new process, the search included", "faster", figures)


def _missing(errors: str) -> Section:
    """What is told where nothing can be compiled."""
    reason = (errors.strip().splitlines() or ["no reason given"])[-1]
    return Section("First compiled call in a new process", "", [Figure(COLD, None, None, reason)])
