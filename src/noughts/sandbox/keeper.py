"""Keeps a stranger's program, and ends all processes that it starts. Started by `process.py`.

    python -I -S keeper.py SOCKET FOLDER COMMAND ARGUMENT...

It runs between noughts and the program, on systems with POSIX sessions. On Linux it is a
"subreaper": a process of any session whose parent has ended becomes its child, so the keeper finds
every process that the program has started. Elsewhere it ends the program's process group.

It imports nothing of noughts; the socket connects them. The keeper sends an empty line when the
program runs, or the reason why it does not. It ends the program when it receives a byte or noughts
has ended, and on Linux also if the program runs too many processes, as root may, or writes too much
in FOLDER, unless that is empty. Finally it sends one more line, with this reason if there is one,
and exits with the program's status.
"""

import ctypes
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import suppress

# Seconds between two searches for remaining processes.
PAUSE = 0.001
# From Linux's <sys/prctl.h>: PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG.
SUBREAPER, DEATH_SIGNAL = 36, 1
# The most processes of a program with a folder, and without; the most bytes of all files in it, and
# the seconds between two looks.
MOST_PROCESSES, MOST_OF_OWN, MOST_BYTES, LOOK = 64, 512, 256 * 2**20, 0.1
DEAF_TO = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def main(number: str, folder: str, *command: str) -> None:
    """Run the program, end everything that it has started, and exit with its status."""
    wire = socket.socket(fileno=int(number))
    wire.set_inheritable(False)
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(SUBREAPER, 1, 0, 0, 0)
        # The program may have stopped its keeper, which must continue when noughts is killed.
        system.prctl(DEATH_SIGNAL, signal.SIGCONT, 0, 0, 0)
    ended = _wakes_when_one_ends()
    try:
        program = os.posix_spawnp(
            command[0], command, os.environ, setsid=True, setsigdef=[signal.SIGPIPE]
        )
    except OSError as error:
        _say(wire, str(error))
        return
    for sign in DEAF_TO:
        signal.signal(sign, signal.SIG_IGN)
    # Close our copies of the program's pipes, so that it can close them.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    _say(wire, "")
    status, why = _wait(wire, ended, program, folder)
    _say(wire, why)
    # End with the program's status or signal, for noughts to see.
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    import resource  # missing on Windows, where this never runs

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if -code not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)


def _say(wire: socket.socket, text: str) -> None:
    """Send noughts a line, if it still runs."""
    with suppress(OSError):
        wire.sendall(f"{text}\n".encode())


def _wakes_when_one_ends() -> socket.socket:
    """A socket that can be read when a process has ended."""
    ended, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.set_wakeup_fd(wakes.detach())  # dropped, it would close, and `ended` never wait
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return ended


def _wait(wire: socket.socket, ended: socket.socket, program: int, folder: str) -> tuple[int, str]:
    """Wait for the program's end or a request of noughts, and end everything.

    Return the program's status, and the limit that it exceeded.
    """
    status, why = None, ""
    looks = sys.platform == "linux"
    usage = _usage(folder) if looks else (0, 0)
    while status is None and not why:
        readable, _, _ = select.select([wire, ended], [], [], LOOK if looks else None)
        if wire in readable:
            break
        if ended in readable:
            ended.recv(64)
            status = _reap(program)
        if looks and (now := _usage(folder)) != usage:
            usage, why = now, _excess(folder)
    return _end_all(program, status), why


def _usage(folder: str) -> tuple[int, int]:
    """Rough numbers of all threads, and of the bytes free in the folder's file system."""
    with open("/proc/loadavg", "rb") as file:  # noqa: PTH123
        threads = int(file.read().split()[3].partition(b"/")[2])
    disk = os.statvfs(folder or "/")
    return threads * 8 // MOST_PROCESSES, disk.f_bavail * disk.f_frsize * 8 // MOST_BYTES


def _excess(folder: str) -> str:
    """The limit that the program exceeds, in words; empty if none."""
    most = MOST_PROCESSES if folder else MOST_OF_OWN
    if len(_ours()) > most:
        return f"it ran more than {most} processes"
    used = 0
    for place, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                used += os.lstat(f"{place}/{name}").st_size
    wrote = f"it wrote files of more than {MOST_BYTES >> 20} MiB together"
    return wrote if used > MOST_BYTES else ""


def _reap(program: int) -> int | None:
    """Collect ended processes; return the program's status if it is one of them."""
    found = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                found = ended[1]
    return found


def _end_all(program: int, status: int | None) -> int:
    """Kill processes until none is left; return the program's status."""
    while True:
        left = _groups() if sys.platform == "linux" else {program}
        for group in left:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)  # all in one call, so that none can start another
        ended = _reap(program)
        status = ended if status is None else status
        if status is not None and (not left or sys.platform != "linux"):
            return status
        time.sleep(PAUSE)


def _groups() -> set[int]:
    """The process groups of everything that the program has started and that still runs."""
    return {*_ours().values()} - {os.getpgrp()}


def _ours() -> dict[int, int]:
    """This process and its descendants, with their groups."""
    found = dict(_processes())
    ours = {os.getpid()}
    while more := {each for each, (parent, _) in found.items() if parent in ours} - ours:
        ours |= more
    return {each: group for each, (_, group) in found.items() if each in ours}


def _processes() -> Iterable[tuple[int, tuple[int, int]]]:
    """Every process, its parent and its group; also zombies, whose threads may still run."""
    # Importing pathlib would take as long as everything else.
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                _, parent, group = file.read().rpartition(b")")[2].split()[:3]
                yield int(name), (int(parent), int(group))


if __name__ == "__main__":
    main(*sys.argv[1:])
