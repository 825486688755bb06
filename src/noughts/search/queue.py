"""A queue of positions to score in one compiled call."""

from array import array

from noughts.search.memory import zeros


class Queue:
    """Positions to score, and the scores so far.

    A single call from Python would take longer than scoring a position, so a whole queue is passed
    in one call.

    Args:
        words: the positions' whole numbers, one position after the other.
        width: the number of words of a position.

    >>> queue = Queue(array("q", [1, 2, 3, 4]), width=2)
    >>> queue.done, queue.place()
    (0, 0)
    >>> queue.answer(9_999_999)
    >>> queue.done, queue.place(), list(queue.scores)
    (1, 2, [9999999, 0])
    """

    __slots__ = ("done", "scores", "size", "width", "words")

    words: "array[int]"  # of all positions
    scores: "array[int]"
    size: int
    width: int  # the words of a position
    done: int

    def __init__(self, words: "array[int]", width: int) -> None:
        self.words = words
        self.width = width
        self.size = len(words) // width
        self.scores = zeros(self.size)
        self.done = 0

    def place(self) -> int:
        """The place in `words` of the next position."""
        return self.done * self.width

    def answer(self, score: int) -> None:
        """Record the score of the next position and advance."""
        self.scores[self.done] = score
        self.done += 1
