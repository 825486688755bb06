"""The players' clocks: minutes for the whole game, and an increment with every move."""

import re
from typing import NamedTuple

from noughts.web.url_state import BadRequest

MOST_MINUTES, MOST_SECONDS = 180, 60
# The clocks start when both players have moved once.
FREE_PLIES = 2


class Clock(NamedTuple):
    """The time that is left.

    Args:
        left: milliseconds of the first player and the second, at the time `since`.
        increment: the milliseconds that a move adds.
        since: the time of `left`, in milliseconds since 1970; None while no clock runs.
    """

    left: tuple[int, int]
    increment: int
    since: int | None = None

    def left_at(self, turn: int, now: int) -> tuple[int, int]:
        """The time of both at a moment at which the player `turn` has been thinking.

        >>> read_clock("5+3")._replace(since=1_000).left_at(1, 3_500)
        (300000, 297500)
        """
        spent = 0 if self.since is None else max(0, now - self.since)
        first, second = self.left
        return (first, max(0, second - spent)) if turn else (max(0, first - spent), second)

    def after(self, turn: int, at: int, *, moved: bool, runs: bool) -> "Clock":
        """The clock after a step.

        Args:
            turn: the side that was to move before it.
            at: the time of the step.
            moved: whether it was a move.
            runs: whether a clock runs from now on.
        """
        gain = self.increment if moved and self.since is not None else 0
        first, second = self.left_at(turn, at)
        left = (first, second + gain) if turn else (first + gain, second)
        return Clock(left, self.increment, at if runs else None)


def read_clock(text: str) -> Clock | None:
    """The clock in a text: `5+3` is 5 minutes, and 3 seconds more a move; empty: no clock.

    Raises:
        BadRequest: the text is not a clock.
    """
    if not text:
        return None
    found = re.fullmatch(r"([1-9]\d{0,2})\+(0|[1-9]\d?)", text, re.ASCII)
    minutes, seconds = map(int, found.groups()) if found else (0, 0)
    if not (1 <= minutes <= MOST_MINUTES and seconds <= MOST_SECONDS):
        raise BadRequest(
            f"Write a clock as minutes+seconds, such as 5+3: 1 to {MOST_MINUTES} minutes, and 0 to "
            f"{MOST_SECONDS} seconds for each move. {text[:20]!r} is none."
        )
    return Clock((minutes * 60_000,) * 2, seconds * 1_000)
