"""Records of a running search: its limits and node count, bounds of a score, order of moves.

A search counts its nodes in one of these records. All their fields are whole numbers, or arrays of
them: the compiled form has them in its own memory, and `noughts.native` copies them there and back.

Moves are ordered on a stack of the states to search, for the whole path. Threads that search
together claim the positions they search. A move to a position claimed by another thread is put
off to the end: by then, that thread may have stored its score in the table.

    Jean-Christophe Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19,
    1996, for putting moves off.
"""

from array import array
from typing import Any

from noughts.bits import WORD_BITS
from noughts.errors import SearchStopped, TooDeep
from noughts.knowledge import Knowledge
from noughts.search.depth import here
from noughts.search.memory import unpack_position, words_of, write_position, zeros
from noughts.value import BASE, BY_DISTANCE, INFINITY, Scoring

NO_LIMIT = -1
# Words of `live`: a stop flag, and the node count, updated now and then.
STOP, NODES = 0, 1
EVERY = 1 << 12

FIRST_QUESTIONS = 4
LOWER, UPPER = 0, 1


class SearchControl:
    """A node count with a limit, which other threads can read, and stop, while a search runs.

    >>> watch = SearchControl(budget=1)
    >>> watch.visit()
    >>> watch.visit()
    Traceback (most recent call last):
    noughts.errors.SearchStopped
    """

    __slots__ = ("budget", "live", "nodes", "stack_end")

    nodes: int
    budget: int  # node limit before it raises SearchStopped; -1 for none
    stack_end: int  # the lowest address the stack may reach; 0 if unwatched
    live: "array[int]"  # two words shared by compiled code and Python

    def __init__(self, budget: int = NO_LIMIT, live: "array[int] | None" = None) -> None:
        self.nodes = 0
        self.budget = budget
        self.stack_end = 0
        self.live = zeros(2) if live is None else live

    def visit(self) -> None:
        """Count a node.

        Raises:
            SearchStopped: the budget is used up, or `stop` was called.
            TooDeep: the stack ends here.
        """
        if self.nodes == self.budget or self.live[STOP]:
            raise SearchStopped
        self.stay_above_the_end()
        self.nodes += 1
        if self.nodes & EVERY - 1 == 0:
            self.live[NODES] = self.nodes

    def stay_above_the_end(self) -> None:
        """Raise TooDeep if the stack ends here."""
        if self.stack_end and here() < self.stack_end:
            raise TooDeep

    def stop(self) -> None:
        self.live[STOP] = 1


# Constants of a linear congruential generator (Knuth, MMIX), whose highest bits are used.
FACTOR, SUMMAND = 6364136223846793005, 1442695040888963407
STATE_MASK, DRAWN_FROM = (1 << 63) - 1, 33


class RandomControl(SearchControl):
    """A running search with random numbers, the same ones in both forms.

    >>> first, second = (RandomControl(seed=1) for _ in range(2))
    >>> [first.draw(100) for _ in range(9)] == [second.draw(100) for _ in range(9)]
    True
    """

    __slots__ = ("state",)

    state: int

    def __init__(self, seed: int, live: "array[int] | None" = None) -> None:
        super().__init__(NO_LIMIT, live)
        self.state = seed & STATE_MASK

    def draw(self, choices: int) -> int:
        """A random number from 0 to below `choices`."""
        self.state = self.state * FACTOR + SUMMAND & STATE_MASK
        return (self.state >> DRAWN_FROM) % choices


class SearchContext(SearchControl):
    """A running textbook search, with its settings."""

    __slots__ = ("base", "cut_off", "limit", "per_ply")

    base: int  # by which the end of a game is scored
    per_ply: int
    limit: int  # the horizon: the number of plies that the search looks ahead; -1 for no limit
    cut_off: int  # whether it was at its horizon

    def __init__(
        self,
        scoring: Scoring = BY_DISTANCE,
        limit: int = NO_LIMIT,
        budget: int = NO_LIMIT,
        live: "array[int] | None" = None,
    ) -> None:
        super().__init__(budget, live)
        self.base = scoring.base
        self.per_ply = scoring.per_ply
        self.limit = limit
        self.cut_off = 0

    # This takes a tenth of the time of the shortest searches, so leaves do not check the stack.
    def visit(self) -> None:
        if self.nodes == self.budget or self.live[STOP]:
            raise SearchStopped
        self.nodes += 1

    def score(self, outcome: int, ply: int) -> int:
        """The score of an outcome, `ply` plies below the root."""
        return outcome * (self.base - self.per_ply * ply)

    def horizon(self, ply: int) -> bool:
        """Whether the search is at its horizon; records that it was."""
        if self.stack_end and here() < self.stack_end:
            raise TooDeep
        if ply != self.limit:
            return False
        self.cut_off = 1
        return True


class ScoreBounds:
    """Bounds that close in on a score by questions "is it above this?" (MTD).

    First it looks for a quick win or loss: the shallow tree is small, and often decides. Then for a
    win, a loss or a draw, then for one a ply quicker than known, and so on: an answer often gives
    more than the question needed. (Aske Plaat and others, "Best-first fixed-depth minimax
    algorithms", 1996: MTD(f) from a first guess of a draw.)
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
        twin = ScoreBounds(self.lower(), self.upper())
        twin.asked = self.asked
        return twin

    def forget(self, most: int) -> None:
        """Start over; a score beyond `most`, or below its negative, need not be exact."""
        self.asked = 0
        self.bounds[LOWER] = -most
        self.bounds[UPPER] = most

    def lower(self) -> int:
        return self.bounds[LOWER]

    def upper(self) -> int:
        return self.bounds[UPPER]

    def settled(self) -> bool:
        return self.lower() >= self.upper()

    def close_in(self, lower: int, upper: int) -> None:
        self.bounds[LOWER] = max(self.bounds[LOWER], lower)
        self.bounds[UPPER] = min(self.bounds[UPPER], upper)

    def take(self, other: "ScoreBounds") -> None:
        self.close_in(other.lower(), other.upper())
        self.asked = max(self.asked, other.asked)

    def question(self, quick_depth: int) -> int:
        """The next number to compare the score with, within the bounds."""
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
        if score > asked:
            self.close_in(score, INFINITY)
        else:
            self.close_in(-INFINITY, score)


# A slot's number and its score share a word: the slot in the lower half.
SLOT_BITS = 32
SLOT = (1 << SLOT_BITS) - 1
# Positions are claimed up to this ply below the root: deeper ones take little time. On Connect Four
# two threads visited 8 % more nodes than one with 12, 16 % with 30, 28 % without claims. Of more
# than FEW threads, sixteen visited a sixth fewer with MORE_CLAIM_PLIES, eight and four equally
# many.
CLAIM_PLIES, MORE_CLAIM_PLIES, FEW = 12, 20, 8
CLAIM_BITS = 12


class Claiming:
    """Words of a sorted index, and the names that a team of threads is searching.

    A thread puts off what another one has claimed. Claims are hints: a lost or stale one costs only
    time.
    """

    __slots__ = ()

    words: "array[int]"
    claims: "array[int]"

    def put_off(self, place: int, end: int) -> None:
        """Move a place behind the others up to `end`."""
        word = self.words[place]
        for later in range(place + 1, end):
            self.words[later - 1] = self.words[later]
        self.words[end - 1] = word

    def leaves_to_others(self, name: int, place: int, first: int, last: int, end: int) -> bool:
        """Put off a place that another thread looks at, or claim it; the first is never put off.

        Places from `last` on are put off already. Without a name, 0, nothing is claimed.
        """
        if name and first < place < last and self.claimed(name):
            self.put_off(place, end)
            return True
        if name:
            self.claim(name)
        return False

    def claimed(self, name: int) -> bool:
        return self.claims[name >> WORD_BITS - CLAIM_BITS] == name

    def claim(self, name: int) -> None:
        self.claims[name >> WORD_BITS - CLAIM_BITS] = name

    def release(self, name: int) -> None:
        self.claims[name >> WORD_BITS - CLAIM_BITS] = 0


class Ordering(Claiming):
    """The states to search from every position on the path, most promising first.

    A state stays in its slot, with the number of plies it is ahead. `words` is a sorted index of
    slots.

    Args:
        size: the number of states.
        width: the number of words of a state.
        fold: symmetric positions are folded up to this ply below the root.
        claims: the claims shared by a team of threads, `zeros(1 << CLAIM_BITS)`; None for a single
            thread.

    >>> from noughts.games.common.cell_game import Marks
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
        self.sort_in(first, end, score << SLOT_BITS | end)
        return end + 1

    def sort_in(self, first: int, place: int, word: int) -> None:
        """Put a word of the index behind all words of at least its score."""
        while place > first and self.words[place - 1] >> SLOT_BITS < word >> SLOT_BITS:
            self.words[place] = self.words[place - 1]
            place -= 1
        self.words[place] = word

    def slot(self, place: int) -> int:
        return self.words[place] & SLOT

    def plies(self, place: int) -> int:
        return self.states[self.slot(place) * (self.width + 1)]

    def state(self, place: int, example: Any) -> Any:
        """The state at a place, of the example's type."""
        slot = self.slot(place) * (self.width + 1)
        return unpack_position(example, self.states, slot + 1, self.width)

    def bring(self, place: int, first: int, to: int, more: int) -> None:
        """Sort a place in among those from `first` to `to`, with a higher score."""
        self.sort_in(first, to, self.words[place] + (more << SLOT_BITS))


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
