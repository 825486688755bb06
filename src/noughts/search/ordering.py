"""Move ordering: a stack of the states to search, for the whole path.

Threads that search together claim the positions they search. A move to a position claimed by
another thread is put off to the end: by then, that thread may have stored its score in the table.

    Jean-Christophe Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19,
    1996, for putting moves off.
"""

from array import array
from typing import Any

from noughts.bits import WORD_BITS
from noughts.errors import SearchStopped
from noughts.knowledge import Knowledge
from noughts.search.memory import unpack_position, words_of, write_position, zeros

# A slot's number and its score share a word: the slot in the lower half.
SLOT_BITS = 32
SLOT = (1 << SLOT_BITS) - 1
# Positions are claimed up to this ply below the root: deeper ones take little time. On Connect Four
# two threads visited 8 % more nodes than one with 12, 16 % with 30, 28 % without claims. Of more
# than FEW threads, sixteen visited a sixth fewer with MORE_CLAIM_PLIES, eight and four equally
# many.
CLAIM_PLIES, MORE_CLAIM_PLIES, FEW = 12, 20, 8
CLAIM_BITS = 12


class Ordering:
    """The states to search from every position on the path, most promising first.

    A state stays in its slot, with the number of plies it is ahead. `words` is a sorted index of
    slots.
    """

    __slots__ = (
        "claim_plies", "claims", "fold", "full", "root", "size", "states", "width", "words",
    )  # fmt: skip

    words: "array[int]"
    states: "array[int]"
    size: int  # the number of states
    width: int  # the number of words of a state
    full: int
    root: int  # the ply, and the place, at which a search begins
    fold: int  # symmetric positions are folded up to this ply below the root
    claims: "array[int]"  # shared by a team of threads, `zeros(1 << CLAIM_BITS)`
    claim_plies: int

    def __init__(
        self, size: int, width: int, fold: int = 0, claims: "array[int] | None" = None
    ) -> None:
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
        """Insert a state, `plies` ahead, by its score among places `first` to `end`."""
        if end == self.size:
            self.full = 1
            raise SearchStopped
        slot = end * (self.width + 1)
        self.states[slot] = plies
        write_position(self.states, slot + 1, state, self.width)
        # Equal scores keep their order.
        place = end
        while place > first and self.words[place - 1] >> SLOT_BITS < score:
            self.words[place] = self.words[place - 1]
            place -= 1
        self.words[place] = score << SLOT_BITS | end
        return end + 1

    def slot(self, place: int) -> int:
        return self.words[place] & SLOT

    def plies(self, place: int) -> int:
        return self.states[self.slot(place) * (self.width + 1)]

    def state(self, place: int, example: Any) -> Any:
        slot = self.slot(place) * (self.width + 1)
        return unpack_position(example, self.states, slot + 1, self.width)

    def bring(self, place: int, to: int) -> None:
        self.words[to] = self.words[place]

    def put_off(self, place: int, end: int) -> None:
        word = self.words[place]
        for later in range(place + 1, end):
            self.words[later - 1] = self.words[later]
        self.words[end - 1] = word

    # Claims are hints: a lost or stale one costs only time.

    def claimed(self, name: int) -> bool:
        return self.claims[name >> WORD_BITS - CLAIM_BITS] == name

    def claim(self, name: int) -> None:
        self.claims[name >> WORD_BITS - CLAIM_BITS] = name

    def release(self, name: int) -> None:
        self.claims[name >> WORD_BITS - CLAIM_BITS] = 0


class AnyOrdering(Ordering):
    """An ordering of states of any kind; interpreted only."""

    __slots__ = ("kept",)

    def __init__(self, size: int, fold: int = 0) -> None:
        super().__init__(size, 0, fold)
        self.kept: list[Any] = [None] * size

    def insert(self, first: int, end: int, state: Any, plies: int, score: int) -> int:
        new_end = super().insert(first, end, (), plies, score)
        self.kept[end] = state
        return new_end

    def state(self, place: int, example: Any) -> Any:
        return self.kept[self.slot(place)]


def ordering_for(
    game: Knowledge[Any], state: Any, size: int, claims: "array[int] | None" = None
) -> Ordering:
    words = words_of(game, state)
    if words:
        return Ordering(size, words, game.fold_plies, claims)
    return AnyOrdering(size, game.fold_plies)
