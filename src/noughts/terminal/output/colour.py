"""Coloured text; colours only repeat what signs and words show."""

import sys
from collections.abc import Mapping

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
        """The text in the colour of a win, a draw or a loss."""
        return self._write(OF_OUTCOME[outcome], text)

    def faint(self, text: str) -> str:
        """The text in the style of little importance."""
        return self._write(FAINT, text)

    def strong(self, text: str) -> str:
        """The text in the style of great importance."""
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
