"""The stack, which bounds how deep a search may go.

A search calls itself once a ply, and each call takes some of the thread's stack. Where a stack
ends, a compiled program dies without a word. So a compiled search knows where that is, and
gives up before (`Run.visit`); Python counts its own calls instead. Who then wants to go deeper
asks in a thread with a large stack.
"""

import sys
import threading
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from noughts.errors import TooDeep

Answer = TypeVar("Answer")

# Every thread of every system has so many bytes left for a search. Enough for hundreds of plies.
ROOM = 160 << 10
# The stack of a thread of our own: as large as the system grants between these two.
LARGEST, SMALLEST = 256 << 20, 1 << 20
# What of it is not for the search: what comes before, and the functions that a node calls.
KEPT = 256 << 10
# Python itself takes up to so much of a stack for a call.
BYTES_OF_A_CALL = 1_600
# Where a record says that the stack ends, when the search is to stop at its next node.
STOP = (1 << 63) - 1
POLL_SECONDS = 0.05

_lock = threading.Lock()


def here() -> int:
    """The address down to which the stack is in use. Interpreted there is none: 0."""
    return 0


def with_room(ask: Callable[[], Answer], before: Callable[[], None] = lambda: None) -> Answer:
    """The answer of interpreted code, which is asked again with a large stack if it needs one.

    Args:
        ask: asks.
        before: is called before it asks again.

    Raises:
        TooDeep: that does not suffice.
    """
    try:
        return ask()
    except RecursionError:
        if isinstance(threading.current_thread(), _Deep):
            raise TooDeep(exhausted()) from None
    before()
    return in_large_stack(lambda room: _calling_deeply(ask, room))


def _calling_deeply(ask: Callable[[], Answer], room: int) -> Answer:
    """The answer of interpreted code, with as many calls as the room suffices for."""
    with _calls(room // BYTES_OF_A_CALL):
        try:
            return ask()
        except RecursionError:
            raise TooDeep(exhausted()) from None


def exhausted() -> str:
    """What there is to say when the largest stack was too small."""
    return (
        "The search ran out of stack, which suffices for games of about ten thousand plies. Start "
        "nearer to the end, limit the depth, or set `repeats = True` in the game's class to solve "
        "it backwards from its ends."
    )


_deepest: list[int] = []


@contextmanager
def _calls(most: int) -> Any:
    """Python lets functions call each other so deep; all threads together have one limit."""
    with _lock:
        if not _deepest:
            _deepest.append(sys.getrecursionlimit())
        _deepest.append(most)
        sys.setrecursionlimit(max(_deepest))
    try:
        yield
    finally:
        with _lock:
            _deepest.remove(most)
            sys.setrecursionlimit(max(_deepest))
            if len(_deepest) == 1:
                _deepest.clear()


class _Deep(threading.Thread, Generic[Answer]):
    """A thread with a stack of its own size, and what it was asked."""

    def __init__(self, ask: Callable[[int], Answer], room: int) -> None:
        super().__init__(daemon=True)
        self.ask = ask
        self.room = room
        self.awaited = threading.Event()  # who waits for it can interrupt it
        # Python 3.11 takes a thread for ended when Ctrl-C comes while another one joins it.
        self.done = threading.Event()
        self.answers: list[Answer] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        """Ask, and keep the answer or the error."""
        self.awaited.wait()
        try:
            self.answers.append(self.ask(self.room))
        except BaseException as error:  # noqa: BLE001  # raised again where it was asked for
            self.error = error
        finally:
            self.done.set()

    def answer(self) -> Answer:
        """What was asked for."""
        if self.error is not None:
            raise self.error
        return self.answers[0]

    def interrupt(self) -> None:
        """Let interpreted code end as Ctrl-C ends it."""
        import ctypes  # seldom needed

        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self.ident or 0), ctypes.py_object(KeyboardInterrupt)
        )


def in_large_stack(ask: Callable[[int], Answer], stop: Callable[[], None] = lambda: None) -> Answer:
    """The answer of a thread with a large stack.

    Args:
        ask: is told how many bytes it has.
        stop: ends compiled code that is under way, when somebody interrupts us.

    Raises:
        TooDeep: no such thread can be had.
    """
    thread = _started(ask)
    try:
        thread.awaited.set()
        while not thread.done.wait(POLL_SECONDS):
            pass
    except BaseException:
        thread.interrupt()
        while not thread.done.wait(POLL_SECONDS):
            stop()
        raise
    finally:
        thread.join()
    return thread.answer()


def _started(ask: Callable[[int], Answer]) -> _Deep[Answer]:
    """A thread that has been started, with the largest stack that the system grants."""
    size = LARGEST
    while size >= SMALLEST:
        thread = _Deep(ask, size - KEPT)
        with _lock:
            before = threading.stack_size()
            try:
                threading.stack_size(size)
                thread.start()
            except (ValueError, RuntimeError):
                size //= 2
            else:
                return thread
            finally:
                threading.stack_size(before)
    raise TooDeep(exhausted())
