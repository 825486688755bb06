"""A stranger's program: a child process that exchanges lines within limits, and surely ends."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic, sleep
from typing import IO, Any, Self, TypeVar
from weakref import finalize

from noughts.errors import BadAnswer, ProgramEnded, ProgramError, ProgramTooSlow
from noughts.game import Game

KEEPER = Path(__file__).with_name("keeper.py")
# An environment variable of all processes that a program starts, unless they remove it.
ENVIRONMENT_MARK = "NOUGHTS_PROGRAM"
# Seconds for the keeper to end everything.
SECONDS_TO_END = 5.0
# Seconds that a process may take to begin, during which Linux shows no environment of it.
SECONDS_TO_BEGIN = 2.0

# The most bytes in a line, and the most lines that may wait to be read.
LONGEST_LINE = 4_096
MOST_LINES = 1_000
# A limit in processor seconds is also one on the clock, this many times as long.
LAST_END = 10
# A program with a smaller share of the processor only waits: this many times is too late for it.
IDLE, LAST_END_OF_IDLE = 0.01, 3
# Seconds before the processor time is read for the first time, and between two readings.
FIRST_LOOK, PAUSE = 0.05, 0.01
# Seconds to exit after a request, before being killed.
SECONDS_TO_QUIT = 0.5
Lines = Queue[bytes | None]
# Seconds to think over one move, and to start.
SECONDS = 5.0
SECONDS_TO_START = 20.0
Answer = TypeVar("Answer")


class KeptProgram:
    """A command that runs under a keeper (`keeper.py`); on Windows it runs alone.

    Linux limits its processes and, with a folder, the files that it writes there.

    Raises OSError if it cannot be started. `process` has the program's pipes and exit status.
    """

    def __init__(self, arguments: list[str], folder: str = "") -> None:
        self._mark = secrets.token_hex(16)
        self._wire: socket.socket | None = None
        if sys.platform == "win32":
            self.process = _popen(arguments)
            return
        self._wire, theirs = socket.socketpair()
        with theirs:
            keeper = [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno())]
            command = [*keeper, folder if sys.platform == "linux" else "", *arguments]
            self.process = _popen(command, (theirs.fileno(),), {ENVIRONMENT_MARK: self._mark})
        mark = f"{ENVIRONMENT_MARK}={self._mark}".encode()
        if (said := _next_line(self._wire)) != "\n":
            self._wire.close()
            with self.process:  # closes its pipes
                self.process.kill()
            if not said:  # the program was faster than its keeper, and killed it
                _kill_marked(mark)
            raise OSError(said.strip() or "its keeper has ended")
        self._last: list[str] = []
        self._watching = Thread(target=_watch, args=(self._wire, mark, self._last), daemon=True)
        self._watching.start()

    def used(self) -> float | None:
        """The processor seconds of the program and all that it has started; None if unknown."""
        if sys.platform != "linux":
            return None
        # The processor seconds of a keeper and its descendants, ended ones included.
        found: dict[int, tuple[int, int]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended
                words = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                found[int(folder.name)] = int(words[1]), sum(map(int, words[11:15]))
        ours = {self.process.pid}
        while more := {each for each, (parent, _) in found.items() if parent in ours} - ours:
            ours |= more
        return sum(found[each][1] for each in ours & set(found)) / os.sysconf("SC_CLK_TCK")

    def excess(self) -> str:
        """The limit for which its keeper has ended it, in words; empty if there is none."""
        if self._wire is None:
            return ""
        self._watching.join(SECONDS_TO_QUIT)
        return "".join(self._last).strip()

    def end(self) -> None:
        if self._wire is None:
            tree = ["taskkill", "/F", "/T", "/PID", str(self.process.pid)]
            subprocess.run(tree, check=False, capture_output=True)
            self.process.kill()
            self.process.wait()
            return
        with suppress(OSError):  # it has ended
            self.process.send_signal(signal.SIGCONT)  # the program may have stopped it
            self._wire.sendall(b"k")
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_TO_END)
        self.process.kill()
        self.process.wait()
        self._watching.join(SECONDS_TO_END)
        self._wire.close()


def _popen(
    command: list[str], files: tuple[int, ...] = (), marks: dict[str, str] | None = None
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=sys.platform != "win32",
        pass_fds=files,
        env=os.environ | (marks or {}),
    )


def _next_line(wire: socket.socket) -> str:
    with suppress(OSError), wire.makefile(encoding="utf-8", errors="replace") as lines:
        return lines.readline()
    return ""


def _watch(wire: socket.socket, mark: bytes, last: list[str]) -> None:
    """Wait for the keeper's end; if the program has killed it, do its work. Runs in a thread."""
    last.append(_next_line(wire))
    if not last[0]:
        _kill_marked(mark)


def _kill_marked(mark: bytes) -> None:
    """Kill all processes with this in their environment, until none is left; only on Linux."""
    deadline = monotonic() + SECONDS_TO_BEGIN
    found = sys.platform == "linux"
    while found:
        found = False
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended, or is another user's
                marks = (folder / "environ").read_bytes()
                if mark in marks.split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
                    found = True
                elif not marks and monotonic() < deadline:
                    found |= _may_begin(folder)
        sleep(PAUSE)


def _may_begin(folder: Path) -> bool:
    """Whether a process without an environment may get one: it is younger than this Python."""
    (_, ours), (memory, theirs) = _memory_and_start(Path("/proc/self")), _memory_and_start(folder)
    return memory > 0 and theirs >= ours  # none is used by what has ended, and by Linux itself


def _memory_and_start(process: Path) -> tuple[int, int]:
    words = (process / "stat").read_bytes().rpartition(b")")[2].split()
    return int(words[20]), int(words[19])


class LineProcess:
    """A running command that reads and writes lines. Lines that begin with # are skipped.

    Everything that it starts ends with it, also when this Python is killed. It is closed when this
    Python exits or drops the object, too. `took` has the seconds of the last line.

    Raises ProgramEnded if it cannot be started.
    """

    def __init__(self, arguments: list[str], folder: str = "") -> None:
        try:
            kept = KeptProgram(arguments, folder)
        except OSError as error:
            raise ProgramEnded(f"cannot be started: {error}") from None
        self._process = kept.process
        self._wires = _Wires(self._process)
        self._close = finalize(self, _end, kept, self._wires)
        self._used, self._excess = kept.used, kept.excess
        self._waited = self.took = 0.0

    def write(self, *lines: str) -> None:
        """Send lines, without waiting. If they cannot be sent, the next `read` fails."""
        self._wires.to_write.put("".join(f"{line}\n" for line in lines).encode())

    def read(self, seconds: float, processor: bool = False, patience: float = 1) -> str:
        """The next line, without the white space around it.

        Args:
            seconds: the limit.
            processor: whether the limit counts the program's processor time, if the system reports
                it. Ten times the limit on the clock is then too late, as well, and three times
                for a program that only waits.
            patience: the multiple of the limit to wait for a late line.

        Raises ProgramTooSlow, ProgramEnded, or BadAnswer if the line is too long.
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
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_QUIT)
        code = self._process.returncode
        how = "closed its output" if code is None else _how_it_ended(code)
        last = self._excess() or self._wires.last_error()
        return ProgramEnded(f"{how}: {last}" if last else how)


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


class _Stopwatch:
    """The time of an answer, with a limit of `seconds`, and `patience` times as long to wait.

    Several processes and threads use more processor time than passes on the clock: an answer is
    late if it exceeds the limit by both. `used` is None if the clock counts.
    """

    def __init__(self, used: Callable[[], float | None], seconds: float, patience: float) -> None:
        self.seconds = seconds
        self._used = used
        self._most = seconds * patience
        self._began = monotonic()
        self._before: float | None = None

    @property
    def passed(self) -> float:
        return monotonic() - self._began

    def spent(self) -> float:
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
        spent = self.spent()
        times = LAST_END_OF_IDLE if spent < IDLE * passed else LAST_END
        return min(self._most - spent, times * self.seconds - passed)


class _Wires:
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
        self._errors.join(SECONDS_TO_QUIT)
        return next((line for line in reversed(self.errors) if line), "")

    def cut(self) -> None:
        """Wait for the threads, when the process has ended.

        Not for long: an overlooked process may keep a pipe open.
        """
        deadline = monotonic() + SECONDS_TO_QUIT
        while self._reader.is_alive() and monotonic() < deadline:
            with suppress(Empty):  # the reader may be waiting for room in the queue
                self.lines.get(timeout=0.01)
        for thread in (self._writer, self._errors):
            thread.join(max(0, deadline - monotonic()))


def _write(stream: IO[bytes], to_write: Lines) -> None:
    with suppress(OSError), stream:
        while text := to_write.get():
            stream.write(text)
            stream.flush()


def _read(stream: IO[bytes], lines: Lines) -> None:
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _keep(stream: IO[bytes], lines: deque[str]) -> None:
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.append(line.decode(errors="replace").strip())


def _end(kept: KeptProgram, wires: _Wires) -> None:
    """Request the process to quit, then kill it and its descendants, and clean up."""
    wires.to_write.put(b"quit\n")
    wires.to_write.put(None)
    with suppress(subprocess.TimeoutExpired):
        kept.process.wait(SECONDS_TO_QUIT)
    kept.end()
    wires.cut()


class ChildPlayer(ABC):
    """A player whose moves come from a process; use it in a `with`, or call `close`, to end that.

    Attributes:
        processor: whether limits count processor time (`LineProcess.read`), as in an audit, so that
            other programs do not matter; a match counts time on the clock.
        total: the time limit for all its moves together, if there is one (`Patient`).
        patience: the multiple of the limit to wait for a late move.
        took: the seconds of its last answer.
    """

    def __init__(self, name: str, seconds: float, seconds_to_start: float) -> None:
        self.name = name
        self.seconds = seconds
        self.seconds_to_start = seconds_to_start
        self.processor = False
        self.total = inf
        self.patience = 1.0
        self.took = 0.0
        self._process: LineProcess | None = None
        self._used = 0.0

    @abstractmethod
    def choose(self, game: Game[Any], position: Any) -> int:
        """The process's move."""

    @abstractmethod
    def launch(self) -> LineProcess:
        """Start a new process, or raise ProgramError."""

    @abstractmethod
    def greet(self, process: LineProcess) -> None:
        """Exchange the first lines with a new process, or raise ProgramError."""

    def start(self) -> None:
        """Start now, so that errors show before the first move."""
        self.exchange(lambda process: None)

    def hear(self, process: LineProcess, starting: bool = False) -> str:
        if starting:
            return process.read(self.seconds_to_start, self.processor)
        try:
            return process.read(self.seconds, self.processor, self.patience)
        finally:
            self.took = process.took

    @property
    def used(self) -> float:
        return self._used + (self._process.used() if self._process else 0)

    def exchange(self, talk: Callable[[LineProcess], Answer]) -> Answer:
        """Return the result of `talk` with the process; a failure ends it, and is named."""
        try:
            return talk(self._started())
        except ProgramError as error:
            self.close()
            raise self.named(error) from None

    def _started(self) -> LineProcess:
        if self._process is None:
            self._process = self.launch()
            self.greet(self._process)
        return self._process

    def named(self, error: ProgramError) -> ProgramError:
        return type(error)(f"{self.name} {str(error).rstrip('.')}.")

    def close(self) -> None:
        """End the process and its children; the next question starts a new one."""
        if self._process:
            self._used = self.used
            self._process.close()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
