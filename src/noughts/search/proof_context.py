"""What a search by proof numbers carries with it: its settings, and the count of its nodes."""

from noughts.errors import TooDeep
from noughts.search.proof_numbers import MOST
from noughts.search.stack import here


class ProofContext:
    """A search by proof numbers under way: how far it may go, and what it has cost.

    Args:
        budget: how many nodes it may visit in all before it stops, undecided.
        folded: how many plies below the root symmetric positions are taken for one. Farther
            down there are few of them, and finding them costs more than it saves.
    """

    __slots__ = ("budget", "folded", "nodes", "root", "stack_end")

    nodes: int
    root: int  # the ply at which a search begins
    budget: int
    folded: int
    stack_end: int

    def __init__(self, budget: int = MOST, folded: int = MOST) -> None:
        """Begin with no node visited."""
        self.nodes = 0
        self.root = 0
        self.budget = budget
        self.folded = folded
        self.stack_end = 0

    def visit(self) -> None:
        """Count a node; the budget is the search's own affair.

        Raises:
            TooDeep: the stack ends here.
        """
        if self.stack_end and here() < self.stack_end:
            raise TooDeep
        self.nodes += 1
