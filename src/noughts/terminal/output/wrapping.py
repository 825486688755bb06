"""Wrapping of long lines."""

from textwrap import fill

WIDTH = 78
INDENT = "    "


def wrapped(text: str) -> str:
    """The text with long lines wrapped; continuation lines are indented.

    >>> print(wrapped("a1: " + "far " * 20).replace(" ", "."))
    a1:.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far
    ....far.far
    """
    return "\n".join(
        fill(line, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False)
        for line in text.split("\n")
    )
