"""A queue of positions to score in one compiled call."""

from array import array

from noughts.search.memory import zeros


class Queue:
    """Many positions, and the scores of those that are done.

    A question that takes microseconds costs more to ask from Python than to answer; a queue is
    asked once.

    Args:
        words: the positions' whole numbers, one position after the other.
        width: how many whole numbers a position has.

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
        """Begin with the first."""
        self.words = words
        self.width = width
        self.size = len(words) // width
        self.scores = zeros(self.size)
        self.done = 0

    def place(self) -> int:
        """Where in `words` the next position begins."""
        return self.done * self.width

    def answer(self, score: int) -> None:
        """Record the score of the next position and advance."""
        self.scores[self.done] = score
        self.done += 1
