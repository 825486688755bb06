"""Compiling beside the search: in another process at a low priority.

This process goes on meanwhile, and finds the code in the cache on disk when it is there. Each
process compiles one thing at a time. When it ends, the other one finishes that one thing, so that
the next run has it, and ends.

What another process cannot find, as the games of a notebook, and what cannot be kept on disk, is
compiled in a thread of this process.
"""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from noughts.errors import NotCompilable

# How a process that compiles ends: the code is on disk, or there can be none.
KEPT, REFUSED, UNKEPT = 0, 3, 4
# Less urgent than everything else, where the system knows that.
NICENESS = 5
# A process that makes a file for more seconds than this was ended; seconds between two looks.
STALE, POLL = 120.0, 0.1


class Job:
    """Something to compile.

    Args:
        work: compiles it in this process.
        asked: what another process must be given to compile it, if it can.
    """

    # The process that compiles now.
    _compiling: "subprocess.Popen[bytes] | None" = None
    _lock = Lock()

    def __init__(self, work: Callable[[], object], asked: object) -> None:
        """Begin nothing yet."""
        self._work = work
        self._asked = _pickled(asked)
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._refusal: str | None = None

    def is_done(self) -> bool:
        """Whether it is compiled; the first call, when no other job is under way, begins it.

        Raises:
            NotCompilable: it cannot be compiled.
        """
        with Job._lock:
            if self._process is not None:
                self._look_at(self._process)
            elif self._may_begin():
                self._begin()
            done = self._thread is not None and not self._thread.is_alive()
        if self._refusal is not None:
            raise NotCompilable(self._refusal)
        return done

    def _may_begin(self) -> bool:
        """Whether it has not begun yet, and nothing else is compiled now."""
        fresh = self._thread is None and self._refusal is None
        return fresh and not _is_running(Job._compiling)

    def _begin(self) -> None:
        if self._asked:
            with suppress(OSError):  # no process can be started here
                self._process = Job._compiling = _started(self._asked)
                return
        self._begin_here()

    def _look_at(self, process: "subprocess.Popen[bytes]") -> None:
        """See whether the process has ended, and how; what it could not do is done here."""
        if _is_running(process):
            return
        self._process = None
        if process.returncode == REFUSED:
            self._refusal = "It cannot be compiled, so it runs interpreted."
        else:  # its file was looked for just before, so perhaps it is there now
            self._begin_here()

    def _begin_here(self) -> None:
        self._thread = Thread(target=self._compile, daemon=True)
        self._thread.start()

    def _compile(self) -> None:
        try:
            self._work()
        except NotCompilable as error:
            self._refusal = str(error)


def _pickled(asked: object) -> bytes:
    """What another process is sent; nothing if it cannot be sent."""
    try:
        return pickle.dumps(sys.path) + pickle.dumps(asked) if asked is not None else b""
    except Exception:  # noqa: BLE001  # a class that has no place in a module, for example
        return b""


def _started(asked: bytes) -> "subprocess.Popen[bytes]":
    """A process that compiles; it outlives this one, and Ctrl-C is not for it."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(asked)
    return process


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Context: no other process makes this file; if one does so now, its end is awaited first."""
    claim = path.with_suffix(".making")
    path.parent.mkdir(parents=True, exist_ok=True)
    while not path.is_file():
        try:
            claim.touch(exist_ok=False)
            break
        except FileExistsError:
            with suppress(FileNotFoundError):
                if time.time() - claim.stat().st_mtime > STALE:
                    claim.unlink()
            time.sleep(POLL)
    try:
        yield
    finally:
        claim.unlink(missing_ok=True)


def _is_running(process: "subprocess.Popen[bytes] | None") -> bool:
    return process is not None and process.poll() is None


def main() -> int:
    """Compile what is asked for on standard input; how it went."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    sys.path[:] = pickle.load(sys.stdin.buffer)  # first: the rest is found by it
    asked: Any = pickle.load(sys.stdin.buffer)
    from noughts.native.calls import keep

    try:
        return KEPT if keep(asked) else UNKEPT
    except NotCompilable:
        return REFUSED


if __name__ == "__main__":
    sys.exit(main())
