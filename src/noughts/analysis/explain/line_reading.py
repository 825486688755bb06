"""Reads the lines of a board: where a side can complete one, where it can fork.

Own marks and the other's are sets of cells, whoever is to move.
"""

from typing import Any

from noughts.bits import cells_of, count
from noughts.game import Game
from noughts.games.common.cell_game import CellGame
from noughts.games.common.grid import Marks
from noughts.games.common.line_game import LineGame
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube, CubeMarks, joined
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import plays_by

# Attributes read besides the rules; they must be the class's own.
READ = ("board_lines", "bit", "shown")


class LineReading:
    """The lines of a game in which players mark empty cells and lines of one's own decide.

    Args:
        lines: each line as a set of cells.
        cells: how many cells the board has.

    >>> reading = LineReading(TicTacToe.board_lines, 9)
    >>> cells_of(reading.wins(own=0b000_000_011, other=0))
    (2,)
    """

    def __init__(self, lines: tuple[int, ...], cells: int) -> None:
        self.lines = lines
        self.all_cells = (1 << cells) - 1
        #: The lines through each cell.
        self.through = tuple(
            tuple(line for line in lines if line >> cell & 1) for cell in range(cells)
        )

    # How positions and moves are read.

    #: Whether marks fall, so that not every empty cell can be marked.
    falls = False

    def marks(self, position: Any) -> Marks:
        """The position as sets of cells, numbered in reading order."""
        return Marks(*position)

    def cell_of(self, move: int, position: Marks) -> int:
        """The cell that the move marks in a position of such sets."""
        return move

    def move_of(self, cell: int) -> int:
        """The move that marks the cell."""
        return cell

    def above(self, cell: int) -> int:
        """The cell that can be marked once this one is, as a set; none on a board that lies."""
        return 0

    def is_odd(self, cell: int) -> bool:
        """Whether the cell's row, counted from the bottom, has an odd number."""
        raise NotImplementedError("Rows count only where marks fall.")

    # What the lines tell.

    def empty(self, own: int, other: int) -> int:
        """The cells that can be marked now."""
        return self.all_cells & ~(own | other)

    def wins(self, own: int, other: int) -> int:
        """The cells that complete a line, and can be marked now."""
        return self.due(own, other)

    def due(self, own: int, other: int) -> int:
        """The empty cells that complete a line, now or later."""
        return _last_cells(self.lines, own, other)

    def completed(self, cell: int, own: int) -> tuple[int, ...]:
        """The lines that marking the cell completes."""
        return tuple(line for line in self.through[cell] if line & ~own == 1 << cell)

    def completed_at(self, cells: int, own: int) -> tuple[int, ...]:
        """The lines that marking one of the cells completes."""
        return tuple(line for cell in cells_of(cells) for line in self.completed(cell, own))

    def fork_cells(self, own: int, other: int) -> int:
        """The cells that make a fork: two cells or more then complete a line."""
        completing: dict[int, int] = {}  # by each cell, those that then complete a line
        for line in self.lines:
            missing = line & ~own
            first = missing & -missing
            second = missing ^ first
            if second and second & (second - 1) == 0 and not missing & other:
                completing[first] = completing.get(first, 0) | second
                completing[second] = completing.get(second, 0) | first
        return sum(cell for cell, others in completing.items() if count(others) > 1)

    def forks(self, own: int, other: int) -> int:
        """The cells that make a fork which nothing can stop, if it is `own`'s turn.

        Nothing, because the other cannot complete a line then. Where a line can be completed
        at once, no fork counts.
        """
        danger = self.wins(other, own)
        if self.wins(own, other) or count(danger) > 1:
            return 0
        return self.fork_cells(own, other) & (danger or self.all_cells)

    def open_lines(self, other: int) -> tuple[int, ...]:
        """The lines on which the other has no mark."""
        return tuple(line for line in self.lines if not line & other)


class FallingReading(LineReading):
    """The lines of a game in which marks fall: of each column one cell can be marked now.

    Args:
        game: the rules.
    """

    falls = True

    def __init__(self, game: ConnectFour) -> None:
        super().__init__(MNK(game.columns, game.rows, game.k).board_lines, game.cells)
        self.game = game
        self.columns = game.columns
        self.ground = self.all_cells & ~(self.all_cells >> game.columns)

    def marks(self, position: Marks) -> Marks:
        """The position as sets of cells, numbered in reading order."""
        return Marks(*(in_reading_order(self.game, bits) for bits in position))

    def cell_of(self, move: int, position: Marks) -> int:
        """The cell to which a mark in this column falls."""
        landing = cells_of(self.empty(*position))
        return next(cell for cell in landing if cell % self.columns == move)

    def move_of(self, cell: int) -> int:
        """The column."""
        return cell % self.columns

    def above(self, cell: int) -> int:
        """The cell above, as a set; none above the highest."""
        return 1 << cell >> self.columns

    def is_odd(self, cell: int) -> bool:
        """Whether the cell's row, counted from the bottom, has an odd number."""
        return (self.game.rows - cell // self.columns) % 2 == 1

    def empty(self, own: int, other: int) -> int:
        """The lowest empty cell of each column."""
        taken = own | other
        return self.all_cells & ~taken & (taken >> self.columns | self.ground)

    def wins(self, own: int, other: int) -> int:
        """The cells that complete a line, and can be marked now."""
        return self.due(own, other) & self.empty(own, other)

    def fork_cells(self, own: int, other: int) -> int:
        """The cells after which two more cells complete a line."""
        before = self.wins(own, other)
        return sum(
            1 << cell
            for cell in cells_of(self.empty(own, other))
            if count(self.wins(own | 1 << cell, other) & ~before) > 1
        )

    def forks(self, own: int, other: int) -> int:
        """Those of them after which the other completes no line, the cell above included."""
        if self.wins(own, other):
            return 0
        return sum(
            1 << cell
            for cell in cells_of(self.fork_cells(own, other))
            if not self.wins(other, own | 1 << cell)
        )


class CubeReading(LineReading):
    """The lines of a cube, whose sets of cells take two words."""

    def marks(self, position: CubeMarks) -> Marks:
        """The position as sets of cells in one number each."""
        return Marks(*joined(position))


def in_reading_order(game: CellGame[Any], bits: int) -> int:
    """The set of cells that the bits stand for."""
    return sum(1 << cell for cell in range(game.cells) if bits >> game.bit(cell) & 1)


def _last_cells(lines: tuple[int, ...], own: int, other: int) -> int:
    """The cells which alone are missing in one of the lines, and are empty."""
    cells = 0
    for line in lines:
        missing = line & ~own
        if missing & (missing - 1) == 0 and not missing & other:
            cells |= missing
    return cells


def line_loses(game: Game[Any]) -> bool:
    """Whether completing a line loses: `misere` may mean something else in a game of lines."""
    return bool(getattr(game, "line_loses", getattr(game, "misere", False)))


def reading_of(game: Game[Any]) -> LineReading | None:
    """The reader of a game's lines; None if it is not a line game.

    A game that changes what a move does, or when the game ends, is not a line game, even if it
    subclasses one.
    """
    if isinstance(game, ConnectFour) and plays_by(game, ConnectFour, *READ):
        return FallingReading(game)
    if isinstance(game, Cube) and plays_by(game, Cube, *READ):
        return CubeReading(game.board_lines, game.cells)
    if any(plays_by(game, kind, *READ) for kind in (MNK, LineGame, TicTacToe)):
        rules: Any = game
        return LineReading(rules.board_lines, rules.cells)
    return None
