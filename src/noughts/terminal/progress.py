"""A bar on the error output that shows how far a long command is; only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Told how much is done, of how much.
Progress = Callable[[int, int], None]


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """Something to be told how far things are; it shows that where somebody can see it.

    Args:
        what: the things that are counted, as a heading.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
