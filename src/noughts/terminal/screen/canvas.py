"""A grid of characters with colours, and the plain characters for terminals without Unicode."""

import sys
from itertools import groupby

from textual.content import Content

# Characters for terminals whose encoding has no others.
PLAIN = str.maketrans(
    "│┃─━┼╂┿╋┴┬┌┐└┘╔╗╚╝•·╲╱█✗✓↻↺▀▄…×",  # noqa: RUF001
    "|H-=++++++++++++++o.\\/#x+><##.x",
)


def plain_if_needed(text: str) -> str:
    """The text with the characters that the terminal can show."""
    encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
    return text if encoding.lower().startswith("utf") else text.translate(PLAIN)


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
        Content.styled(
            plain_if_needed("".join(character for character, _, _ in run)),
            f"{ink} {ground}".strip(),
        )
        for (ink, ground), run in groupby(cells, key=lambda cell: cell[1:])
    ]
