"""A game as a graph: its positions by number, what is known of each, and the moves between.

The moves are kept backwards, since that is how retrograde analysis walks them: each
position has a chain of the positions that have a move to it.
"""

from array import array

from noughts.search.register import zeros
from noughts.value import DRAW, OPEN, WIN

END = 0  # of a chain of links


class Graph:
    """Numbered positions and the moves between them. All fields are whole numbers or arrays.

    A link stands for one move and takes two words: the number of the position before
    the move, and the next link to the same position after it.

    Args:
        room: how many positions it can hold.
        link_room: how many links, the one at END included.
    """

    __slots__ = (
        "chains", "explored", "link_room", "links", "links_end", "open_moves", "outcomes",
        "plies", "queue", "room", "settled", "spread",
    )  # fmt: skip

    #: How many positions have been entered, and what for each of them is known: how it ends
    #: (OPEN: not known), in how many plies, how many of its moves may yet prove better than a
    #: loss, and its chain of links.
    explored: int
    outcomes: "array[int]"
    plies: "array[int]"
    open_moves: "array[int]"
    chains: "array[int]"
    links: "array[int]"
    links_end: int
    #: The positions whose end is known, the nearest to their end first; how many there are,
    #: and of how many the positions before them have been told.
    queue: "array[int]"
    settled: int
    spread: int
    room: int
    link_room: int

    def __init__(self, room: int, link_room: int) -> None:
        """Begin with no position; the link at END stands for none."""
        self.explored = self.settled = self.spread = 0
        self.outcomes, self.plies, self.open_moves, self.chains, self.queue, self.links = (
            array("q") for _ in range(6)
        )
        self.links_end = END + 2
        self.room = self.link_room = 0
        self.enlarge(room, link_room)

    def enlarge(self, room: int, link_room: int) -> None:
        """Make room for so many positions and links in all."""
        for field in (self.outcomes, self.plies, self.open_moves, self.chains, self.queue):
            field.extend(zeros(room - len(field)))
        self.links.extend(zeros(2 * link_room - len(self.links)))
        self.room, self.link_room = room, link_room

    def has_room(self, positions: int, moves: int) -> bool:
        """Whether it can hold so many positions in all, and so many moves more."""
        return positions <= self.room and self.links_end // 2 + moves <= self.link_room

    def enter(self, outcome: int, moves: int) -> None:
        """Enter the next position. A game that is won or lost there is settled."""
        number = self.explored
        self.explored += 1
        self.outcomes[number] = outcome
        self.open_moves[number] = moves
        if outcome != OPEN and outcome != DRAW:
            self.settle(number, outcome, 0)

    def link(self, before: int, after: int) -> None:
        """A move leads from one position to the other; the latter may be entered later."""
        self.links[self.links_end] = before
        self.links[self.links_end + 1] = self.chains[after]
        self.chains[after] = self.links_end
        self.links_end += 2

    def learn(self, number: int, outcome: int, plies: int) -> None:
        """A move from this position leads to one that ends so: what that says of this one."""
        if self.outcomes[number] != OPEN:
            return
        if outcome == WIN:  # for the other player: so this move is no good
            self.open_moves[number] -= 1
            if self.open_moves[number] > 0:
                return
        self.settle(number, -outcome, plies + 1)

    def settle(self, number: int, outcome: int, plies: int) -> None:
        """The position ends so; those before it will be told in their turn."""
        self.outcomes[number] = outcome
        self.plies[number] = plies
        self.queue[self.settled] = number
        self.settled += 1
