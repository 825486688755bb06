"""The solver of Connect Four in a new process: compiled anew, and loaded from the disk."""

from tempfile import TemporaryDirectory

from benchmarks.processes import run
from benchmarks.report import Figure, Limit, Section

# Until it searches compiled; the first call ends at once. SciPy is here for OpenSpiel's sake alone:
# Numba would load it wherever it is installed, in a fifth of a second.
SCRIPT = """
import sys
sys.modules["scipy"] = None
from time import perf_counter
begin = perf_counter()
from noughts.errors import SearchStopped
from noughts.games.connectfour import ConnectFour
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import SearchControl
from noughts.search.context import ordering_for
from noughts.search.packed import PackedTable
from noughts.search.context import ScoreBounds
from noughts.search.solver import mtd_search
game = knowledge_of(ConnectFour())
start = game.start()
ordering = ordering_for(game, game.state(start), 1 << 10)
table = PackedTable(game.key_bits, game.max_plies, 16)
try:
    compiled(mtd_search, game)(game, start, ScoreBounds(), -1, SearchControl(0), table, ordering)
except SearchStopped:
    print(perf_counter() - begin)
"""

COLD, WARM = "compiled", "from the cache"
MOST = {COLD: 3.0, WARM: 0.2}
ROUNDS = 3


def measure(rounds: int = ROUNDS) -> Section:
    """Both several times, each cold one with a cache folder of its own."""
    times: dict[str, list[float]] = {COLD: [], WARM: []}
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            for name in (COLD, WARM):
                answer = run(["-c", SCRIPT], NOUGHTS_CACHE=folder)
                if answer.returncode:
                    return _missing(answer.stderr)
                times[name].append(float(answer.stdout))
    least = {name: min(found) for name, found in times.items()}
    figures = [Figure(name, time, least[COLD] / time) for name, time in least.items()]
    bars = [Limit(name, most, least[name]) for name, most in MOST.items()]
    return Section("The solver of Connect Four, until it searches", "faster", figures, bars)


def _missing(errors: str) -> Section:
    """What is told where nothing can be compiled."""
    reason = (errors.strip().splitlines() or ["no reason given"])[-1]
    return Section("The solver of Connect Four", "", [Figure(COLD, None, None, reason)])
