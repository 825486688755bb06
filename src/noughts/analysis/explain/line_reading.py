"""Find the cells of a board that complete a line or make a fork.

`own` and `other` are the cells of one side and of its opponent, whichever is to move.
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

# Attributes used in addition to the rules; a subclass must not override them.
READ = ("board_lines", "bit", "shown")


class LineReading:
    """The lines of a game in which players mark empty cells and lines of own marks decide.

    Each line is a set of cells.
    """

    def __init__(self, lines: tuple[int, ...], cells: int) -> None:
        self.lines = lines
        self.all_cells = (1 << cells) - 1
        #: The lines through each cell.
        self.through = tuple(
            tuple(line for line in lines if line >> cell & 1) for cell in range(cells)
        )

    # Positions and moves.

    #: Whether the game has gravity, so that not every empty cell can be marked.
    falls = False

    def marks(self, position: Any) -> Marks:
        return Marks(*position)

    def cell_of(self, move: int, position: Marks) -> int:
        return move

    def move_of(self, cell: int) -> int:
        return cell

    def above(self, cell: int) -> int:
        """The cell above this one, as a set; empty without gravity."""
        return 0

    def is_odd(self, cell: int) -> bool:
        """Whether the cell's row, counted from the bottom, has an odd number."""
        raise NotImplementedError("Odd and even rows matter only with gravity.")

    # Lines.

    def empty(self, own: int, other: int) -> int:
        """The cells that can be marked now."""
        return self.all_cells & ~(own | other)

    def wins(self, own: int, other: int) -> int:
        """The cells that complete a line and can be marked now."""
        return self.due(own, other)

    def due(self, own: int, other: int) -> int:
        """The empty cells that complete a line, now or later."""
        cells = 0
        for line in self.lines:
            missing = line & ~own
            if missing & (missing - 1) == 0 and not missing & other:
                cells |= missing
        return cells

    def completed(self, cell: int, own: int) -> tuple[int, ...]:
        return tuple(line for line in self.through[cell] if line & ~own == 1 << cell)

    def completed_at(self, cells: int, own: int) -> tuple[int, ...]:
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
        """The cells that make an unstoppable fork, if `own` is to move.

        A fork counts only if the opponent then has no line to complete. If `own` can already
        complete a line, no fork counts.
        """
        danger = self.wins(other, own)
        if self.wins(own, other) or count(danger) > 1:
            return 0
        return self.fork_cells(own, other) & (danger or self.all_cells)

    def open_lines(self, other: int) -> tuple[int, ...]:
        return tuple(line for line in self.lines if not line & other)


class FallingReading(LineReading):
    falls = True

    def __init__(self, game: ConnectFour) -> None:
        super().__init__(MNK(game.columns, game.rows, game.k).board_lines, game.cells)
        self.game = game
        self.columns = game.columns
        self.ground = self.all_cells & ~(self.all_cells >> game.columns)

    def marks(self, position: Marks) -> Marks:
        return Marks(*(in_reading_order(self.game, bits) for bits in position))

    def cell_of(self, move: int, position: Marks) -> int:
        landing = cells_of(self.empty(*position))
        return next(cell for cell in landing if cell % self.columns == move)

    def move_of(self, cell: int) -> int:
        return cell % self.columns

    def above(self, cell: int) -> int:
        return 1 << cell >> self.columns

    def is_odd(self, cell: int) -> bool:
        return (self.game.rows - cell // self.columns) % 2 == 1

    def empty(self, own: int, other: int) -> int:
        taken = own | other
        return self.all_cells & ~taken & (taken >> self.columns | self.ground)

    def wins(self, own: int, other: int) -> int:
        return self.due(own, other) & self.empty(own, other)

    def fork_cells(self, own: int, other: int) -> int:
        before = self.wins(own, other)
        return sum(
            1 << cell
            for cell in cells_of(self.empty(own, other))
            if count(self.wins(own | 1 << cell, other) & ~before) > 1
        )

    def forks(self, own: int, other: int) -> int:
        """The forks after which the opponent completes no line, also not in the cell above."""
        if self.wins(own, other):
            return 0
        return sum(
            1 << cell
            for cell in cells_of(self.fork_cells(own, other))
            if not self.wins(other, own | 1 << cell)
        )


class CubeReading(LineReading):
    def marks(self, position: CubeMarks) -> Marks:
        return Marks(*joined(position))


def in_reading_order(game: CellGame[Any], bits: int) -> int:
    return sum(1 << cell for cell in range(game.cells) if bits >> game.bit(cell) & 1)


def line_loses(game: Game[Any]) -> bool:
    """Whether completing a line loses: `misere` may mean something else in a game of lines."""
    return bool(getattr(game, "line_loses", getattr(game, "misere", False)))


def reading_of(game: Game[Any]) -> LineReading | None:
    """The lines of a game; None if it is not a line game.

    A subclass of a line game that changes its moves or its end is not a line game.
    """
    if isinstance(game, ConnectFour) and plays_by(game, ConnectFour, *READ):
        return FallingReading(game)
    if isinstance(game, Cube) and plays_by(game, Cube, *READ):
        return CubeReading(game.board_lines, game.cells)
    if any(plays_by(game, kind, *READ) for kind in (MNK, LineGame, TicTacToe)):
        rules: Any = game
        return LineReading(rules.board_lines, rules.cells)
    return None
