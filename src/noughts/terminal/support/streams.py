"""The process: its standard streams, text on them, its start, and Ctrl-C.

The streams may be closed, full or broken, and take text in any encoding.
"""

import codecs
import errno
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill, wrap
from types import FrameType
from typing import Any
from unicodedata import normalize

import click

from noughts.files import write_file
from noughts.value import DRAW, LOSS, WIN

# Terminal colours (of 256) with a contrast of 3:1 to white and to black.
OF_OUTCOME = {WIN: "38;5;32", DRAW: "38;5;243", LOSS: "38;5;166"}
FAINT = "38;5;243"
STRONG = "1"


class Ink:
    r"""Writes text in colour, or leaves it as it is.

    >>> Ink(False).strong("X"), Ink(True).strong("X")
    ('X', '\x1b[1mX\x1b[0m')
    """

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def of_outcome(self, outcome: int, text: str) -> str:
        return self._write(OF_OUTCOME[outcome], text)

    def faint(self, text: str) -> str:
        return self._write(FAINT, text)

    def strong(self, text: str) -> str:
        return self._write(STRONG, text)

    def _write(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour else text


def on_terminal() -> bool:
    return sys.stdout.isatty()


def wants_colour(environment: Mapping[str, str]) -> bool:
    """Whether to write in colour: NO_COLOR forbids it, FORCE_COLOR asks for it."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return on_terminal() and environment.get("TERM") != "dumb"


# The fewest characters of a column that wraps.
NARROWEST_COLUMN = 16


def table(
    rows: Sequence[Sequence[str]], left: Sequence[int] = (0,), wraps: int | None = None
) -> str:
    """Rows of cells as lines of text, two spaces between the columns.

    The column `wraps` has several lines in a row where it would be too wide.

    >>> print(table([["search", "nodes"], ["negamax", "549,946"], ["exact", "1,410"]]))
    search     nodes
    negamax  549,946
    exact      1,410
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if wraps is not None:
        others = sum(widths) - widths[wraps] + 2 * (len(widths) - 1)
        room = max(width() - others, NARROWEST_COLUMN)
        rows = [line for row in rows for line in _wrapped_row(row, wraps, room)]
        widths[wraps] = min(widths[wraps], room)
    return "\n".join(
        "  ".join(
            cell.ljust(width) if number in left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _wrapped_row(row: Sequence[str], wraps: int, room: int) -> Iterator[list[str]]:
    """The lines of a row, in which one cell is wrapped; the other cells are in the first line."""
    parts = wrap(row[wraps], room, break_on_hyphens=False) or [""]
    for number, part in enumerate(parts):
        line = list(row) if number == 0 else [""] * len(row)
        line[wraps] = part
        yield line


WIDTH = 78
NARROWEST = 38
INDENT = "    "


def width() -> int:
    """The maximum length of lines: the width of the terminal, at most 78 characters."""
    columns, _ = get_terminal_size((WIDTH + 2, 24))
    return min(WIDTH, max(NARROWEST, columns - 2))


def wrapped(text: str, indent: str = INDENT) -> str:
    """The text with long lines wrapped; continuation lines are indented.

    >>> print(wrapped("a1: " + "far " * 20).replace(" ", "."))
    a1:.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far
    ....far.far
    """
    return "\n".join(
        fill(line, width(), subsequent_indent=indent, break_on_hyphens=False)
        for line in text.split("\n")
    )


def complaint(message: str) -> str:
    """A message for standard error: wrapped on a terminal, one line for a program.

    Words stay whole, so that a path can be copied.
    """
    text = f"noughts: {message}"
    if not sys.stderr.isatty():
        return text
    return fill(text, width(), break_long_words=False, break_on_hyphens=False)


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
    if reconfigure := getattr(stream, "reconfigure", None):
        reconfigure(errors=errors)


def plainly(error: UnicodeError) -> tuple[str, int]:
    r"""Replace characters missing in an encoding by plain ones: an error handler of `codecs`."""
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
    click.echo(text.encode(), nl=False)


def write_answer(path: Path, content: str | bytes) -> None:
    with writing(path):
        write_file(path, content)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Write a file inside the block; OS errors become a one-line error."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(
            f"cannot write the answer to {path}: {error.strerror or error}"
        ) from None


# At least this part of a limit is left to the search, however long the start took.
LEAST = 0.5


class _Start:
    """The clock's time at the start; None where a command is not a program of its own."""

    time: float | None = None


def note_start() -> None:
    """Note when this program began: Python and the imports take their time before `main`."""
    _Start.time = time.monotonic() - _age()


def _age() -> float:
    """The seconds since this process began; 0 where the system does not say so."""
    try:
        fields = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
        up = float(Path("/proc/uptime").read_text("ascii").split()[0])
        return max(0.0, up - int(fields[19]) / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError):
        return 0.0


def seconds_left(seconds: float) -> float:
    """The rest of a command's time limit after its start: at least half of it.

    >>> 1.0 <= seconds_left(2.0) <= 2.0
    True
    """
    if _Start.time is None:
        return seconds
    return max(seconds * LEAST, seconds - (time.monotonic() - _Start.time))


@contextmanager
def first_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` at the first Ctrl-C in the block; the next one interrupts as usual."""

    def once(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        act()

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def line_for(question: str) -> str | None:
    """The next line of the input, stripped; None when there are no more.

    On a terminal the line can be edited, and the arrows recall earlier lines. Otherwise the
    question goes to standard error, in its own line.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(question, err=True)
        line = sys.stdin.readline()
        return line.strip() if line else None
    with suppress(ImportError):  # missing on some systems
        import readline  # noqa: F401  # `input` uses it once it is loaded
    try:
        return input(question).strip()
    except EOFError:
        click.echo()
        return None
