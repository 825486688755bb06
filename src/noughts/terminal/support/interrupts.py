"""Ctrl-C that asks for less than the end of the program."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def first_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Context: the first Ctrl-C calls `act`; the next one interrupts, as outside."""

    def once(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        act()

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
