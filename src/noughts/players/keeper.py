"""Keeps a stranger's program: whatever it starts ends with it. Started by `kept.py`.

    python -I -S keeper.py SOCKET COMMAND ARGUMENT...

It stands between noughts and the program, on systems with POSIX sessions. On Linux it is a
"subreaper": a process whose parent has ended becomes its child, whatever session it is in, and so
all that the program has started can be found. Elsewhere it ends the program's process group.

It imports nothing of noughts. The socket leads there: the keeper answers an empty line when the
program runs, or the reason why it does not; it ends the program when it receives a byte or noughts
has ended; when all is over it answers one more line, and ends as the program has ended.
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

# Between two looks at what is left, in seconds.
PAUSE = 0.001
# Of Linux's <sys/prctl.h>: PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG.
SUBREAPER, DEATH_SIGNAL = 36, 1
DEAF_TO = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def main(number: str, *command: str) -> None:
    """Run the program, end it with all that it has started, and end as it did."""
    wire = socket.socket(fileno=int(number))
    wire.set_inheritable(False)
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(SUBREAPER, 1, 0, 0, 0)
        # The program may have stopped its keeper: when noughts is killed, that goes on.
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
    _let_go_of_its_pipes()
    _say(wire, "")
    status = _wait(wire, ended, program)
    _say(wire, "")
    _end_as(status)


def _say(wire: socket.socket, text: str) -> None:
    """Tell noughts, if it is still there."""
    with suppress(OSError):
        wire.sendall(f"{text}\n".encode())


def _let_go_of_its_pipes() -> None:
    """Only the program holds them, so that it can close them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _wakes_when_one_ends() -> socket.socket:
    """A socket that can be read when a process has ended."""
    ended, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.set_wakeup_fd(wakes.detach())  # dropped, it would close, and `ended` never wait
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return ended


def _wait(wire: socket.socket, ended: socket.socket, program: int) -> int:
    """End everything when the program has ended or noughts wants it; how the program ended."""
    status = None
    while status is None:
        readable, _, _ = select.select([wire, ended], [], [])
        if wire in readable:
            break
        ended.recv(64)
        status = _reap(program)
    return _end_all(program, status)


def _reap(program: int) -> int | None:
    """Take leave of processes that have ended; how the program did, if it was among them."""
    found = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                found = ended[1]
    return found


def _end_all(program: int, status: int | None) -> int:
    """Kill everything until nothing is left; how the program ended."""
    while True:
        left = _groups() if sys.platform == "linux" else {program}
        for group in left:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)  # at once: none can start another meanwhile
        ended = _reap(program)
        status = ended if status is None else status
        if status is not None and (not left or sys.platform != "linux"):
            return status
        time.sleep(PAUSE)


def _groups() -> set[int]:
    """The process groups of all that the program has started and that has not ended."""
    found = dict(_processes())
    ours = {os.getpid()}
    while more := {each for each, (parent, _) in found.items() if parent in ours} - ours:
        ours |= more
    return {group for each, (_, group) in found.items() if each in ours} - {os.getpgrp()}


def _processes() -> Iterable[tuple[int, tuple[int, int]]]:
    """Every process, its parent and its group; zombies, too, whose threads may still run."""
    # pathlib would take as long to import as all else.
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                _, parent, group = file.read().rpartition(b")")[2].split()[:3]
                yield int(name), (int(parent), int(group))


def _end_as(status: int) -> None:
    """End as the program has ended, for noughts to see."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    import resource  # Windows, where this never runs, has none

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if -code not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)


if __name__ == "__main__":
    main(*sys.argv[1:])
