"""Records of a running search: its limits and node count, and the bounds of a score.

A search counts its nodes in one of these records. All their fields are whole numbers, or arrays of
them: the compiled form has them in its own memory, and `noughts.native` copies them there and back.
"""

from array import array

from noughts.errors import SearchStopped, TooDeep
from noughts.search.memory import zeros
from noughts.search.stack import here
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

    def forget(self) -> None:
        self.asked = 0
        self.bounds[LOWER] = -INFINITY
        self.bounds[UPPER] = INFINITY

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
