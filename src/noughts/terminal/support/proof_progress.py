"""The progress of a proof on standard error, only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from noughts.native.clock import CLOCK
from noughts.value import WIN

if TYPE_CHECKING:
    from noughts.solving.limits import Report

Watch = Callable[["Report"], None]

COMPILING = "compiling…"


@contextmanager
def watching(game: str) -> Iterator[Watch]:
    """A progress callback; on a terminal it shows a line on standard error."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console

    with (
        Console(stderr=True).status(game) as status,
        CLOCK.listening(lambda: status.update(f"{game}: {COMPILING}")),
    ):
        yield lambda progress: status.update(f"{game}: {progress_text(progress)}")


def progress_text(progress: "Report") -> str:
    """The progress of a question in words.

    >>> from noughts.solving.limits import Report
    >>> progress_text(Report(goal=1, nodes=12_000, proof=7, disproof=31))
    'a win? 12,000 nodes, 7 to prove, 31 to disprove'
    """
    goal = "a win" if progress.goal == WIN else "at least a draw"
    numbers = f"{progress.proof:,} to prove, {progress.disproof:,} to disprove"
    return f"{goal}? {progress.nodes:,} nodes, {numbers}"
