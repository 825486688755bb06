"""Which moves are tried first: a stack of the moves still to be searched on the whole path."""

from array import array

from noughts.errors import SearchStopped
from noughts.search.memory import zeros

# A move and its promise share a word: the move in the lower half.
MOVE_BITS = 32
MOVE = (1 << MOVE_BITS) - 1


class Ordering:
    """The moves of every position on the path, the most promising first.

    Args:
        size: how many moves there is room for.
        fold: so many plies below the root, symmetric positions are taken for one.
        reversed_ties: whether moves of equal promise are tried in reverse order. Of two
            threads that share a table, one does: so they begin with different work.

    >>> ordering = Ordering(size=3)
    >>> end = ordering.insert(0, 0, 5, 10)
    >>> end = ordering.insert(0, end, 6, 30)
    >>> end = ordering.insert(0, end, 7, 30)
    >>> [ordering.move(place) for place in range(end)]
    [6, 7, 5]
    """

    __slots__ = ("fold", "full", "reversed_ties", "root", "size", "words")

    words: "array[int]"
    size: int
    full: int
    root: int  # the ply, and the place, at which a search begins
    fold: int
    reversed_ties: int

    def __init__(self, size: int, fold: int = 0, reversed_ties: bool = False) -> None:
        """Begin without moves."""
        self.words = zeros(size)
        self.size = size
        self.full = 0
        self.root = 0
        self.fold = fold
        self.reversed_ties = int(reversed_ties)

    def insert(self, first: int, end: int, move: int, promise: int) -> int:
        """Put a move among those from place `first` up to `end`, and give the new end.

        Raises:
            SearchStopped: there is no more room; `full` says so afterwards.
        """
        if end == self.size:
            self.full = 1
            raise SearchStopped
        # Equal promises stay in the order in which they came, unless ties are reversed.
        place, bar = end, promise + self.reversed_ties
        while place > first and self.words[place - 1] >> MOVE_BITS < bar:
            self.words[place] = self.words[place - 1]
            place -= 1
        self.words[place] = promise << MOVE_BITS | move
        return end + 1

    def move(self, place: int) -> int:
        """The move that stands in a place."""
        return self.words[place] & MOVE
