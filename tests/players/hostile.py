"""Programs that start others, which mean to outlive them."""

from collections.abc import Iterator
from pathlib import Path

# What each does once it has greeted. `idle` starts a process that sleeps for ten minutes, deaf to
# what asks it to end, with `MARK` among its arguments.
BEGIN = """
import os, signal, subprocess, sys, time
MARK = sys.argv[1]
DEAF = '''
import signal, time
for one in (1, 2, 15):
    signal.signal(one, signal.SIG_IGN)
time.sleep(600)
'''
def idle(**options):
    subprocess.Popen([sys.executable, "-c", DEAF, MARK], stdin=subprocess.DEVNULL, **options)
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
"""
END = """
print("ready", flush=True)
for line in sys.stdin:
    pass
"""
HOSTILE = {
    "a child": "idle()",
    "a child of its own session": "idle(start_new_session=True)",
    "many children": "for _ in range(8): idle(start_new_session=True, **QUIET)",
    "a daemon": (
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: idle(**QUIET)\n    os._exit(0)"
    ),
    "generations": (
        "for _ in range(5):\n    if os.fork() == 0: os.setsid()\n    else: break\nidle(**QUIET)"
    ),
    "an orphan, and its end": (
        "idle(start_new_session=True); print('ready', flush=True); os._exit(0)"
    ),
    "deaf": "signal.signal(signal.SIGTERM, signal.SIG_IGN); idle(**QUIET)",
    "no environment": "idle(start_new_session=True, env={}, **QUIET)",
    "a child that forks on": (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    while True:\n"
        "        if os.fork(): time.sleep(0.05); os._exit(0)\n"
        "        os.setsid(); idle(**QUIET)"
    ),
    "kills its parent": "idle(start_new_session=True, **QUIET); os.kill(os.getppid(), 9)",
    "stops its parent": "idle(start_new_session=True, **QUIET); os.kill(os.getppid(), 19)",
}


def source(name: str) -> str:
    """The source of a program."""
    return BEGIN + HOSTILE[name] + END


def command(folder: Path, name: str, mark: str) -> str:
    """A hostile program, and how to run it."""
    path = folder / f"hostile{len(list(folder.iterdir()))}.py"
    path.write_text(source(name), encoding="utf-8")
    return f"{path} {mark}"


def strays(mark: str) -> Iterator[int]:
    """The processes with the mark among their arguments; zombies have none. Linux tells it."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it has ended meanwhile
            continue
        if mark.encode() in words:
            yield int(folder.name)
