"""The clocks of searches: wall time for limits, processor time for deciding what to compile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, process_time


class SearchClock:
    """Gives the time in seconds, and calls listeners when this process begins to compile.

    A limit is a time on the wall clock. The effort of searches is counted in processor seconds, so
    that a busy machine does not make compiling seem worth more.

    >>> clock = SearchClock(time=lambda: 12.0, processor=lambda: 3.0)
    >>> clock.time(), clock.processor()
    (12.0, 3.0)
    """

    def __init__(
        self,
        time: Callable[[], float] = perf_counter,
        processor: Callable[[], float] = process_time,
    ) -> None:
        self.time = time
        self.processor = processor
        self._listeners: list[Callable[[], None]] = []

    def compiling(self) -> None:
        for listener in self._listeners:
            listener()

    @contextmanager
    def listening(self, listener: Callable[[], None]) -> Iterator[None]:
        self._listeners = [*self._listeners, listener]
        try:
            yield
        finally:
            self._listeners = [each for each in self._listeners if each is not listener]


CLOCK = SearchClock()
