"""The lines of a position: what completes one, what makes a fork, and the threats of both sides.

`own` and `other` are the cells of one side and of its opponent, whichever is to move.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from noughts.analysis.voice import Voice
from noughts.bits import cells_of, count
from noughts.game import Game
from noughts.games.common.cell_game import CellGame, Marks
from noughts.games.common.line_game import LineGame
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube, CubeMarks, joined_cells
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import plays_by
from noughts.value import OPEN

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
        return Marks(*joined_cells(position))


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


class LineThreat(NamedTuple):
    turn: int
    cell: int  # the empty cell; cells are numbered in reading order
    line: tuple[int, ...]  # all cells of the line
    now: bool = True  # whether the cell can be marked now; with gravity it may have to wait


def line_threats(game: Game[Any], position: Any, turn: int) -> tuple[LineThreat, ...] | None:
    """The threats of both sides, by side and cell; None if the game is not a line game.

    Completing one of these lines wins, or loses in misère play.
    """
    reading = reading_of(game)
    if reading is None or not isinstance(game, CellGame):
        return None
    if game.outcome(position) != OPEN:
        return ()
    first, second = (in_reading_order(game, marks) for marks in game.shown(position, turn))
    return (*_of_player(reading, 0, first, second), *_of_player(reading, 1, second, first))


def _of_player(reading: LineReading, turn: int, own: int, other: int) -> Iterable[LineThreat]:
    empty = reading.empty(own, other)
    for cell in cells_of(reading.due(own, other)):
        for line in reading.completed(cell, own):
            yield LineThreat(turn, cell, cells_of(line), bool(empty >> cell & 1))


def lines_as_cells(game: Game[Any]) -> tuple[tuple[int, ...], ...]:
    reading = reading_of(game)
    return tuple(map(cells_of, reading.lines)) if reading else ()


def threat_words(game: Game[Any], turn: int, threats: Iterable[LineThreat]) -> str:
    """The threats in sentences; the side to move comes first."""
    voice, found = Voice(game), list(threats)
    sentences = []
    for who in (turn, 1 - turn):
        for now in (True, False):
            cells = dict.fromkeys(t.cell for t in found if (t.turn, t.now) == (who, now))
            if cells:
                clause = _clause(line_loses(game), who == turn, now)
                sentences.append(f"{voice.mark(who)} {clause.format(cells=voice.any_cell(cells))}")
    none = "is one mark short of a line" if line_loses(game) else "threatens to win yet"
    return " ".join(sentences) or f"No player {none}."


def _clause(loses: bool, to_move: bool, now: bool) -> str:
    if not now:
        what = "would complete a line and lose" if loses else "can complete a line"
        return f"{what} at {{cells}} once the cells below are filled."
    if loses:
        return "would complete a line and lose at {cells}."
    return f"{'can' if to_move else 'threatens to'} complete a line at {{cells}}."
