"""The context of a running search: settings and node count."""

from array import array

from noughts.errors import SearchStopped, TooDeep
from noughts.search.memory import zeros
from noughts.search.stack import here
from noughts.value import BY_DISTANCE, Scoring

NO_LIMIT = -1


class SearchContext:
    """A running search. All its fields are whole numbers; -1 means no limit.

    The compiled form has these fields in its own memory: `noughts.native` copies them there and
    back.


    Args:
        scoring: the convention by which the end of a game is scored.
        limit: the horizon: the number of plies that the search looks ahead.
        budget: node limit before it raises SearchStopped.
        live: a word that ends the search at its next node when it is not 0; others may set it.
    """

    __slots__ = ("base", "budget", "cut_off", "limit", "live", "nodes", "per_ply", "stack_end")

    nodes: int
    base: int
    per_ply: int
    limit: int
    cut_off: int
    budget: int
    stack_end: int  # the lowest address the stack may reach; 0 if unwatched
    live: "array[int]"

    def __init__(
        self,
        scoring: Scoring = BY_DISTANCE,
        limit: int = NO_LIMIT,
        budget: int = NO_LIMIT,
        live: "array[int] | None" = None,
    ) -> None:
        self.nodes = 0
        self.base = scoring.base
        self.per_ply = scoring.per_ply
        self.limit = limit
        self.cut_off = 0
        self.budget = budget
        self.stack_end = 0
        self.live = zeros(1) if live is None else live

    def visit(self) -> None:
        """Count a node; raise SearchStopped when the budget is used up, or it is to end."""
        if self.nodes == self.budget or self.live[0]:
            raise SearchStopped
        self.nodes += 1

    def score(self, outcome: int, ply: int) -> int:
        """The score of an outcome, `ply` plies below the root."""
        return outcome * (self.base - self.per_ply * ply)

    def horizon(self, ply: int) -> bool:
        """Whether the search is at its horizon; records that it was.

        Raises:
            TooDeep: the stack ends here.
        """
        if self.stack_end and here() < self.stack_end:
            raise TooDeep
        if ply != self.limit:
            return False
        self.cut_off = 1
        return True

    def stay_above_the_end(self) -> None:
        """Check the stack before each deeper call.

        Raises:
            TooDeep: the stack ends here.
        """
        if self.stack_end and here() < self.stack_end:
            raise TooDeep
