"""A node counter that other threads can read, and stop, while a search runs."""

from array import array

from noughts.errors import SearchStopped, TooDeep
from noughts.search.context import NO_LIMIT
from noughts.search.memory import zeros
from noughts.search.stack import here

# Words of `SearchControl.live`: a stop flag, and the node count, updated now and then.
STOP, NODES = 0, 1
EVERY = 1 << 12


class SearchControl:
    """A running search, like `SearchContext`, with `live`, shared by compiled code and Python.

    Args:
        budget: node limit before it raises SearchStopped; -1 for none.

    >>> watch = SearchControl(budget=1)
    >>> watch.visit()
    >>> watch.visit()
    Traceback (most recent call last):
    noughts.errors.SearchStopped
    """

    __slots__ = ("budget", "live", "nodes", "stack_end")

    nodes: int
    budget: int
    stack_end: int
    live: "array[int]"

    def __init__(self, budget: int = NO_LIMIT) -> None:
        self.nodes = 0
        self.budget = budget
        self.stack_end = 0
        self.live = zeros(2)

    def visit(self) -> None:
        """Count a node.

        Raises:
            SearchStopped: the budget is used up, or `stop` was called.
            TooDeep: the stack ends here.
        """
        if self.nodes == self.budget or self.live[STOP]:
            raise SearchStopped
        if self.stack_end and here() < self.stack_end:
            raise TooDeep
        self.nodes += 1
        if self.nodes & EVERY - 1 == 0:
            self.live[NODES] = self.nodes

    def stop(self) -> None:
        """Stop the search at its next node."""
        self.live[STOP] = 1
