"""The standard streams, made robust against being closed, full or broken."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click


class Unwritten(OSError):
    """An error of standard output, as opposed to other files."""


def prepare() -> None:
    """Let no stream be None, as Python leaves a closed one, and mark errors of standard output.

    What takes the place of a closed stream also takes its number, the lowest that is free, so that
    no other file gets it: libraries in C write to these numbers.
    """
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open(encoding="utf-8")
    sys.stdout = _marked(sys.stdout)
    if sys.stderr is None:
        sys.stderr = nothing.open("w", encoding="utf-8")


def _marked(stdout: Any) -> Any:
    """Standard output, whose errors are `Unwritten`."""
    if stdout is None:
        os.open(os.devnull, os.O_WRONLY)
        return io.TextIOWrapper(io.BufferedWriter(_Output(None)), "utf-8")
    return io.TextIOWrapper(
        io.BufferedWriter(_Output(getattr(stdout.buffer, "raw", stdout.buffer))),
        stdout.encoding,
        stdout.errors,
        line_buffering=stdout.line_buffering,
    )


class _Output(io.RawIOBase):
    """Hands bytes on to a file; None stands for a closed one."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self.raw is not None and bool(self.raw.isatty())

    def fileno(self) -> int:
        return super().fileno() if self.raw is None else int(self.raw.fileno())

    def write(self, data: Any) -> int | None:
        if self.raw is None:
            raise Unwritten(errno.EBADF, "standard output is closed")
        try:
            written: int | None = self.raw.write(data)
        except OSError as error:
            raise Unwritten(error.errno, error.strerror) from error
        return written


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A context in which the named file is written; it turns OS errors into one line.

    Raises:
        ClickException: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise click.ClickException(
            f"cannot write the answer to {path}: {error.strerror or error}"
        ) from None
