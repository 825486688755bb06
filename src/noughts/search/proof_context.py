"""The context of a proof-number search: settings and node count."""

from noughts.errors import TooDeep
from noughts.search.proof_numbers import MOST
from noughts.search.stack import here


class ProofContext:
    """A running proof-number search: its limits and node count.

    Args:
        budget: the most nodes to visit in all before it stops, undecided.
        folded: symmetric positions are folded up to this ply below the root. Deeper, there are few,
            and finding them costs more than it saves.
    """

    __slots__ = ("budget", "folded", "nodes", "root", "stack_end")

    nodes: int
    root: int  # the ply at which a search begins
    budget: int
    folded: int
    stack_end: int

    def __init__(self, budget: int = MOST, folded: int = MOST) -> None:
        self.nodes = 0
        self.root = 0
        self.budget = budget
        self.folded = folded
        self.stack_end = 0

    def visit(self) -> None:
        """Count a node; the search checks the budget.

        Raises:
            TooDeep: the stack ends here.
        """
        if self.stack_end and here() < self.stack_end:
            raise TooDeep
        self.nodes += 1
