"""Records of interpreted searches that check the clock, which compiled code cannot do."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.native.clock import CLOCK
from noughts.search.control import SearchControl
from noughts.search.proof_context import ProofContext

# Called with the nodes so far; raises SearchStopped to end the search.
Poll = Callable[[int], None]
# Seconds between two polls.
POLL_SECONDS = 0.05


def timed(known: Knowledge[P], watch: "TimedControl") -> Knowledge[P]:
    """The knowledge for an interpreted search that also checks the clock at each child.

    On large boards a node has hundreds of children. Each takes a millisecond, mostly to find which
    of the symmetric positions is stored.
    """
    looking, children, canonical = copy(known), known.children, known.canonical

    def each(state: Any) -> Iterator[tuple[Any, int]]:
        for child in children(state):
            watch.look()
            yield child

    def folded(position: Any) -> Any:
        watch.look()
        return canonical(position)

    vars(looking).update(children=each, canonical=folded)
    return looking


class TimedControl(SearchControl):
    """Polls now and then.

    Args:
        budget: the most nodes to visit.
        poll: called twenty times a second.
        first: the seconds before the first call, if fewer.
    """

    __slots__ = ("due", "poll")

    def __init__(self, budget: int, poll: Poll, first: float = POLL_SECONDS) -> None:
        super().__init__(budget)
        self.poll = poll
        self.due = CLOCK.time() + min(POLL_SECONDS, first)

    def visit(self) -> None:
        """Count a node.

        Raises:
            SearchStopped: the budget is used up, or `poll` raises it.
        """
        self.look()
        super().visit()

    def look(self) -> None:
        """Poll if it is time."""
        if CLOCK.time() >= self.due:
            self.poll(self.nodes)
            self.due = CLOCK.time() + POLL_SECONDS


class TimedRun(ProofContext):
    """Polls now and then.

    Args:
        run: the run to continue.
        poll: called twenty times a second.
    """

    __slots__ = ("due", "poll")

    due: float
    poll: Poll

    def __init__(self, run: ProofContext, poll: Poll) -> None:
        super().__init__(run.budget, run.folded)
        self.nodes = run.nodes
        self.poll = poll
        self.due = CLOCK.time() + POLL_SECONDS

    def visit(self) -> None:
        """Count a node.

        Raises:
            SearchStopped: `poll` raises it.
        """
        if CLOCK.time() >= self.due:
            self.poll(self.nodes)
            self.due = CLOCK.time() + POLL_SECONDS
        super().visit()
