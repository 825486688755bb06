"""A game as a graph: numbered positions, their outcomes, and the moves between them.

The moves are stored backwards, as retrograde analysis follows them: each position has a chain of
its predecessors.
"""

from array import array

from noughts.search.memory import grow
from noughts.value import OPEN, WIN

END = 0  # of a chain of links
LINK_BITS = 31
NUMBER = (1 << LINK_BITS) - 1
# The bit of a link after which the same player moves again.
AGAIN_BIT = 2 * LINK_BITS


class Graph:
    """Numbered positions and the moves between them, with a fixed capacity.

    A link is one move, in one word: the number of the position before the move, the next link to
    the position after it, shifted by `LINK_BITS`, and at `AGAIN_BIT` whether the player who moved
    is to move again.

    Args:
        room: the number of positions.
        link_room: the number of links, including END, which is not a move.
    """

    __slots__ = (
        "chains", "counts", "explored", "link_room", "links", "links_end", "outcomes", "queue",
        "room", "settled", "spread",
    )  # fmt: skip

    #: Number of positions entered. Then for each: its outcome (OPEN if unknown); the plies to it,
    #: or while it is OPEN, the number of its moves that may be better than a loss; and the first
    #: link of its chain.
    explored: int
    outcomes: "array[int]"
    counts: "array[int]"
    chains: "array[int]"
    links: "array[int]"
    links_end: int
    #: Settled positions, nearest to the end first; their number; and the number whose predecessors
    #: have been updated.
    queue: "array[int]"
    settled: int
    spread: int
    room: int
    link_room: int

    def __init__(self, room: int, link_room: int) -> None:
        self.explored = self.settled = self.spread = 0
        self.outcomes, self.counts, self.chains = array("q"), array("q"), array("q")
        self.links, self.queue = array("q"), array("q")
        self.links_end = END + 1
        self.enlarge(room, link_room)

    def enlarge(self, room: int, link_room: int) -> None:
        """Enlarge the capacity to that number of positions and links."""
        for field in (self.outcomes, self.counts, self.chains):
            grow(field, room)
        grow(self.links, link_room)
        self.room, self.link_room = room, link_room

    def has_room(self, positions: int, moves: int) -> bool:
        """Whether there is room for `positions` in all, and `moves` more moves."""
        return positions <= self.room and self.links_end + moves <= self.link_room

    def enter(self, outcome: int, moves: int) -> None:
        """Add the next position, either finished or with a number of moves."""
        self.outcomes[self.explored] = outcome
        self.counts[self.explored] = moves
        self.explored += 1

    def link(self, before: int, after: int, again: bool) -> None:
        """Add a move between positions; the latter may be added later."""
        word = before | self.chains[after] << LINK_BITS
        self.links[self.links_end] = word | again << AGAIN_BIT
        self.chains[after] = self.links_end
        self.links_end += 1

    def begin(self, outcome: int) -> None:
        """Settle the finished positions with this outcome."""
        for number in range(self.explored):
            if self.outcomes[number] == outcome:
                self.settle(number, outcome, 0)

    def learn(self, number: int, outcome: int, plies: int) -> None:
        """Update a position from a settled child, whose outcome is the other player's."""
        if self.outcomes[number] != OPEN:
            return
        if outcome == WIN:  # for the other player, so this move does not help
            self.counts[number] -= 1
            if self.counts[number] > 0:
                return
        self.settle(number, -outcome, plies + 1)

    def settle(self, number: int, outcome: int, plies: int) -> None:
        """Settle a position and queue it for its predecessors."""
        self.outcomes[number] = outcome
        self.counts[number] = plies
        self.queue[self.settled] = number
        self.settled += 1
