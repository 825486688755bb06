"""Confines a stranger's program, then becomes it. Started by `Confinement.command`.

    python -I -S confine.py SECONDS MEBIBYTES FOLDER READABLE COMMAND ARGUMENT...

The program and its children get limits that they cannot raise: processor time and memory for each
process, the size of a file, the number of processes. It works in FOLDER and gets few environment
variables. On Linux with Landlock it cannot write elsewhere, open TCP connections or signal other
processes (https://docs.kernel.org/userspace-api/landlock.html). If READABLE, a list of places, is
not empty, it can read files only there and in FOLDER; it can only list a place that ends with /.

It imports nothing of noughts.
"""

import ctypes
import os
import resource
import sys
from contextlib import suppress

# The largest file that it may write, in bytes.
FILE = 16 * 2**20
# Additional processes and threads that its user may start; root has no such limit.
PROCESSES = 64
# The environment variables that it gets; one of them is the mark of `process.py`.
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "NOUGHTS_PROGRAM", "LD_LIBRARY_PATH")

# From <linux/landlock.h>: system calls, and the rights that it can refuse, by its version.
# Running programs is allowed.
CREATE, ADD, RESTRICT = 444, 445, 446
WRITE_FILE = 1 << 1
READ_FILE, LIST = 0b0100, 0b1000
READING = READ_FILE | LIST
WRITING = {1: 0b1_1111_1111_0010, 2: 1 << 13, 3: 1 << 14}
TCP = {4: 0b11}
SCOPED = {6: 0b11}  # abstract sockets, signals
BENEATH = 1
NO_NEW_PRIVILEGES = 38  # from <linux/prctl.h>


def main(seconds: str, mebibytes: str, folder: str, readable: str, *command: str) -> None:
    """Confine this process, and become the command."""
    os.chdir(folder)
    _limit(int(seconds), int(mebibytes) * 2**20)
    if sys.platform == "linux":
        with suppress(OSError):  # an old Linux, or one without Landlock
            _shut_in(folder, list(filter(None, readable.split(os.pathsep))))
    seen = {name: os.environ[name] for name in KEPT if name in os.environ}
    os.execve(command[0], command, seen | {"HOME": folder, "TMPDIR": folder})


def _limit(seconds: int, memory: int) -> None:
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: FILE,
        resource.RLIMIT_NPROC: _processes() + PROCESSES,
    }
    for limit, most in limits.items():
        hard = resource.getrlimit(limit)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        with suppress(ValueError, OSError):  # the system lacks this limit
            resource.setrlimit(limit, (most, most))


def _processes() -> int:
    """The number of our user's threads on Linux; elsewhere a guess."""
    if sys.platform != "linux":
        return 1_000
    found = 0
    for name in os.listdir("/proc"):  # noqa: PTH208  # pathlib would take long to import
        if name.isdigit():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == os.getuid():  # noqa: PTH116
                    found += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
    return found


def _shut_in(folder: str, readable: list[str]) -> None:
    """Let Landlock refuse writing elsewhere, TCP, and signals; OSError if Linux lacks it."""
    system = ctypes.CDLL(None, use_errno=True)
    version = _called(system.syscall(CREATE, None, 0, 1))
    known = [
        sum(bits for since, bits in rights.items() if since <= version)
        for rights in (WRITING, TCP, SCOPED)
    ]
    known[0] |= READING if readable else 0
    rules = (ctypes.c_uint64 * 3)(*known)
    # An older Linux refuses a longer record than its own, unless the rest is 0.
    ruleset = _called(system.syscall(CREATE, rules, ctypes.sizeof(rules), 0))
    places = {path: _reading(path) for path in readable if os.path.exists(path)}  # noqa: PTH110
    places |= {folder: known[0], os.devnull: known[0] & (WRITE_FILE | READ_FILE)}
    for path, rights in places.items():
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
        _called(system.syscall(ADD, ruleset, BENEATH, rule, 0))
        os.close(place)
    _called(system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _called(system.syscall(RESTRICT, ruleset, 0))
    os.close(ruleset)


def _reading(path: str) -> int:
    if not os.path.isdir(path):  # noqa: PTH112
        return READ_FILE
    return LIST if path.endswith(os.sep) else READING


def _called(result: int) -> int:
    """The result of a system call, unless it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


if __name__ == "__main__":
    main(*sys.argv[1:])
