"""Bounds of a score so far, and the next question."""

from array import array

from noughts.search.memory import zeros
from noughts.value import BASE, INFINITY

FIRST_QUESTIONS = 4
LOWER, UPPER = 0, 1


class ScoreBounds:
    """Bounds that close in on a score by questions "is it above this?" (MTD).

    First it looks for a quick win or loss: the shallow tree is small, and often decides. Then for a
    win, a loss or a draw, then for one a ply quicker than known, and so on: an answer often gives
    more than the question needed. (Aske Plaat and others, "Best-first fixed-depth minimax
    algorithms", 1996: MTD(f) from a first guess of a draw.)

    >>> aim = ScoreBounds()
    >>> aim.question(quick_depth=11), aim.lower()
    (9999988, -1000000000)
    >>> aim.learn(9999988, 0)
    >>> aim.question(quick_depth=11), aim.upper()
    (-9999989, 0)
    """

    __slots__ = ("asked", "bounds")

    asked: int
    bounds: "array[int]"  # read by other threads while a search runs

    def __init__(self, lower: int = -INFINITY, upper: int = INFINITY) -> None:
        self.asked = 0
        self.bounds = zeros(2)
        self.bounds[LOWER] = lower
        self.bounds[UPPER] = upper

    def copy(self) -> "ScoreBounds":
        """A copy with its own memory."""
        twin = ScoreBounds(self.lower(), self.upper())
        twin.asked = self.asked
        return twin

    def forget(self) -> None:
        """Reset for another position."""
        self.asked = 0
        self.bounds[LOWER] = -INFINITY
        self.bounds[UPPER] = INFINITY

    def lower(self) -> int:
        """The lower bound of the score."""
        return self.bounds[LOWER]

    def upper(self) -> int:
        """The upper bound of the score."""
        return self.bounds[UPPER]

    def settled(self) -> bool:
        """Whether the bounds have met."""
        return self.lower() >= self.upper()

    def close_in(self, lower: int, upper: int) -> None:
        """Narrow the bounds by others."""
        self.bounds[LOWER] = max(self.bounds[LOWER], lower)
        self.bounds[UPPER] = min(self.bounds[UPPER], upper)

    def take(self, other: "ScoreBounds") -> None:
        """Narrow the bounds by another object's, of the same score."""
        self.close_in(other.lower(), other.upper())
        self.asked = max(self.asked, other.asked)

    def question(self, quick_depth: int) -> int:
        """The next number to compare the score with, within the bounds.

        Args:
            quick_depth: look for a win or a loss within this many plies first
                (`Knowledge.quick_depth`).
        """
        lower, upper = self.lower(), self.upper()
        while self.asked < FIRST_QUESTIONS:
            asked = (BASE - quick_depth - 1, quick_depth - BASE, 0, -1)[self.asked]
            if lower <= asked < upper:
                return asked
            self.asked += 1
        if lower > 0:
            return lower
        return upper - 1

    def learn(self, asked: int, score: int) -> None:
        """Narrow the bounds by an answer: whether the score is above `asked`."""
        if score > asked:
            self.close_in(score, INFINITY)
        else:
            self.close_in(-INFINITY, score)
