"""Stack limits: the greatest depth of a search.

A search calls itself once a ply, and each call uses some of the thread's stack. A stack overflow
kills a compiled program silently. So a compiled search checks a limit and gives up before it
(`SearchContext.visit`); Python counts its own calls instead. Deeper searches run again in a thread
with a large stack.
"""

import sys
import threading
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from noughts.errors import TooDeep

Answer = TypeVar("Answer")

# Stack bytes left for a search in any thread of any system: hundreds of plies.
ROOM = 160 << 10
# Stack size of our own threads: the largest that the system grants between these.
LARGEST, SMALLEST = 256 << 20, 2 << 20
# Reserve for frames before the search, and for the functions that a node calls.
KEPT = 768 << 10
# The most stack bytes of a call in Python.
BYTES_OF_A_CALL = 1_600
# The most nested calls of rules between two of a search, if the search is what is too deep.
CALLS_OF_RULES = 100
# The stack end that makes a search stop at its next node.
STOP = (1 << 63) - 1
POLL_SECONDS = 0.05

_lock = threading.Lock()


def here() -> int:
    """The stack pointer; 0 when interpreted."""
    return 0


def with_room(ask: Callable[[], Answer], before: Callable[[], None] = lambda: None) -> Answer:
    """Run interpreted code, again on a large stack if it needs one."""
    try:
        return ask()
    except RecursionError as error:
        if isinstance(threading.current_thread(), _Deep):
            raise _too_deep(error) from None
    before()
    return in_large_stack(lambda room: _calling_deeply(ask, room))


def _calling_deeply(ask: Callable[[], Answer], room: int) -> Answer:
    with _calls(room // BYTES_OF_A_CALL):
        try:
            return ask()
        except RecursionError as error:
            raise _too_deep(error) from None


def _too_deep(error: RecursionError) -> Exception:
    """TooDeep, or the error itself if the rules call themselves without end."""
    from collections import deque  # these are seldom needed
    from traceback import walk_tb

    from noughts import source

    last = deque(walk_tb(error.__traceback__), CALLS_OF_RULES)
    searched = any(source.is_own_module(frame.f_globals.get("__name__")) for frame, _ in last)
    return TooDeep(exhausted()) if searched else error


def exhausted() -> str:
    """The message when the largest stack was too small."""
    return (
        "The search ran out of stack, which suffices for games of about ten thousand plies. Start "
        "nearer to the end, limit the depth, or set `repeats = True` in the game's class to solve "
        "it backwards from its ends."
    )


_deepest: list[int] = []


@contextmanager
def _calls(most: int) -> Any:
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
    def __init__(self, ask: Callable[[int], Answer], room: int) -> None:
        super().__init__(daemon=True)
        self.ask = ask
        self.room = room
        self.awaited = threading.Event()  # waiting for it can be interrupted
        # Python 3.11 considers a thread ended if Ctrl-C arrives while another one joins it.
        self.done = threading.Event()
        self.answers: list[Answer] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        self.awaited.wait()
        try:
            self.answers.append(self.ask(self.room))
        except BaseException as error:  # noqa: BLE001  # raised again where it was asked for
            self.error = error
        finally:
            self.done.set()

    def answer(self) -> Answer:
        if self.error is not None:
            raise self.error
        return self.answers[0]

    def interrupt(self) -> None:
        import ctypes  # seldom needed

        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self.ident or 0), ctypes.py_object(KeyboardInterrupt)
        )


def in_large_stack(ask: Callable[[int], Answer], stop: Callable[[], None] = lambda: None) -> Answer:
    """The answer of a task run in a thread with a large stack."""
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
