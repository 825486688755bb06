"""Facts about the location of a cell: centre, corner, edge, and its open lines."""

from collections.abc import Iterator
from typing import Any

from noughts.analysis.explain.facts import Fact, Kind
from noughts.analysis.explain.line_reading import LineReading
from noughts.game import Game
from noughts.games.common.grid import Grid, Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import plays_by


def place(game: Game[Any], turn: int, move: int) -> Iterator[Fact]:
    """The location of a cell on a board with edges: centre, corner or edge."""
    if isinstance(game, Grid) and has_edges(game) and min(game.columns, game.rows) > 2:
        kind = _kind(game, move)
        if kind:
            yield Fact(kind, turn, (move,))


def has_edges(game: Grid) -> bool:
    """Whether the board is a plain rectangle whose lines do not wrap around."""
    return plays_by(game, TicTacToe) or (
        isinstance(game, MNK) and plays_by(game, MNK) and game.flat
    )


def _kind(game: Grid, cell: int) -> Kind | None:
    """The fact for a cell's location; None between centre and edge."""
    row, column = divmod(cell, game.columns)
    if 2 * row == game.rows - 1 and 2 * column == game.columns - 1:
        return Kind.TAKES_CENTRE
    on_edges = (row in (0, game.rows - 1)) + (column in (0, game.columns - 1))
    return (None, Kind.TAKES_EDGE, Kind.TAKES_CORNER)[on_edges]


def open_lines(reading: LineReading, position: Marks, turn: int, move: int) -> Iterator[Fact]:
    """The numbers of lines through a cell that the mover can still complete, and closes."""
    mine, theirs = position
    own = sum(not line & theirs for line in reading.through[move])
    closed = sum(bool(line & theirs) and not line & mine for line in reading.through[move])
    if own:
        yield Fact(Kind.ON_OPEN_LINES, turn, (move,), number=own)
    if closed:
        yield Fact(Kind.CLOSES_LINES, 1 - turn, (move,), number=closed)
    if not own and not closed:
        yield Fact(Kind.ON_NO_OPEN_LINE, turn, (move,))
