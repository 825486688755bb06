"""Retrograde analysis: solves all positions backwards from finished ones.

A forward search need not end if positions can repeat. Retrograde analysis does: it first numbers
all positions; then each settled position updates its predecessors. A move to a lost position wins;
if all moves lead to won positions, the position is lost. Positions nearest to the end come first,
so that every win is found in the fewest plies and every loss in the most. A position that stays
unsettled is a draw: both players can go on forever.

`write_best` and the functions after it read a finished analysis: best moves, and sizes of symmetry
classes.

    Thomas Ströhlein, "Untersuchungen über kombinatorische Spiele", dissertation, Munich,
    1970; Ken Thompson, "Retrograde Analysis of Certain Endgames", 1986; with counts of the
    moves still open as in Ralph Gasser, "Solving Nine Men's Morris", 1996.
"""

from array import array

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.memory import grow, zeros
from noughts.search.table import PositionIndex
from noughts.value import BASE, DRAW, INFINITY, LOSS, OPEN, WIN

DONE = -1
END = 0  # of a chain of links
LINK_BITS = 31
NUMBER = (1 << LINK_BITS) - 1
# The bit of a link after which the same player moves again.
AGAIN_BIT = 2 * LINK_BITS


class Graph:
    """A game as a graph: numbered positions and the moves between them, with a fixed capacity.

    The moves are stored backwards, as the analysis follows them: each position has a chain of its
    predecessors.

    A link is one move, in one word: the number of the position before the move, the next link to
    the position after it, shifted by `LINK_BITS`, and at `AGAIN_BIT` whether the player who moved
    is to move again.
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
    room: int  # for positions
    link_room: int  # for links, including END, which is not a move

    def __init__(self, room: int, link_room: int) -> None:
        self.explored = self.settled = self.spread = 0
        self.outcomes, self.counts, self.chains = array("q"), array("q"), array("q")
        self.links, self.queue = array("q"), array("q")
        self.links_end = END + 1
        self.enlarge(room, link_room)

    def enlarge(self, room: int, link_room: int) -> None:
        for field in (self.outcomes, self.counts, self.chains):
            grow(field, room)
        grow(self.links, link_room)
        self.room, self.link_room = room, link_room

    def has_room(self, positions: int, moves: int) -> bool:
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


def explore(game: Knowledge[P], example: P, register: PositionIndex[P], graph: Graph) -> int:
    """Number every position reachable from those numbered, and link them.

    Stops when room runs out, and continues from there when called again.

    Returns:
        DONE, or the number of moves of the position that did not fit.
    """
    while graph.explored < register.count:
        number = graph.explored
        position = register.at(number, example)
        outcome = game.outcome(position)
        moves = 0
        if outcome == OPEN:
            for _ in game.moves(position):
                moves += 1
        if not graph.has_room(register.count + moves, moves):
            return moves
        graph.enter(outcome, moves)
        if outcome == OPEN:
            for move in game.moves(position):
                after = game.play(position, move)
                found = register.number(game.canonical(after))
                graph.link(number, found, keeps_turn(game, position, after))
    return DONE


def retrograde(game: Knowledge[P], graph: Graph) -> None:
    """Settle every position of a completely explored graph that has a queue.

    A position that stays OPEN is an endless draw. For other draws it finds how soon they can end if
    both sides only avoid losing.
    """
    graph.begin(LOSS)
    graph.begin(WIN)
    propagate(graph)
    graph.begin(DRAW)
    propagate(graph)


def propagate(graph: Graph) -> None:
    """Propagate settled positions to their predecessors, the nearest to the end first."""
    while graph.spread < graph.settled:
        number = graph.queue[graph.spread]
        graph.spread += 1
        link = graph.chains[number]
        while link != END:
            word = graph.links[link]
            outcome = -graph.outcomes[number] if word >> AGAIN_BIT else graph.outcomes[number]
            graph.learn(word & NUMBER, outcome, graph.counts[number])
            link = word >> LINK_BITS & NUMBER


class Rows:
    """The values of numbered positions, and the best moves of some of them."""

    __slots__ = ("ends", "first", "found", "moves", "next", "outcomes", "plies", "room", "size")

    outcomes: "array[int]"  # of all positions; OPEN for a draw without end
    plies: "array[int]"  # of all positions
    size: int  # the number of rows written in one call
    room: int  # for best moves
    #: The positions written are those from `first` up to `next`.
    first: int
    next: int
    #: The best moves of all of them, and the start of each one's; the last number is the end.
    moves: "array[int]"
    ends: "array[int]"
    found: int

    def __init__(self, outcomes: "array[int]", plies: "array[int]", size: int, room: int) -> None:
        self.outcomes, self.plies = outcomes, plies
        self.size, self.room = size, room
        self.moves, self.ends = zeros(room), zeros(size + 1)
        self.first = self.next = self.found = 0

    def larger(self) -> "Rows":
        rows = Rows(self.outcomes, self.plies, self.size, 2 * self.room)
        rows.next = self.next
        return rows

    def score(self, number: int) -> int:
        """The score of a position for its player to move: higher is better, 0 is a draw."""
        outcome = self.outcomes[number]
        return 0 if outcome == OPEN else outcome * (BASE - self.plies[number])


def write_best(game: Knowledge[P], example: P, register: PositionIndex[P], rows: Rows) -> None:
    """Write the best moves of the next positions, while there is room."""
    rows.first, rows.found = rows.next, 0
    while rows.next < register.count and rows.next - rows.first < rows.size:
        position, begin = register.at(rows.next, example), rows.found
        if game.outcome(position) == OPEN:
            best = -INFINITY
            for move in game.moves(position):
                after = game.play(position, move)
                score = rows.score(register.find(game.canonical(after)))
                if not keeps_turn(game, position, after):
                    score = -score
                if score > best:
                    best, rows.found = score, begin
                if score == best:
                    if rows.found == rows.room:
                        return
                    rows.moves[rows.found] = move
                    rows.found += 1
        rows.next += 1
        rows.ends[rows.next - rows.first] = rows.found


class Orbits:
    __slots__ = ("counts", "next")

    counts: "array[int]"
    #: The first position that is not counted yet.
    next: int

    def __init__(self, positions: int) -> None:
        self.counts = zeros(positions)
        self.next = 0


def measure_orbits(
    game: Knowledge[P], example: P, register: PositionIndex[P], orbits: Orbits
) -> None:
    while orbits.next < register.count:
        orbits.counts[orbits.next] = game.orbit(register.at(orbits.next, example))
        orbits.next += 1


def count_orbits(
    game: Knowledge[P],
    example: P,
    register: PositionIndex[P],
    every: PositionIndex[P],
    orbits: Orbits,
) -> int:
    """Go through every reachable position, symmetric ones too, and count it in its class."""
    while orbits.next < every.count:
        position = every.at(orbits.next, example)
        if game.outcome(position) == OPEN:
            moves = 0
            for move in game.moves(position):
                moves += 1  # noqa: SIM113  # a generator of the rules, read by compiled code
                if every.number(game.play(position, move)) < 0:
                    return moves
        orbits.counts[register.find(game.canonical(position))] += 1
        orbits.next += 1
    return 0


class Parents:
    __slots__ = ("numbers",)

    #: By number; 0 if there is none, as for the first.
    numbers: "array[int]"

    def __init__(self, positions: int) -> None:
        self.numbers = zeros(positions)


def write_parents(
    game: Knowledge[P], example: P, register: PositionIndex[P], parents: Parents
) -> None:
    """Find the parent by which each position was numbered first."""
    known = 0  # positions are numbered in the order in which this finds them
    for number in range(register.count):
        position = register.at(number, example)
        if game.outcome(position) == OPEN:
            for move in game.moves(position):
                found = register.find(game.canonical(game.play(position, move)))
                if found > known:
                    parents.numbers[found], known = number, found
