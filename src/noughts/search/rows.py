"""Values of numbered positions, row by row: best moves, and sizes of symmetry classes.

The positions are those of a retrograde analysis: one of each symmetry class.
"""

from array import array

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.memory import zeros
from noughts.search.position_index import PositionIndex
from noughts.value import BASE, INFINITY, OPEN


class Rows:
    """The values of numbered positions, and the best moves of some of them.

    Args:
        outcomes: of all positions; OPEN for a draw without end.
        plies: of all positions.
        size: the number of rows written in one call.
        room: the number of best moves.
    """

    __slots__ = ("ends", "first", "found", "moves", "next", "outcomes", "plies", "room", "size")

    outcomes: "array[int]"
    plies: "array[int]"
    size: int
    room: int
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
        """A copy with twice the room for best moves."""
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
    """The number of reachable positions in each symmetry class.

    Args:
        positions: the number of classes.
    """

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
    """Write the sizes of all orbits, by `Knowledge.orbit`."""
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
    """Go through every reachable position, symmetric ones too, and count it in its class.

    Args:
        game: the knowledge.
        example: any position.
        register: one position of each class.
        every: all positions, found while they are counted; it begins with the start.
        orbits: receives the counts.

    Returns:
        The number of moves of the next position, if they do not fit; 0 if all is done.
    """
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
    """A predecessor with a smaller number for each position.

    Args:
        positions: the number of positions.
    """

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
