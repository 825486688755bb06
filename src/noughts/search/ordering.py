"""Which moves are tried first: a stack of what is still to be searched on the whole path.

Threads that search together claim the positions at which they are. A move to a position that
another thread has claimed is put off to the end: meanwhile that thread may find its score, which
then stands in the table.

    Jean-Christophe Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19,
    1996, for putting moves off.
"""

from array import array
from typing import Any

from noughts.errors import SearchStopped
from noughts.search.memory import is_row_of_words, unpack_position, zeros
from noughts.search.table import WORD_BITS

# A slot's number and its score share a word: the slot in the lower half.
SLOT_BITS = 32
SLOT = (1 << SLOT_BITS) - 1
# So many plies below the root positions are claimed: what is deeper is done soon. On Connect Four
# two threads visited 8 % more nodes than one with 12, 16 % with 30, 28 % without claims.
CLAIM_PLIES = 12
CLAIM_BITS = 12


class Ordering:
    """The states to go on to from every position on the path, the most promising first.

    A state keeps the slot that it was put into, and how many plies it is ahead; the places,
    which are in order, name slots.

    Args:
        size: how many states there is room for.
        width: of how many whole numbers a state is made.
        fold: so many plies below the root, symmetric positions are taken for one.
        claims: room for the claims of a team of threads, `zeros(1 << CLAIM_BITS)`, which all of
            them have; None for a thread that searches alone.

    >>> from noughts.games.common.grid import Marks
    >>> ordering, end = Ordering(size=3, width=2), 0
    >>> for state, score in ((Marks(5, 0), 10), (Marks(6, 0), 30), (Marks(7, 0), 30)):
    ...     end = ordering.insert(0, end, state, plies=1, score=score)
    >>> [ordering.state(place, state).mine for place in range(end)]
    [6, 7, 5]
    """

    __slots__ = (
        "claim_plies", "claims", "fold", "full", "root", "size", "states", "width", "words",
    )  # fmt: skip

    words: "array[int]"
    states: "array[int]"
    size: int
    width: int
    full: int
    root: int  # the ply, and the place, at which a search begins
    fold: int
    claims: "array[int]"
    claim_plies: int

    def __init__(
        self, size: int, width: int, fold: int = 0, claims: "array[int] | None" = None
    ) -> None:
        """Begin without states."""
        self.words = zeros(size)
        self.states = zeros(size * (width + 1))
        self.size = size
        self.width = width
        self.full = 0
        self.root = 0
        self.fold = fold
        self.claims = zeros(1) if claims is None else claims
        self.claim_plies = -1 if claims is None else CLAIM_PLIES

    def insert(self, first: int, end: int, state: Any, plies: int, score: int) -> int:
        """Put a state, so many plies ahead, among those from place `first` up to `end`.

        Returns:
            The new end.

        Raises:
            SearchStopped: there is no more room; `full` says so afterwards.
        """
        if end == self.size:
            self.full = 1
            raise SearchStopped
        word = end * (self.width + 1)
        self.states[word] = plies
        for content in state:
            word += 1
            self.states[word] = content
        # Equal promises stay in the order in which they came.
        place = end
        while place > first and self.words[place - 1] >> SLOT_BITS < score:
            self.words[place] = self.words[place - 1]
            place -= 1
        self.words[place] = score << SLOT_BITS | end
        return end + 1

    def slot(self, place: int) -> int:
        """Which slot a place names."""
        return self.words[place] & SLOT

    def plies(self, place: int) -> int:
        """How many plies what stands in a place is ahead."""
        return self.states[self.slot(place) * (self.width + 1)]

    def state(self, place: int, example: Any) -> Any:
        """The state that stands in a place, of the example's kind."""
        return unpack_position(example, self.states, self.slot(place) * (self.width + 1) + 1)

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


class AnyOrdering(Ordering):
    """An ordering of states of any kind; interpreted only."""

    __slots__ = ("kept",)

    def __init__(self, size: int, fold: int = 0) -> None:
        """Begin without states."""
        super().__init__(size, 0, fold)
        self.kept: list[Any] = [None] * size

    def insert(self, first: int, end: int, state: Any, plies: int, score: int) -> int:
        """Put a state of any kind among the others; as `Ordering.insert`."""
        new_end = super().insert(first, end, (), plies, score)
        self.kept[end] = state
        return new_end

    def state(self, place: int, example: Any) -> Any:
        """The state that stands in a place."""
        return self.kept[self.slot(place)]


def ordering_for(
    state: Any, size: int, fold: int = 0, claims: "array[int] | None" = None
) -> Ordering:
    """An ordering for states like this one."""
    if is_row_of_words(state):
        return Ordering(size, len(state), fold, claims)
    return AnyOrdering(size, fold)
