"""Which moves are tried first: a stack of the moves still to be searched on the whole path.

Threads that search together claim the positions at which they are. A move to a position that
another thread has claimed is put off to the end: meanwhile that thread may find its score, which
then stands in the table.

    Jean-Christophe Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19,
    1996, for putting moves off.
"""

from array import array

from noughts.errors import SearchStopped
from noughts.search.memory import zeros
from noughts.search.table import WORD_BITS

# A move and its promise share a word: the move in the lower half.
MOVE_BITS = 32
MOVE = (1 << MOVE_BITS) - 1
# So many plies below the root positions are claimed: what is deeper is done soon. On Connect Four
# two threads visited 8 % more nodes than one with 12, 16 % with 30, 28 % without claims.
CLAIM_PLIES = 12
CLAIM_BITS = 12


class Ordering:
    """The moves of every position on the path, the most promising first.

    Args:
        size: how many moves there is room for.
        fold: so many plies below the root, symmetric positions are taken for one.
        claims: room for the claims of a team of threads, `zeros(1 << CLAIM_BITS)`, which all of
            them have; None for a thread that searches alone.

    >>> ordering = Ordering(size=3)
    >>> end = ordering.insert(0, 0, 5, 10)
    >>> end = ordering.insert(0, end, 6, 30)
    >>> end = ordering.insert(0, end, 7, 30)
    >>> [ordering.move(place) for place in range(end)]
    [6, 7, 5]
    """

    __slots__ = ("claim_plies", "claims", "fold", "full", "root", "size", "words")

    words: "array[int]"
    size: int
    full: int
    root: int  # the ply, and the place, at which a search begins
    fold: int
    claims: "array[int]"
    claim_plies: int

    def __init__(self, size: int, fold: int = 0, claims: "array[int] | None" = None) -> None:
        """Begin without moves."""
        self.words = zeros(size)
        self.size = size
        self.full = 0
        self.root = 0
        self.fold = fold
        self.claims = zeros(1) if claims is None else claims
        self.claim_plies = -1 if claims is None else CLAIM_PLIES

    def insert(self, first: int, end: int, move: int, promise: int) -> int:
        """Put a move among those from place `first` up to `end`, and give the new end.

        Raises:
            SearchStopped: there is no more room; `full` says so afterwards.
        """
        if end == self.size:
            self.full = 1
            raise SearchStopped
        # Equal promises stay in the order in which they came.
        place = end
        while place > first and self.words[place - 1] >> MOVE_BITS < promise:
            self.words[place] = self.words[place - 1]
            place -= 1
        self.words[place] = promise << MOVE_BITS | move
        return end + 1

    def move(self, place: int) -> int:
        """The move that stands in a place."""
        return self.words[place] & MOVE

    def bring(self, place: int, to: int) -> None:
        """Put what stands in a place into another one."""
        self.words[to] = self.words[place]

    def put_off(self, place: int, end: int) -> None:
        """Move what stands in a place behind the others up to `end`."""
        word = self.words[place]
        for later in range(place + 1, end):
            self.words[later - 1] = self.words[later]
        self.words[end - 1] = word

    # Claims are hints: one that another overwrites, or that is read too late, costs time only.

    def claimed(self, name: int) -> bool:
        """Whether a thread of the team is at the position of that name."""
        return self.claims[name >> WORD_BITS - CLAIM_BITS] == name

    def claim(self, name: int) -> None:
        """Tell the others that this thread is there."""
        self.claims[name >> WORD_BITS - CLAIM_BITS] = name

    def release(self, name: int) -> None:
        """Tell them that it no longer is."""
        self.claims[name >> WORD_BITS - CLAIM_BITS] = 0
