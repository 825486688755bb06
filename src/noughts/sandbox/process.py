"""A child process that exchanges lines, with time limits, and is certain to end."""

import signal
import subprocess
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO
from weakref import finalize

from noughts.errors import BadAnswer, ProgramEnded, ProgramTooSlow
from noughts.sandbox.kept import Kept

# The most bytes in a line, and the most lines that may wait to be read.
LONGEST_LINE = 4_096
MOST_LINES = 1_000
# A limit in processor seconds is also one on the clock, this many times as long.
LAST_END = 10
# Seconds before the processor time is read for the first time, and between two readings.
FIRST_LOOK, PAUSE = 0.05, 0.01
# Seconds to exit after a request, before being killed.
SECONDS_TO_QUIT = 0.5

Lines = Queue[bytes | None]


class LineProcess:
    """A running command that reads and writes lines. Lines that begin with # are skipped.

    Everything that it starts ends with it, also when this Python is killed (`kept.py`). It is
    closed when this Python exits or drops the object, too.

    Args:
        arguments: the command and its arguments.

    Raises:
        ProgramEnded: it cannot be started.

    Attributes:
        took: the seconds of the last line.
    """

    def __init__(self, arguments: list[str]) -> None:
        try:
            kept = Kept(arguments)
        except OSError as error:
            raise ProgramEnded(f"cannot be started: {error}") from None
        self._process = kept.process
        self._wires = _Wires(self._process)
        self._close = finalize(self, _end, kept, self._wires)
        self._used = kept.used
        self._waited = self.took = 0.0

    def write(self, *lines: str) -> None:
        """Send lines, without waiting. If they cannot be sent, the next `read` fails."""
        self._wires.to_write.put("".join(f"{line}\n" for line in lines).encode())

    def read(self, seconds: float, processor: bool = False, patience: float = 1) -> str:
        """The next line, without the white space around it.

        Args:
            seconds: the limit.
            processor: whether the limit counts the program's processor time, if the system reports
                it. Ten times the limit on the clock is then too late, as well.
            patience: the multiple of the limit to wait for a late line.

        Raises:
            ProgramTooSlow: none came in time.
            ProgramEnded: none will come.
            BadAnswer: it is too long.
        """
        watch = _Stopwatch(self._used if processor else lambda: None, seconds, patience)
        try:
            while True:
                line = self._next(watch)
                if len(line) >= LONGEST_LINE:
                    raise BadAnswer(f"answered a line of more than {LONGEST_LINE:,} bytes")
                text = line.decode(errors="replace").strip()
                if text and not text.startswith("#"):
                    return text
        finally:
            self.took = watch.spent()
            self._waited += watch.passed

    def used(self) -> float:
        """The processor seconds used so far; if the system reports none, the seconds waited."""
        used = self._used()
        return self._waited if used is None else used

    def close(self) -> None:
        """End the process and its children."""
        self._close()

    def _next(self, watch: "_Stopwatch") -> bytes:
        # Checked before every line: a queue returns its lines even after the deadline.
        while (left := watch.left()) > 0:
            with suppress(Empty):
                line = self._wires.lines.get(timeout=max(left, PAUSE))
                if line is None:
                    raise self._ended()
                return line
        raise ProgramTooSlow(f"did not answer within {watch.seconds:g} seconds")

    def _ended(self) -> ProgramEnded:
        """The error for a process that has exited, with its last line of error output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_QUIT)
        code = self._process.returncode
        how = "closed its output" if code is None else _how_it_ended(code)
        last = self._wires.last_error()
        return ProgramEnded(f"{how}: {last}" if last else how)


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


class _Stopwatch:
    """The time of an answer.

    Several processes and threads use more processor time than passes on the clock: an answer is
    late if it exceeds the limit by both.

    Args:
        used: the program's processor seconds so far; None if the clock counts.
        seconds: the limit.
        patience: the multiple of the limit to wait.
    """

    def __init__(self, used: Callable[[], float | None], seconds: float, patience: float) -> None:
        self.seconds = seconds
        self._used = used
        self._most = seconds * patience
        self._began = monotonic()
        self._before: float | None = None

    @property
    def passed(self) -> float:
        """Seconds on the clock."""
        return monotonic() - self._began

    def spent(self) -> float:
        """Seconds that count."""
        passed = self.passed
        if passed < FIRST_LOOK or (used := self._used()) is None:
            return passed
        if self._before is None:
            self._before = used
        return min(passed, used - self._before)

    def left(self) -> float:
        """The seconds to wait for a line before the next check; 0 or less if the time is up."""
        passed = self.passed
        if passed < FIRST_LOOK:
            return min(self._most, FIRST_LOOK) - passed
        return min(self._most - self.spent(), LAST_END * self.seconds - passed)


class _Wires:
    """The three pipes of a process, each with a thread, so that none blocks."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.to_write: Lines = Queue()
        self.lines: Lines = Queue(MOST_LINES)
        self.errors: deque[str] = deque(maxlen=20)
        self._writer = Thread(target=_write, args=(process.stdin, self.to_write), daemon=True)
        self._reader = Thread(target=_read, args=(process.stdout, self.lines), daemon=True)
        self._errors = Thread(target=_keep, args=(process.stderr, self.errors), daemon=True)
        for thread in (self._writer, self._reader, self._errors):
            thread.start()

    def last_error(self) -> str:
        """The last line of the error output; empty when there is none."""
        self._errors.join(SECONDS_TO_QUIT)
        return next((line for line in reversed(self.errors) if line), "")

    def cut(self) -> None:
        """Wait for the threads, when the process has ended.

        Not for long: an overlooked process may keep a pipe open.
        """
        deadline = monotonic() + SECONDS_TO_QUIT
        while (
            self._reader.is_alive() and monotonic() < deadline
        ):  # it may be waiting for room in the queue
            with suppress(Empty):
                self.lines.get(timeout=0.01)
        for thread in (self._writer, self._errors):
            thread.join(max(0, deadline - monotonic()))


def _write(stream: IO[bytes], to_write: Lines) -> None:
    """Write lines, up to None. Runs in a thread."""
    with suppress(OSError), stream:
        while text := to_write.get():
            stream.write(text)
            stream.flush()


def _read(stream: IO[bytes], lines: Lines) -> None:
    """Pass lines on, and None at the end. Runs in a thread."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _keep(stream: IO[bytes], lines: deque[str]) -> None:
    """Keep the last lines of the error output. Runs in a thread."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.append(line.decode(errors="replace").strip())


def _end(kept: Kept, wires: _Wires) -> None:
    """Request the process to quit, then kill it and its descendants, and clean up."""
    wires.to_write.put(b"quit\n")
    wires.to_write.put(None)
    with suppress(subprocess.TimeoutExpired):
        kept.process.wait(SECONDS_TO_QUIT)
    kept.end()
    wires.cut()
