"""What a move does in a line game, read off the board: completes, blocks, forks, lets fork.

Every fact here follows from the rules alone, by looking at most three plies ahead.
"""

from collections.abc import Iterator

from noughts.analysis.facts import Fact, Kind
from noughts.analysis.line_reading import LineReading
from noughts.bits import count, lowest
from noughts.games.grid import Marks
from noughts.games.lines import cells_of


class Threats:
    """Who can complete a line where, and who can fork where, before and after a move.

    "Mine" is the player who moves, before and after alike.
    """

    def __init__(self, reading: LineReading, position: Marks, move: int) -> None:
        mine, theirs = position
        self.reading = reading
        self.move = move
        self.theirs = theirs
        self.mine_before, self.mine = mine, mine | 1 << move
        self.my_wins_before = reading.wins(mine, theirs)
        self.their_wins_before = reading.wins(theirs, mine)
        self.my_wins = reading.wins(self.mine, theirs)
        self.their_wins = reading.wins(theirs, self.mine)
        self.my_forks_before = reading.forks(mine, theirs)
        self.their_forks_before = reading.forks(theirs, mine)
        self.my_forks = reading.forks(self.mine, theirs)
        self.their_forks = reading.forks(theirs, self.mine)

    @property
    def new_wins(self) -> int:
        """Where the move itself threatens to complete a line."""
        return self.my_wins & ~self.my_wins_before

    @property
    def forced_reply(self) -> int:
        """The one cell where the other must answer, as a set: else a line is completed there."""
        quiet = not self.their_wins and count(self.my_wins) == 1
        choice = count(self.reading.empty(self.mine, self.theirs)) > 1
        return self.my_wins if quiet and choice else 0


def line_tactics(reading: LineReading, position: Marks, turn: int, move: int) -> list[Fact]:
    """What the move does, the most telling first."""
    completed = reading.completed(move, position.mine)
    if completed:
        return [Fact(Kind.COMPLETES_LINE, turn, (move,), _lines(completed))]
    threats = Threats(reading, position, move)
    return [
        *_passes_over(threats, turn),
        *_blocks(threats, turn),
        *_leaves_win(threats, turn),
        *_threats(threats, turn),
        *_forks_of_the_other(threats, turn),
        *_fork_prepared(threats, turn),
        *_no_line_left(threats, turn),
    ]


def _passes_over(threats: Threats, turn: int) -> Iterator[Fact]:
    """A line that the move could have completed, or a fork that it could have made."""
    wins, forks = threats.my_wins_before, threats.my_forks_before
    if wins:
        lines = threats.reading.completed_at(wins, threats.mine_before)
        yield Fact(Kind.PASSES_OVER_WIN, turn, cells_of(wins), _lines(lines))
    if forks and not forks >> threats.move & 1:
        yield Fact(Kind.PASSES_OVER_FORK, turn, cells_of(forks))


def _blocks(threats: Threats, turn: int) -> Iterator[Fact]:
    """The lines that the other would have completed with this very cell."""
    blocked = threats.reading.completed(threats.move, threats.theirs)
    if blocked:
        yield Fact(Kind.BLOCKS, 1 - turn, (threats.move,), _lines(blocked))


def _leaves_win(threats: Threats, turn: int) -> Iterator[Fact]:
    """The lines that the other can now complete."""
    if threats.their_wins:
        lines = threats.reading.completed_at(threats.their_wins, threats.theirs)
        yield Fact(Kind.LEAVES_WIN, 1 - turn, cells_of(threats.their_wins), _lines(lines))


def _threats(threats: Threats, turn: int) -> Iterator[Fact]:
    """One threat, or two at once, and what they force."""
    new = threats.new_wins
    if new:
        kind = Kind.MAKES_FORK if count(new) > 1 else Kind.THREATENS
        lines = threats.reading.completed_at(new, threats.mine)
        yield Fact(kind, turn, cells_of(new), _lines(lines))
    forced = threats.forced_reply
    if forced:
        into_fork = forced & threats.their_forks
        kind = Kind.FORCES_INTO_FORK if into_fork else Kind.FORCES_REPLY
        yield Fact(kind, 1 - turn, moves=(lowest(forced),))


def _forks_of_the_other(threats: Threats, turn: int) -> Iterator[Fact]:
    """Forks that the move allows, or that it stops: for good, or for want of time."""
    forks = threats.their_forks
    if forks and not forks & threats.forced_reply:
        yield Fact(Kind.ALLOWS_FORK, 1 - turn, cells_of(forks))
    could = threats.their_forks_before
    if could and not forks and not threats.their_wins and count(threats.my_wins) < 2:
        later = threats.reading.fork_cells(threats.theirs, threats.mine)
        kind = Kind.KEEPS_BUSY if later else Kind.STOPS_FORK
        yield Fact(kind, 1 - turn, cells_of(later or could), moves=cells_of(threats.forced_reply))


def _fork_prepared(threats: Threats, turn: int) -> Iterator[Fact]:
    """A fork that is ready, unless the other does something about it."""
    quiet = not (threats.my_forks_before or threats.their_wins or threats.their_forks)
    if quiet and threats.my_forks:
        yield Fact(Kind.PREPARES_FORK, turn, cells_of(threats.my_forks))


def _no_line_left(threats: Threats, turn: int) -> Iterator[Fact]:
    """The last line is closed that the other could have completed some day."""
    reading = threats.reading
    if reading.open_lines(threats.mine_before) and not reading.open_lines(threats.mine):
        yield Fact(Kind.LEAVES_NO_LINE, 1 - turn)


def _lines(lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Each line as its cells; each once."""
    return tuple(cells_of(line) for line in dict.fromkeys(lines))
