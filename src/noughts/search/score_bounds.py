"""Bounds of a score so far, and the next question to ask."""

from array import array

from noughts.search.memory import zeros
from noughts.value import BASE, INFINITY

FIRST_QUESTIONS = 4
LOWER, UPPER = 0, 1


class ScoreBounds:
    """Bounds that close in on a score by questions "is it above this?" (MTD).

    First whether there is a quick win or loss: little of the tree is so shallow, and it often
    decides. Then whether it is a win, a loss or a draw, then whether it is one ply quicker than
    is known, and so on: an answer often says more than was asked. (Aske Plaat and others,
    "Best-first fixed-depth minimax algorithms", 1996: MTD(f) from a first guess of a draw.)

    >>> aim = ScoreBounds()
    >>> aim.question(quick_depth=11), aim.lower()
    (9999988, -1000000000)
    >>> aim.learn(9999988, 0)
    >>> aim.question(quick_depth=11), aim.upper()
    (-9999989, 0)
    """

    __slots__ = ("asked", "bounds")

    asked: int
    bounds: "array[int]"  # seen by others while a search runs

    def __init__(self, lower: int = -INFINITY, upper: int = INFINITY) -> None:
        """Begin with these bounds."""
        self.asked = 0
        self.bounds = zeros(2)
        self.bounds[LOWER] = lower
        self.bounds[UPPER] = upper

    def copy(self) -> "ScoreBounds":
        """A copy in memory of its own."""
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
        """Narrow by bounds from elsewhere."""
        self.bounds[LOWER] = max(self.bounds[LOWER], lower)
        self.bounds[UPPER] = min(self.bounds[UPPER], upper)

    def take(self, other: "ScoreBounds") -> None:
        """Take over another's bounds of the same score."""
        self.close_in(other.lower(), other.upper())
        self.asked = max(self.asked, other.asked)

    def question(self, quick_depth: int) -> int:
        """The number to compare the score with; it lies within the bounds.

        Args:
            quick_depth: a win or a loss within this many plies is looked for first
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
        """Take in the answer to the question: a score above `asked`, or not."""
        if score > asked:
            self.close_in(score, INFINITY)
        else:
            self.close_in(-INFINITY, score)
