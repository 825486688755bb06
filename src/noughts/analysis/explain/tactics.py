"""Tactics of a line game: lines, blocks, threats and forks.

Every fact follows from the rules, at most three plies ahead. A move is the cell that it marks;
`falling_tactics` adds facts for games with gravity.
"""

from collections.abc import Iterator

from noughts.analysis.explain.facts import Fact, Kind
from noughts.analysis.explain.gravity_tactics import falling_tactics
from noughts.analysis.explain.line_reading import LineReading
from noughts.analysis.explain.threats import Threats, as_cells
from noughts.bits import cells_of, count, lowest
from noughts.games.common.grid import Marks


def line_tactics(reading: LineReading, position: Marks, turn: int, move: int) -> list[Fact]:
    """Facts about a move, the most telling first."""
    completed = reading.completed(move, position.mine)
    if completed:
        return [Fact(Kind.COMPLETES_LINE, turn, (move,), as_cells(completed))]
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
    wins, forks = threats.my_wins_before, threats.my_forks_before
    if wins:
        lines = threats.reading.completed_at(wins, threats.mine_before)
        yield Fact(Kind.PASSES_OVER_WIN, turn, cells_of(wins), as_cells(lines))
    if forks and not forks >> threats.move & 1 and not _as_good(threats):
        yield Fact(Kind.PASSES_OVER_FORK, turn, cells_of(forks))


def _as_good(threats: Threats) -> bool:
    """Whether the move leaves no defence, so that no fork is missed."""
    return threats.reading.falls and threats.no_defence


def _blocks(threats: Threats, turn: int) -> Iterator[Fact]:
    blocked = threats.reading.completed(threats.move, threats.theirs)
    if blocked:
        yield Fact(Kind.BLOCKS, 1 - turn, (threats.move,), as_cells(blocked))


def _leaves_win(threats: Threats, turn: int) -> Iterator[Fact]:
    """The lines that the opponent can now complete: directly above the move, or elsewhere."""
    handed = threats.their_wins & threats.reading.above(threats.move)
    for kind, cells in ((Kind.HANDS_WIN, handed), (Kind.LEAVES_WIN, threats.their_wins & ~handed)):
        if cells:
            lines = threats.reading.completed_at(cells, threats.theirs)
            yield Fact(kind, 1 - turn, cells_of(cells), as_cells(lines))


def _threats(threats: Threats, turn: int) -> Iterator[Fact]:
    """New threats, and the reply that they force."""
    new = threats.new_wins
    if new:
        kind = Kind.MAKES_FORK if count(new) > 1 else Kind.THREATENS
        lines = threats.reading.completed_at(new, threats.mine)
        yield Fact(kind, turn, cells_of(new), as_cells(lines))
    forced = threats.forced_reply
    if forced:
        into_fork = forced & threats.their_forks
        kind = Kind.FORCES_INTO_FORK if into_fork else Kind.FORCES_REPLY
        yield Fact(kind, 1 - turn, moves=(threats.reading.move_of(lowest(forced)),))


def _forks_of_the_other(threats: Threats, turn: int) -> Iterator[Fact]:
    """Forks of the opponent that the move allows or stops."""
    forks = threats.their_forks
    if forks and not forks & threats.forced_reply:
        yield Fact(Kind.ALLOWS_FORK, 1 - turn, cells_of(forks))
    could = threats.their_forks_before
    if could and not forks and not threats.their_wins and count(threats.my_wins) < 2:
        yield from _fork_stopped(threats, turn, could)


def _fork_stopped(threats: Threats, turn: int, could: int) -> Iterator[Fact]:
    """The opponent can no longer fork, or has to answer a threat first.

    With gravity, the second is never claimed: the answer may make other cells playable.
    """
    if threats.reading.falls:
        if not threats.my_wins:
            yield Fact(Kind.STOPS_FORK, 1 - turn, cells_of(could))
        return
    later = threats.reading.fork_cells(threats.theirs, threats.mine)
    kind = Kind.KEEPS_BUSY if later else Kind.STOPS_FORK
    yield Fact(kind, 1 - turn, cells_of(later or could), moves=cells_of(threats.forced_reply))


def _fork_prepared(threats: Threats, turn: int) -> Iterator[Fact]:
    """A fork that the mover can make next."""
    quiet = not (threats.my_forks_before or threats.their_wins or threats.their_forks)
    if quiet and threats.my_forks:
        yield Fact(Kind.PREPARES_FORK, turn, cells_of(threats.my_forks))


def _no_line_left(threats: Threats, turn: int) -> Iterator[Fact]:
    """The move closes the opponent's last open line."""
    reading = threats.reading
    if reading.open_lines(threats.mine_before) and not reading.open_lines(threats.mine):
        yield Fact(Kind.LEAVES_NO_LINE, 1 - turn)
