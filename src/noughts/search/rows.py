"""What is known of numbered positions, row by row: best moves, and for how many each stands.

The positions are those of a retrograde analysis: one of each class of symmetric ones.
"""

from array import array

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.memory import zeros
from noughts.search.position_index import PositionIndex
from noughts.value import BASE, INFINITY, OPEN


class Rows:
    """The values of numbered positions, and room for the best moves of some of them.

    Args:
        outcomes: of all positions; OPEN for a draw without end.
        plies: of all positions.
        size: how many rows there is room for at a time.
        room: how many best moves.
    """

    __slots__ = ("ends", "first", "found", "moves", "next", "outcomes", "plies", "room", "size")

    outcomes: "array[int]"
    plies: "array[int]"
    size: int
    room: int
    #: The positions written are those from `first` on, up to `next`.
    first: int
    next: int
    #: The best moves of all of them, and where those of each begin; the last number is the end.
    moves: "array[int]"
    ends: "array[int]"
    found: int

    def __init__(self, outcomes: "array[int]", plies: "array[int]", size: int, room: int) -> None:
        """Begin with the first position."""
        self.outcomes, self.plies = outcomes, plies
        self.size, self.room = size, room
        self.moves, self.ends = zeros(room), zeros(size + 1)
        self.first = self.next = self.found = 0

    def larger(self) -> "Rows":
        """The same, with twice the room for best moves."""
        rows = Rows(self.outcomes, self.plies, self.size, 2 * self.room)
        rows.next = self.next
        return rows

    def score(self, number: int) -> int:
        """What a position is worth to the player to move there: higher is better, 0 a draw."""
        outcome = self.outcomes[number]
        return 0 if outcome == OPEN else outcome * (BASE - self.plies[number])


def write_best(game: Knowledge[P], example: P, register: PositionIndex[P], rows: Rows) -> None:
    """Write the best moves of the next positions, as far as there is room."""
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
    """How many positions each numbered one stands for.

    Args:
        positions: how many are numbered.
    """

    __slots__ = ("counts", "next")

    counts: "array[int]"
    #: The first position that is not counted yet.
    next: int

    def __init__(self, positions: int) -> None:
        """Count none yet."""
        self.counts = zeros(positions)
        self.next = 0


def measure_orbits(
    game: Knowledge[P], example: P, register: PositionIndex[P], orbits: Orbits
) -> None:
    """Write the sizes of all orbits, as the knowledge knows them."""
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
    """Go through every reachable position, symmetric ones too, and count it where it belongs.

    Args:
        game: the knowledge.
        example: any position.
        register: one position of each class.
        every: all positions, found while they are counted; it begins with the start.
        orbits: what is counted.

    Returns:
        How many moves the next position has, for which there is no room; 0 when all is done.
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
    """For each numbered position one that leads to it and has a smaller number.

    Args:
        positions: how many are numbered.
    """

    __slots__ = ("numbers",)

    #: By number; 0 where none is found, so for the first.
    numbers: "array[int]"

    def __init__(self, positions: int) -> None:
        """Know none yet."""
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
