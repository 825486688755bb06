"""A grid of characters with colours, and the plain characters for terminals without Unicode."""

import sys
from itertools import groupby

from rich.segment import Segment
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter

# Characters for terminals whose encoding has no others, each as wide as the one it replaces.
PLAIN = str.maketrans(
    "│┃─━┼╂┿╋┴┬┌┐└┘╔╗╚╝•·╲╱█✗✓↻↺▀▄…×→←✂∞±≤≥",  # noqa: RUF001
    "|H-=++++++++++****o.\\/#x+><##>x><x8~<>",
)


def has_unicode() -> bool:
    encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
    return encoding.lower().startswith("utf")


class PlainCharacters(LineFilter):
    """Replaces the characters that the terminal lacks, on all of the screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [one._replace(text=one.text.translate(PLAIN)) for one in segments]


class Canvas:
    r"""A grid of characters, blank at first.

    >>> canvas = Canvas(4, 2)
    >>> canvas.put(1, 1, "ab")
    >>> canvas.content().plain
    '    \n ab '
    """

    def __init__(self, width: int, height: int) -> None:
        self.characters = [[" "] * width for _ in range(height)]
        self.inks = [[""] * width for _ in range(height)]
        self.grounds = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Write over the present text; the ground stays."""
        for i, character in enumerate(text, x):
            self.characters[y][i] = character
            self.inks[y][i] = ink

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        for row in range(y, y + height):
            self.grounds[row][x : x + width] = [f"on {ground}"] * width

    def content(self) -> Content:
        lines = (
            Content.assemble(*_runs(*line))
            for line in zip(self.characters, self.inks, self.grounds, strict=True)
        )
        return Content("\n").join(lines)


def _runs(characters: list[str], inks: list[str], grounds: list[str]) -> list[Content]:
    cells = zip(characters, inks, grounds, strict=True)
    return [
        Content.styled("".join(character for character, _, _ in run), f"{ink} {ground}".strip())
        for (ink, ground), run in groupby(cells, key=lambda cell: cell[1:])
    ]
