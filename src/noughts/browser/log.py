"""The server's log: it says a thing once, and counts how often it would have been said again."""

import logging
import time
from collections.abc import Callable

from noughts.recent import Recent

# Seconds for which a thing counts as said; and how many things are remembered.
SAID, THINGS = 60.0, 200
# What the store says in a sentence of its own, these say, too, in several lines.
SILENT = ("psycopg", "sqlalchemy.pool")


class Once(logging.Filter):
    """Lets a record pass if nothing like it has passed within the last minute.

    Args:
        now: the time in seconds.

    >>> times = iter([0, 1, 2, 70])
    >>> once = Once(now=lambda: next(times))
    >>> for _ in range(4):
    ...     record = logging.LogRecord("server", 30, "app.py", 7, "It %s.", ("fails",), None)
    ...     if once.filter(record):
    ...         print(record.getMessage())
    It fails.
    It fails. (And 2 times more since it was said.)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Nothing has been said yet."""
        super().__init__()
        self._now = now
        self._said: Recent[object, tuple[float, int]] = Recent(THINGS)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it; how often it was not said is added."""
        thing, now = _thing(record), self._now()
        said, times = self._said.get(thing, (now - SAID, 0))
        if now - said < SAID:
            self._said[thing] = (said, times + 1)
            return False
        self._said[thing] = (now, 0)
        if times:
            record.msg = f"{record.getMessage()} (And {times:,} times more since it was said.)"
            record.args = None
        return True


def _thing(record: logging.LogRecord) -> object:
    """What a record is about: where it comes from, and where the error in it does."""
    said, *_ = str(record.msg).splitlines() or [""]  # what follows may name a socket or a task
    error = record.exc_info and record.exc_info[1]
    if not error:
        return record.name, said
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = trace and (trace.tb_frame.f_code, trace.tb_lineno)
    return record.name, said, type(error), where


def set_up() -> None:
    """Have everything go to the error output, each thing once."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(_is_our_fault)
    handler.addFilter(Once())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Whether a record is worth a line; uvicorn takes sockets that are refused for errors, too."""
    return "without completing handshake" not in record.getMessage()
