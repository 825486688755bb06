"""The standard streams: they bear being closed, full or broken, and write text in any encoding."""

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

# The name of the error handler that writes plain characters for those an encoding lacks.
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
    """An error of standard output, as opposed to other files."""


def prepare() -> None:
    """Let no stream be None, as Python leaves a closed one, and mark errors of standard output.

    Text that the encoding of a stream lacks is written in plain characters; bytes of the input that
    are no text become U+FFFD.

    What takes the place of a closed stream also takes its number, the lowest that is free, so that
    no other file gets it: libraries in C write to these numbers.
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
    r"""Plain characters for those that an encoding lacks: an error handler of `codecs`.

    >>> "4×4, Škoda… ≥ \u2764".encode("cp866", PLAINLY)
    b'4x4, Skoda... >= \\u2764'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    """The character in ASCII."""
    letters = normalize("NFKD", character.translate(PLAIN_CHARACTERS)).encode("ascii", "ignore")
    return (letters or character.encode("ascii", "backslashreplace")).decode("ascii")


codecs.register_error(PLAINLY, plainly)


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


def write_document(text: str) -> None:
    """Write the text of a file to standard output: in UTF-8, as its readers expect."""
    click.echo(text.encode(), nl=False)


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
