"""Tactics of line games in misère play, where completing a line loses.

A cell is deadly to a player who would complete a line there, and safe otherwise.
"""

from collections.abc import Iterator

from noughts.analysis.explain.facts import Fact, Kind
from noughts.analysis.explain.line_reading import LineReading
from noughts.bits import cells_of, count, lowest
from noughts.games.common.grid import Marks


def misere_tactics(reading: LineReading, position: Marks, turn: int, move: int) -> list[Fact]:
    """Facts about a move, the most telling first."""
    completed = tuple(map(cells_of, reading.completed(move, position.mine)))
    if completed:
        return [Fact(Kind.COMPLETES_LOSING_LINE, turn, (move,), completed)]
    mine, theirs = position.mine | 1 << move, position.theirs
    return [
        *_safe_cells(reading, mine, theirs, turn),
        *_deadly_cells(reading, position, turn, move),
        *_opponent_safe(reading, position.mine, mine, turn),
    ]


def _safe_cells(reading: LineReading, mine: int, theirs: int, turn: int) -> Iterator[Fact]:
    """The opponent has one safe cell left, or none, so that every move loses."""
    empty = reading.empty(mine, theirs)
    safe = empty & ~reading.wins(theirs, mine)
    if empty and not safe:
        yield Fact(Kind.LEAVES_NO_SAFE_CELL, 1 - turn, cells_of(empty))
    elif count(safe) == 1 and count(empty) > 1:
        yield Fact(Kind.LEAVES_ONE_SAFE_CELL, 1 - turn, moves=(reading.move_of(lowest(safe)),))


def _deadly_cells(reading: LineReading, position: Marks, turn: int, move: int) -> Iterator[Fact]:
    """The move takes a cell deadly to the opponent, or makes cells deadly to the mover."""
    mine, theirs = position
    taken = tuple(map(cells_of, reading.completed(move, theirs)))
    if taken:
        yield Fact(Kind.TAKES_DEADLY_CELL, 1 - turn, (move,), taken)
    new = reading.due(mine | 1 << move, theirs) & ~reading.due(mine, theirs)
    if new:
        yield Fact(Kind.MAKES_DEADLY, turn, cells_of(new))


def _opponent_safe(reading: LineReading, before: int, mine: int, turn: int) -> Iterator[Fact]:
    """The move closes the last line that the opponent could be forced to complete."""
    if reading.open_lines(before) and not reading.open_lines(mine):
        yield Fact(Kind.LEAVES_OPPONENT_SAFE, 1 - turn)
