"""Compiling in the background: in another process at a low priority.

This process goes on in the meantime, and finds the code in the cache on disk when it is ready. Each
process compiles one thing at a time. When it ends, the other process finishes that one thing, so
that the next run has it, and ends.

A game that another process cannot import, such as a notebook's, and code that cannot be written to
disk are compiled in a thread of this process.
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

from noughts.errors import NotCompilable

# Exit codes of a compiling process: the code is on disk, or there can be none.
KEPT, REFUSED, UNKEPT = 0, 3, 4
# Lower than everything else, if the system has priorities.
NICENESS = 5
# Seconds after which the process that makes a file counts as dead; seconds between two looks.
STALE, POLL = 120.0, 0.1


class Job:
    """Something to compile.

    Args:
        work: compiles it in this process.
        asked: for another process, a function that compiles to disk and its argument; None if
            there can be none.
    """

    # The compiling process.
    _compiling: "subprocess.Popen[bytes] | None" = None
    _lock = Lock()

    def __init__(self, work: Callable[[], object], asked: object) -> None:
        self._work = work
        self._asked = _pickled(asked)
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._refusal: str | None = None

    def is_done(self) -> bool:
        """Whether it is compiled; the first call begins it, unless another job is under way.

        Raises:
            NotCompilable: it cannot be compiled.
        """
        with Job._lock:
            if self._process is not None:
                self._look_at(self._process)
            elif not (self._thread or self._refusal or _is_running(Job._compiling)):
                self._begin()
            done = self._thread is not None and not self._thread.is_alive()
        if self._refusal is not None:
            raise NotCompilable(self._refusal)
        return done

    def _begin(self) -> None:
        if self._asked:
            with suppress(OSError):  # no process can be started on this system
                self._process = Job._compiling = _started(self._asked)
                return
        self._begin_here()

    def _look_at(self, process: "subprocess.Popen[bytes]") -> None:
        """See how the process has ended, if it has; if it could not compile, that is done here."""
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
    try:
        return pickle.dumps(sys.path) + pickle.dumps(asked) if asked is not None else b""
    except Exception:  # noqa: BLE001  # a class that has no place in a module, for example
        return b""


def _started(asked: bytes) -> "subprocess.Popen[bytes]":
    """Start a compiling process; it outlives this one, and Ctrl-C does not reach it."""
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
    """Context: only this process makes the file; waits for another that makes it now."""
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
    """Compile the job on standard input; returns the exit code."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    sys.path[:] = pickle.load(sys.stdin.buffer)  # first, because the other imports depend on it
    keep, asked = pickle.load(sys.stdin.buffer)
    try:
        return KEPT if keep(asked) else UNKEPT
    except NotCompilable:
        return REFUSED


if __name__ == "__main__":
    sys.exit(main())
