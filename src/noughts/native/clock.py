"""The clocks of searches: the wall's for limits, the processor's for what is worth compiling."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, process_time


class Clock:
    """Gives the time in seconds, and calls listeners when this process begins to compile.

    A limit is one of the wall's clock, whatever happens meanwhile. What searches have spent is
    counted in seconds of the processor: a busy machine makes nothing worth more.

    Args:
        now: the time on the wall.
        used: the processor's time that this process has taken.

    >>> clock = Clock(now=lambda: 12.0, used=lambda: 3.0)
    >>> clock.time(), clock.processor()
    (12.0, 3.0)
    """

    def __init__(
        self, now: Callable[[], float] = perf_counter, used: Callable[[], float] = process_time
    ) -> None:
        """Nobody listens yet."""
        self.now = now
        self.used = used
        self._listeners: list[Callable[[], None]] = []

    def time(self) -> float:
        """The time; only differences between two times mean something."""
        return self.now()

    def processor(self) -> float:
        """The processor's time that this process has taken."""
        return self.used()

    def compiling(self) -> None:
        """Call the listeners: something is going to be compiled."""
        for listener in self._listeners:
            listener()

    @contextmanager
    def listening(self, listener: Callable[[], None]) -> Iterator[None]:
        """Call the listener whenever compiling begins, until the end of the block."""
        self._listeners = [*self._listeners, listener]
        try:
            yield
        finally:
            self._listeners = [each for each in self._listeners if each is not listener]


CLOCK = Clock()
