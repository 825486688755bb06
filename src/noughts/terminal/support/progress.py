"""Progress bars on standard error, if it is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache, partial

from noughts.native.clock import CLOCK
from noughts.solving.api import bounds_of_scores
from noughts.solving.driver import Report
from noughts.tablebase.resources import SolvingReport
from noughts.value import WIN

# Called with the amount done and the total, or None if the total is unknown.
Progress = Callable[[int, int | None], None]

COMPILING = "compiling…"


@contextmanager
def _bar(*columns: str) -> Iterator[Callable[..., None]]:
    """A function that updates a bar with these columns of Rich, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda **shown: None
        return
    from rich import progress
    from rich.console import Console

    kinds = [getattr(progress, name)() for name in columns]
    kinds += [progress.TextColumn("{task.description}")] if columns else []
    with progress.Progress(*kinds, console=Console(stderr=True), transient=True) as bar:
        yield partial(bar.update, bar.add_task("", total=None))


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A progress callback; it shows a bar if standard error is a terminal."""
    with _bar() as show:
        show(description=what)
        yield lambda done, total: show(completed=done, total=total)


@contextmanager
def positions_bar() -> Iterator[Callable[[SolvingReport], None]]:
    with _bar("BarColumn") as show:
        yield lambda report: show(
            completed=report.done, total=report.total, description=rate_in_words(report)
        )


def rate_in_words(report: SolvingReport) -> str:
    """The rate of solving, and the time left.

    >>> from noughts.tablebase.resources import SolvingReport
    >>> rate_in_words(SolvingReport(done=3_000_000, total=9_000_000, seconds=2))
    '3,000,000 of 9,000,000 positions; 1,500,000 a second; 4 s left'
    >>> rate_in_words(SolvingReport(done=3_000_000, total=None, seconds=2))
    '3,000,000 positions; 1,500,000 a second'
    >>> rate_in_words(SolvingReport(done=0, total=None, seconds=2, found=4_000_000))
    '4,000,000 positions found; 2,000,000 a second'
    """
    if report.found:
        rate = report.found / max(report.seconds, 1e-9)
        return f"{report.found:,} positions found; {rate:,.0f} a second"
    of = f" of {report.total:,}" if report.total else ""
    left = "" if report.left is None else f"; {report.left:,.0f} s left"
    return f"{report.done:,}{of} positions; {report.rate:,.0f} a second{left}"


def search_in_words(report: Report) -> str:
    """The progress of a search in words.

    >>> search_in_words(Report(1_500_000, 0.8, lower=0, upper=9_999_958))
    '1,500,000 nodes; searched to depth 41; from draw to win in 42'
    >>> search_in_words(Report(2_000, 0.1, lower=0, upper=1))  # is this move worse than the best?
    '2,000 nodes; comparing the moves'
    """
    if report.upper - report.lower <= 1:
        return f"{report.nodes:,} nodes; comparing the moves"
    bounds = bounds_of_scores(report.lower, report.upper)
    return f"{report.nodes:,} nodes; searched to depth {report.depth}; {bounds}"


def progress_text(progress: Report) -> str:
    goal = "a win" if progress.goal == WIN else "at least a draw"
    numbers = f"{progress.proof:,} to prove, {progress.disproof:,} to disprove"
    return f"{goal}? {progress.nodes:,} nodes, {numbers}"


@contextmanager
def search_bar(
    what: str = "", in_words: Callable[[Report], str] = search_in_words
) -> Iterator[Callable[[Report], None]]:
    """A progress callback of a search; it shows each report, and while code is compiled, that."""
    if not sys.stderr.isatty():
        yield lambda report: None
        return
    with ExitStack() as shown:
        bar = cache(lambda: shown.enter_context(_bar("SpinnerColumn", "TimeElapsedColumn")))
        with CLOCK.listening(lambda: bar()(description=f"{what}{COMPILING}")):
            yield lambda report: bar()(description=f"{what}{in_words(report)}")


def watching(game: str) -> AbstractContextManager[Callable[[Report], None]]:
    return search_bar(f"{game}: ", progress_text)
