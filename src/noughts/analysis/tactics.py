"""What a move does in a line game, read off the board: completes, blocks, forks, lets fork.

Every fact here follows from the rules alone, by looking at most three plies ahead. A move is
the cell that it marks; where marks fall, `falling_tactics` has more to say.
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
        """The one cell where the other must answer, as a set: else a line is completed there.

        None where even that answer does not help.
        """
        quiet = not self.their_wins and count(self.my_wins) == 1
        choice = count(self.reading.empty(self.mine, self.theirs)) > 1
        return self.my_wins if quiet and choice and not self.stacked else 0

    @property
    def stacked(self) -> int:
        """The cell above a lone threat, where the next line is completed, as a set."""
        if self.their_wins or count(self.my_wins) != 1:
            return 0
        return self.reading.above(lowest(self.my_wins)) & self.reading.due(self.mine, self.theirs)

    @property
    def no_defence(self) -> bool:
        """Whether a line is completed after every answer."""
        reading = self.reading
        answers = cells_of(reading.empty(self.mine, self.theirs))
        wins = [reading.wins(self.mine, self.theirs | 1 << answer) for answer in answers]
        return not self.their_wins and bool(wins) and all(wins)


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
        *falling_tactics(threats, turn),
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
    if forks and not forks >> threats.move & 1 and not _as_good(threats):
        yield Fact(Kind.PASSES_OVER_FORK, turn, cells_of(forks))


def _as_good(threats: Threats) -> bool:
    """Whether the move, though no fork, leaves no defence either."""
    return threats.reading.falls and threats.no_defence


def _blocks(threats: Threats, turn: int) -> Iterator[Fact]:
    """The lines that the other would have completed with this very cell."""
    blocked = threats.reading.completed(threats.move, threats.theirs)
    if blocked:
        yield Fact(Kind.BLOCKS, 1 - turn, (threats.move,), _lines(blocked))


def _leaves_win(threats: Threats, turn: int) -> Iterator[Fact]:
    """The lines that the other can now complete; above the marked cell, thanks to the move."""
    handed = threats.their_wins & threats.reading.above(threats.move)
    for kind, cells in ((Kind.HANDS_WIN, handed), (Kind.LEAVES_WIN, threats.their_wins & ~handed)):
        if cells:
            lines = threats.reading.completed_at(cells, threats.theirs)
            yield Fact(kind, 1 - turn, cells_of(cells), _lines(lines))


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
        yield Fact(kind, 1 - turn, moves=(threats.reading.move_of(lowest(forced)),))


def _forks_of_the_other(threats: Threats, turn: int) -> Iterator[Fact]:
    """Forks that the move allows, or that it stops: for good, or for want of time."""
    forks = threats.their_forks
    if forks and not forks & threats.forced_reply:
        yield Fact(Kind.ALLOWS_FORK, 1 - turn, cells_of(forks))
    could = threats.their_forks_before
    if could and not forks and not threats.their_wins and count(threats.my_wins) < 2:
        yield from _fork_stopped(threats, turn, could)


def _fork_stopped(threats: Threats, turn: int, could: int) -> Iterator[Fact]:
    """The other can fork no more; or could still, but has to answer a threat.

    Where marks fall nothing is said of the latter: the answer may change what can be marked.
    """
    if threats.reading.falls:
        if not threats.my_wins:
            yield Fact(Kind.STOPS_FORK, 1 - turn, cells_of(could))
        return
    later = threats.reading.fork_cells(threats.theirs, threats.mine)
    kind = Kind.KEEPS_BUSY if later else Kind.STOPS_FORK
    yield Fact(kind, 1 - turn, cells_of(later or could), moves=cells_of(threats.forced_reply))


def falling_tactics(threats: Threats, turn: int) -> Iterator[Fact]:
    """What there is to say besides where marks fall: of cells above others."""
    if threats.reading.falls:
        yield from _no_defence(threats, turn)
        yield from _barred(threats, turn)
        yield from _standing(threats, turn)


def _no_defence(threats: Threats, turn: int) -> Iterator[Fact]:
    """Two threats one above the other; or no answer that does not open a cell for a line."""
    if threats.stacked:
        cells = threats.my_wins | threats.stacked
        lines = threats.reading.completed_at(cells, threats.mine)
        yield Fact(Kind.STACKS_THREATS, turn, cells_of(cells)[::-1], _lines(lines))
    elif threats.no_defence and not threats.my_wins:
        yield Fact(Kind.LEAVES_NO_DEFENCE, 1 - turn)


def _barred(threats: Threats, turn: int) -> Iterator[Fact]:
    """The columns that the other had better leave alone now: a line is completed above."""
    reading, other = threats.reading, 1 - turn
    before = _above_landing(threats, threats.mine_before)
    new = _above_landing(threats, threats.mine) & ~before
    if new and not threats.my_wins and not threats.their_wins:
        moves = tuple(map(reading.move_of, cells_of(new)))
        lines = reading.completed_at(new, threats.mine)
        yield Fact(Kind.BARS, other, cells_of(new), _lines(lines), moves)


def _above_landing(threats: Threats, mine: int) -> int:
    """The cells just above those that can be marked after the move, where `mine` is due."""
    reading = threats.reading
    landing = cells_of(reading.empty(threats.mine, threats.theirs))
    return sum(map(reading.above, landing)) & reading.due(mine, threats.theirs)


def _standing(threats: Threats, turn: int) -> Iterator[Fact]:
    """Cells farther up that now complete a line, by their row: 1 is the lowest."""
    reading = threats.reading
    landing = reading.empty(threats.mine, threats.theirs)
    near = landing | sum(map(reading.above, cells_of(landing)))
    due = reading.due(threats.mine, threats.theirs)
    new = cells_of(due & ~reading.due(threats.mine_before, threats.theirs) & ~near)
    for kind, odd in ((Kind.ODD_THREAT, True), (Kind.EVEN_THREAT, False)):
        cells = tuple(cell for cell in new if reading.is_odd(cell) == odd)
        if cells:
            lines = reading.completed_at(sum(1 << cell for cell in cells), threats.mine)
            yield Fact(kind, turn, cells, _lines(lines))


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
