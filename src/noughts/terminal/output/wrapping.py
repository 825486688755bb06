"""Long sentences on lines of a width that is easy to read."""

from textwrap import fill

WIDTH = 78
INDENT = "    "


def wrapped(text: str) -> str:
    """Every line of the text, broken where it is too long; what goes on stands farther in.

    >>> print(wrapped("a1: " + "far " * 20).replace(" ", "."))
    a1:.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far.far
    ....far.far
    """
    return "\n".join(
        fill(line, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False)
        for line in text.split("\n")
    )
