"""A clock for searches that stops during compilation.

Compiling happens once for each game and version, and may take longer than the search. A time limit
of two seconds does not mean that, so limits use this clock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter


class Clock:
    """Tells the time in seconds, without what was spent compiling; the same for all threads.

    Args:
        now: a clock that goes on while something is compiled.

    >>> seconds = iter([10, 11, 14, 15])
    >>> clock = Clock(now=lambda: next(seconds))
    >>> before = clock.time()
    >>> with clock.compiling():
    ...     pass  # takes from 11 to 14
    >>> clock.time() - before
    2.0
    """

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        """Go on from now."""
        self.now = now
        self._lock = Lock()
        self._compiling = 0  # how many threads do
        self._since = 0.0
        self._left_out = 0.0
        self._listeners: list[Callable[[], None]] = []

    def time(self) -> float:
        """The time; only differences between two times mean something."""
        with self._lock:
            return (self._since if self._compiling else self.now()) - self._left_out

    @contextmanager
    def compiling(self, told: bool = True) -> Iterator[None]:
        """Stand still until the end of the block.

        Args:
            told: whether listeners are called.
        """
        with self._lock:
            if not self._compiling:
                self._since = self.now()
            self._compiling += 1
        try:
            for listener in self._listeners if told else ():
                listener()
            yield
        finally:
            with self._lock:
                self._compiling -= 1
                if not self._compiling:
                    self._left_out += self.now() - self._since

    @contextmanager
    def listening(self, listener: Callable[[], None]) -> Iterator[None]:
        """Call the listener whenever compiling begins, until the end of the block."""
        self._listeners = [*self._listeners, listener]
        try:
            yield
        finally:
            self._listeners = [each for each in self._listeners if each is not listener]


CLOCK = Clock()
