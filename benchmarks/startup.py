"""From the start of a process to the first thing to be seen, against bare Python."""

from collections.abc import Sequence
from functools import partial
from tempfile import TemporaryDirectory

from benchmarks.processes import run, run_until
from benchmarks.report import Figure, Limit, Section
from benchmarks.timing import Task, best_of

ROUNDS = 9

BARE = "python -c pass"
# The end of input, which comes at once, ends the game behind its first board.
COMMANDS: dict[str, Sequence[str]] = {
    BARE: ["-c", "pass"],
    "import noughts": ["-c", "import noughts"],
    "noughts --help": ["-m", "noughts", "--help"],
    "noughts analyse": ["-m", "noughts", "analyse"],
    "noughts analyse, in the book": [
        *["-m", "noughts", "analyse", "connectfour", "--moves", "4444443"],
    ],
    "noughts analyse, searched": [
        *["-m", "noughts", "analyse", "connectfour", "--moves", "444444322"],
    ],
    "noughts play --plain, to its first board": ["-m", "noughts", "play", "--plain"],
}
COLD = "noughts solve tictactoe, nothing cached"
FRAME = "noughts play, to its first frame"
# In seconds, on a quiet machine with two cores; what is compiled is cached, but for the last.
MOST = {
    "noughts --help": 0.12,
    "noughts analyse, in the book": 0.15,
    "noughts analyse, searched": 0.5,
    FRAME: 0.4,
    COLD: 0.3,
}


def measure(rounds: int = ROUNDS) -> Section:
    """Every command in turn, and how many times longer than bare Python it takes."""
    failed = {name for name, arguments in COMMANDS.items() if run(arguments).returncode}
    tasks: dict[str, Task] = {
        name: partial(run, arguments) for name, arguments in COMMANDS.items() if name not in failed
    }
    tasks |= {COLD: _cold, FRAME: _frame}
    times = best_of(rounds, tasks)
    figures = [Figure(name, time, time / times[BARE]) for name, time in times.items()]
    figures += [Figure(name, None, None, "does not run here") for name in sorted(failed)]
    bars = [Limit(name, most, times[name]) for name, most in MOST.items() if name in times]
    return Section("Start of a new process", "bare Python", figures, bars)


def _cold() -> None:
    with TemporaryDirectory() as folder:
        run(["-m", "noughts", "solve", "tictactoe"], NOUGHTS_CACHE=folder)


def _frame() -> None:
    run_until(b"Choose a cell", ["-m", "noughts", "play"])
