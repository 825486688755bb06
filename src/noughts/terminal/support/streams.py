"""The standard streams: they may be closed, full or broken, and take text in any encoding."""

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unicodedata import normalize

import click

# The error handler that replaces characters missing in an encoding by plain ones.
PLAINLY = "noughts.plainly"
PLAIN_CHARACTERS: dict[int, str | int] = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),  # box drawings
    **dict.fromkeys(range(0x2580, 0x25A0), "#"),  # blocks
    **dict.fromkeys(range(0x2800, 0x2900), "*"),  # braille, as in spinners
    **str.maketrans("×–−─━═│┃║·µεŁł“”", 'x----=|||.ueLl""'),
    ord("±"): "+/-",
    ord("≤"): "<=",
    ord("≥"): ">=",
    ord("✓"): "yes",
    ord("✗"): "no",
}


class Unwritten(OSError):
    """An error of standard output, not of another file."""


def prepare() -> None:
    """Replace closed streams, which Python leaves as None, and mark errors of standard output.

    Characters missing in a stream's encoding are written as plain ones; bytes of the input that are
    not text become U+FFFD.

    The replacement of a closed stream also gets its file descriptor, the lowest free one. No other
    file may get it, since C libraries write to these descriptors.
    """
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open(encoding="utf-8")
    sys.stdout = _marked(sys.stdout)
    if sys.stderr is None:
        sys.stderr = nothing.open("w", encoding="utf-8")
    _never_fail(sys.stdin, "replace")
    _never_fail(sys.stdout, PLAINLY)
    _never_fail(sys.stderr, PLAINLY)


def _never_fail(stream: Any, errors: str) -> None:
    """Set the error handler of a stream, if it is one of Python's own."""
    if reconfigure := getattr(stream, "reconfigure", None):
        reconfigure(errors=errors)


def plainly(error: UnicodeError) -> tuple[str, int]:
    r"""Replace characters missing in an encoding by plain ones: an error handler of `codecs`.

    >>> "4×4, Škoda… ≥ \u2764".encode("cp866", PLAINLY)
    b'4x4, Skoda... >= \\u2764'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    letters = normalize("NFKD", character.translate(PLAIN_CHARACTERS)).encode("ascii", "ignore")
    return (letters or character.encode("ascii", "backslashreplace")).decode("ascii")


codecs.register_error(PLAINLY, plainly)


def _marked(stdout: Any) -> Any:
    """Standard output, with errors of type `Unwritten`."""
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
    """Passes bytes on to a file; None represents a closed one."""

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


def write_document(text: str) -> None:
    """Write the text of a file to standard output, in UTF-8."""
    click.echo(text.encode(), nl=False)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Write a file inside the block; OS errors become a one-line error.

    Raises:
        ClickException: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise click.ClickException(
            f"cannot write the answer to {path}: {error.strerror or error}"
        ) from None
