"""Tactics of gravity games, in addition to `tactics`: cells above other cells.

A move is a column; it lets the opponent mark the cell above the one it fills.

Claimeven is the first of nine rules by which V. Allis, "A Knowledge-based Approach of
Connect-Four", 1988, proves that lines cannot be completed.
"""

from collections.abc import Iterator

from noughts.analysis.explain.facts import Fact, Kind
from noughts.analysis.explain.threats import Threats, as_cells
from noughts.bits import cells_of, lowest


def falling_tactics(threats: Threats, turn: int) -> Iterator[Fact]:
    """Facts about a move, most interesting first; empty without gravity."""
    if threats.reading.falls:
        yield from _no_defence(threats, turn)
        yield from _barred(threats, turn)
        yield from _standing(threats, turn)
        yield from _claimeven(threats, turn)


def _no_defence(threats: Threats, turn: int) -> Iterator[Fact]:
    """Two threats, one above the other; or every answer opens a cell for a line."""
    if threats.stacked:
        cells = threats.my_wins | threats.stacked
        lines = threats.reading.completed_at(cells, threats.mine)
        yield Fact(Kind.STACKS_THREATS, turn, cells_of(cells)[::-1], as_cells(lines))
    elif threats.no_defence and not threats.my_wins:
        yield Fact(Kind.LEAVES_NO_DEFENCE, 1 - turn)


def _barred(threats: Threats, turn: int) -> Iterator[Fact]:
    """Columns that the opponent must now avoid, because they allow a line above."""
    reading, other = threats.reading, 1 - turn
    before = _above_landing(threats, threats.mine_before)
    new = _above_landing(threats, threats.mine) & ~before
    if new and not threats.my_wins and not threats.their_wins:
        moves = tuple(map(reading.move_of, cells_of(new)))
        lines = reading.completed_at(new, threats.mine)
        yield Fact(Kind.BARS, other, cells_of(new), as_cells(lines), moves)


def _above_landing(threats: Threats, mine: int) -> int:
    """Winning cells of `mine` directly above the cells playable after the move."""
    reading = threats.reading
    landing = cells_of(reading.empty(threats.mine, threats.theirs))
    return sum(map(reading.above, landing)) & reading.due(mine, threats.theirs)


def _standing(threats: Threats, turn: int) -> Iterator[Fact]:
    """New winning cells further up, on odd or even rows; the lowest row is 1."""
    reading = threats.reading
    landing = reading.empty(threats.mine, threats.theirs)
    near = landing | sum(map(reading.above, cells_of(landing)))
    due = reading.due(threats.mine, threats.theirs)
    new = cells_of(due & ~reading.due(threats.mine_before, threats.theirs) & ~near)
    for kind, odd in ((Kind.ODD_THREAT, True), (Kind.EVEN_THREAT, False)):
        cells = tuple(cell for cell in new if reading.is_odd(cell) == odd)
        if cells:
            lines = reading.completed_at(sum(1 << cell for cell in cells), threats.mine)
            yield Fact(kind, turn, cells, as_cells(lines))


def _claimeven(threats: Threats, turn: int) -> Iterator[Fact]:
    """Even cells above the move: the mover can take each when the opponent plays below it."""
    if threats.my_wins or threats.their_wins:
        return
    reading = threats.reading
    cells = tuple(_upper_cells(threats))
    lines = {line for cell in cells for line in reading.through[cell] if not line & threats.mine}
    if lines:
        yield Fact(Kind.CLAIMEVEN, turn, cells, number=len(lines))


def _upper_cells(threats: Threats) -> Iterator[int]:
    """The upper cell of each odd-even pair above the move, up to an opponent's threat."""
    reading = threats.reading
    due = reading.due(threats.theirs, threats.mine)
    lower = reading.above(threats.move)
    while lower and reading.is_odd(lowest(lower)) and not lower & due:
        upper = reading.above(lowest(lower))
        if upper:
            yield lowest(upper)
        lower = reading.above(lowest(upper)) if upper else 0
