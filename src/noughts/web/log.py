"""The server's log: it writes a message once, and counts the repetitions."""

import logging
import time
from collections.abc import Callable

from noughts.recent import Recent

# Seconds for which a message counts as written; and the most messages remembered.
SAID, THINGS = 60.0, 200
# Loggers that repeat in several lines what the store reports in a sentence.
SILENT = ("psycopg", "sqlalchemy.pool")


class Once(logging.Filter):
    """Lets a record pass unless a similar one has passed within the last minute.

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
        super().__init__()
        self._now = now
        self._said: Recent[object, tuple[float, int]] = Recent(THINGS)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; the number of suppressed ones is added to it."""
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
    """The origin of a record, and of the error in it."""
    said, *_ = str(record.msg).splitlines() or [""]  # the other lines may name a socket or a task
    error = record.exc_info and record.exc_info[1]
    if not error:
        return record.name, said
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = trace and (trace.tb_frame.f_code, trace.tb_lineno)
    return record.name, said, type(error), where


def set_up() -> None:
    """Send all records to the error output, each once."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(_is_our_fault)
    handler.addFilter(Once())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Whether a record is worth a line; uvicorn also logs refused sockets as errors."""
    return "without completing handshake" not in record.getMessage()
