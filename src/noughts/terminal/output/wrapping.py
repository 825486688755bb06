"""Wrapping of long lines."""

import sys
from shutil import get_terminal_size
from textwrap import fill

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
