"""New Python processes: what it costs to start one and have it do something."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from time import monotonic

PYTHON = sys.executable
# The seconds in which a text must be on the screen.
PATIENCE = 60


def run(arguments: Sequence[str], **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with these arguments, its bytecode cached, and wait for it."""
    return subprocess.run(
        [PYTHON, *arguments],
        env=clean_environment() | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def run_until(text: bytes, arguments: Sequence[str]) -> None:
    """Run Python in a terminal of its own until the text is on the screen; then end it.

    Raises:
        TimeoutError: it is not there after PATIENCE seconds.
    """
    import pty  # not on Windows
    from select import select

    child, screen = pty.fork()
    if not child:
        os.execve(PYTHON, [PYTHON, *arguments], clean_environment() | {"TERM": "xterm-256color"})
    shown, end = b"", monotonic() + PATIENCE
    try:
        while text not in shown:
            if monotonic() > end or not select([screen], [], [], PATIENCE)[0]:
                raise TimeoutError(f"{arguments} does not show {text!r}.")
            shown += os.read(screen, 1 << 16)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(screen)


def clean_environment() -> dict[str, str]:
    """The environment, without what keeps Python from caching its bytecode."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME")
    }
