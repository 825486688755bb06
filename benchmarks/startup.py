"""From the start of a process to the first thing to be seen, against bare Python."""

from collections.abc import Sequence
from functools import partial

from benchmarks.processes import run
from benchmarks.report import Figure, Section
from benchmarks.timing import Task, best_of

ROUNDS = 9

BARE = "python -c pass"
# The end of input, which comes at once, ends the game behind its first board.
COMMANDS: dict[str, Sequence[str]] = {
    BARE: ["-c", "pass"],
    "import noughts": ["-c", "import noughts"],
    "noughts --help": ["-m", "noughts", "--help"],
    "noughts analyse": ["-m", "noughts", "analyse"],
    "noughts play --plain, to its first board": ["-m", "noughts", "play", "--plain"],
}


def measure(rounds: int = ROUNDS) -> Section:
    """Every command in turn, and how many times longer than bare Python it takes."""
    failed = {name for name, arguments in COMMANDS.items() if run(arguments).returncode}
    tasks: dict[str, Task] = {
        name: partial(run, arguments) for name, arguments in COMMANDS.items() if name not in failed
    }
    times = best_of(rounds, tasks)
    figures = [Figure(name, time, time / times[BARE]) for name, time in times.items()]
    figures += [Figure(name, None, None, "does not run here") for name in sorted(failed)]
    return Section("Start of a new process", "bare Python", figures)
