"""A stranger's program that runs; all processes that it starts end with it."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

KEEPER = Path(__file__).with_name("keeper.py")
# An environment variable of all processes that a program starts, unless they remove it.
MARK = "NOUGHTS_PROGRAM"
# Seconds for the keeper to end everything.
SECONDS_TO_END = 5.0


class Kept:
    """A command that runs under a keeper (`keeper.py`); on Windows it runs alone.

    Args:
        arguments: the command and its arguments.

    Raises:
        OSError: it cannot be started.

    Attributes:
        process: a process with the program's pipes and exit status.
    """

    def __init__(self, arguments: list[str]) -> None:
        self._mark = secrets.token_hex(16)
        self._wire: socket.socket | None = None
        if sys.platform == "win32":
            self.process = _run(arguments)
            return
        self._wire, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno()), *arguments]
            self.process = _run(command, (theirs.fileno(),), {MARK: self._mark})
        if (said := _line(self._wire)) != "\n":
            self._clean_up()
            raise OSError(said.strip() or "its keeper has ended")
        mark = f"{MARK}={self._mark}".encode()
        self._watching = Thread(target=_watch, args=(self._wire, mark), daemon=True)
        self._watching.start()

    def used(self) -> float | None:
        """The processor seconds of the program and everything that it has started.

        None if the system does not report them; Linux does.
        """
        if sys.platform != "linux":
            return None
        return _used(self.process.pid)

    def end(self) -> None:
        """Kill the program and everything that it has started."""
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

    def _clean_up(self) -> None:
        assert self._wire
        self._wire.close()
        with self.process:  # closes its pipes
            self.process.kill()


def _run(
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


def _line(wire: socket.socket) -> str:
    """The next line of the keeper; empty if it has ended."""
    with suppress(OSError), wire.makefile(encoding="utf-8", errors="replace") as lines:
        return lines.readline()
    return ""


def _used(keeper: int) -> float:
    """The processor seconds of a keeper and its descendants, ended ones included."""
    found: dict[int, tuple[int, int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            words = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            found[int(folder.name)] = int(words[1]), sum(map(int, words[11:15]))
    ours = {keeper}
    while more := {each for each, (parent, _) in found.items() if parent in ours} - ours:
        ours |= more
    return sum(found[each][1] for each in ours & set(found)) / os.sysconf("SC_CLK_TCK")


def _watch(wire: socket.socket, mark: bytes) -> None:
    """Wait for the keeper's end; if the program has killed it, do its work. Runs in a thread."""
    if not _line(wire):
        _kill_marked(mark)


def _kill_marked(mark: bytes) -> None:
    """Kill all processes with this in their environment, until none is left; only on Linux."""
    found = True
    while found:
        found = False
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended, or is another user's
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
                    found = True
