"""Text for people: colours, wrapped lines, tables."""

import sys
from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from textwrap import fill

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


def wants_colour(environment: Mapping[str, str]) -> bool:
    """Whether to write in colour: NO_COLOR forbids it, FORCE_COLOR asks for it.

    >>> wants_colour({"NO_COLOR": "1", "FORCE_COLOR": "1"}), wants_colour({"FORCE_COLOR": "1"})
    (False, True)
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and environment.get("TERM") != "dumb"


def table(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Rows of cells as lines of text, two spaces between the columns.

    >>> print(table([["search", "nodes"], ["negamax", "549,946"], ["exact", "1,410"]]))
    search     nodes
    negamax  549,946
    exact      1,410
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if number in left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


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
