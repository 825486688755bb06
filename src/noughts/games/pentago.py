"""Pentago, and its small form: mark a cell, then turn a quarter of the board.

The small form has 4×4 cells, quarters of 2×2 and four in a row; the large one 6×6, 3×3 and five. In
both, a row always crosses quarters.

A move is named by the cell, the quarter, counted in reading order, and the direction: `b2-1l`
turns the upper left quarter to the left, anticlockwise, `b2-1r` clockwise. A mark that makes a
row needs no turn: `b2`.

By Tomas Flodén, 2005. Known: the first player wins on 6×6 (Geoffrey Irving, "Pentago is a First
Player Win", 2014).
"""

import re
from collections.abc import Iterator
from functools import cached_property

from noughts.bits import lowest
from noughts.board import Look
from noughts.errors import BadParameters, IllegalMove, MoveError, UnreadableMove
from noughts.games.common.cell_game import CellGame, Grid, Marks, by_goal, parameter
from noughts.games.mnk import MNK
from noughts.value import DRAW, LOSS, OPEN, WIN

QUARTERS, DIRECTIONS = 4, "lr"
TURNS = QUARTERS * len(DIRECTIONS)
WRITTEN = re.compile(f"([a-f][1-6])(?:-?([1-{QUARTERS}])([{DIRECTIONS}]))?")


class Pentago(Grid):
    """Mark a cell, then turn a quarter of the board; four in a row win, on 6×6 five.

    A row completed before the turn wins immediately. If after the turn both players
    have a row, or the board is full without one, the game is a draw.

    Args:
        size: the number of columns and of rows, 4 or 6.

    >>> game = Pentago()
    >>> position = game.play(game.start(), game.read("a4-1r"))
    >>> game.text(position, turn=1)
    '1x2/4/4/4 o'
    """

    about = "mark a cell, then turn a quarter of the board"
    size_in_words = "4×4, or 6×6 with pentago:6"
    known_results = "the first player wins in 11 on 4×4, however the game begins"
    examples = ("pentago:6",)
    status = "solved"
    look = Look.QUARTERS

    # A move is the cell if it makes a row, otherwise the cell plus `cells` times the number of the
    # turn, counted from 1.

    how_to_move = "a cell, then a quarter from 1 to 4 and l or r, as in a1-2r"

    size: int = 4

    @property
    def title(self) -> str:
        return f"Pentago {self.size}×{self.size}"

    def __post_init__(self) -> None:
        if self.size not in (4, 6):
            raise BadParameters(f"size={self.size}: Pentago has 4 or 6 columns and rows.")

    columns = parameter("size", "The board's width.")
    rows = parameter("size", "The board's height.")

    @cached_property
    def board_lines(self) -> tuple[int, ...]:
        """The rows of four, or of five on 6×6."""
        return MNK(self.size, self.size, self.size // 2 + 2).board_lines

    @property
    def actions(self) -> int:
        """Each cell without a turn, and with each turn."""
        return self.cells * (TURNS + 1)

    def has_line(self, cells: int) -> bool:
        return self.any_line(cells)

    def moves(self, position: Marks) -> Iterator[int]:
        empty = self.all_cells & ~(position.mine | position.theirs)
        while empty:
            cell = lowest(empty)
            if self.has_line(position.mine | 1 << cell):
                yield cell
            else:
                for turn in range(1, TURNS + 1):
                    yield turn * self.cells + cell
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        turn, mine = move // self.cells, position.mine | 1 << move % self.cells
        if turn == 0:
            return Marks(position.theirs, mine)
        return Marks(self.turned(position.theirs, turn - 1), self.turned(mine, turn - 1))

    def turned(self, cells: int, turn: int) -> int:
        """The cells after a turn of a quarter, a number below 8."""
        quarter = cells & self.quarters[turn // 2]
        cells ^= quarter
        while quarter:
            cells |= 1 << self.goals[turn * self.cells + lowest(quarter)]
            quarter &= quarter - 1
        return cells

    def outcome(self, position: Marks) -> int:
        mine, theirs = self.has_line(position.mine), self.has_line(position.theirs)
        if mine or theirs:
            return DRAW if mine and theirs else WIN if mine else LOSS
        return DRAW if position.mine | position.theirs == self.all_cells else OPEN

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The winner's rows: a turn can complete the other player's."""
        if self.outcome(position) == DRAW:
            return ()
        return super().lines(position) or super().lines(Marks(position.theirs, position.mine))

    @cached_property
    def quarters(self) -> tuple[int, ...]:
        """The cells of each quarter."""
        half = self.size // 2
        return tuple(
            sum(1 << row * self.size + column for row, column in self._square(quarter, half))
            for quarter in range(QUARTERS)
        )

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """For each turn and cell, the cell's new place."""
        half = self.size // 2
        goals = []
        for turn in range(TURNS):
            images = list(range(self.cells))
            top, left = divmod(turn // 2, 2)
            for row, column in self._square(turn // 2, half):
                y, x = row - top * half, column - left * half
                y, x = (x, half - 1 - y) if turn % 2 else (half - 1 - x, y)
                images[row * self.size + column] = (y + top * half) * self.size + x + left * half
            goals += images
        return tuple(goals)

    def _square(self, quarter: int, half: int) -> list[tuple[int, int]]:
        top, left = divmod(quarter, 2)
        return [
            (top * half + row, left * half + column)
            for row in range(half)
            for column in range(half)
        ]

    def name(self, move: int) -> str:
        turn, cell = divmod(move, self.cells)
        suffix = f"-{1 + (turn - 1) // 2}{DIRECTIONS[(turn - 1) % 2]}" if turn else ""
        return self.cell_name(cell) + suffix

    def read(self, text: str) -> int:
        found = WRITTEN.fullmatch(text.strip().lower())
        if found is None:
            raise UnreadableMove(
                f"{text!r} is not a move: write a cell, then a quarter from 1 to 4 and l or r, as "
                f"in a1-2r."
            )
        cell, quarter, direction = found.groups()
        turn = 2 * int(quarter) - 1 + DIRECTIONS.index(direction) if quarter else 0
        return turn * self.cells + self.read_cell(cell)

    def moves_by_cell(self, position: Marks) -> dict[int, tuple[int, ...]]:
        return by_goal(self.moves(position), self.cells)

    def explain_illegal(self, position: Marks, move: int) -> MoveError:
        if not 0 <= move < self.actions:
            return IllegalMove(f"There is no move {move}.")
        cell = move % self.cells
        if (position.mine | position.theirs) >> cell & 1:
            return super().explain_illegal(position, cell)
        name = self.cell_name(cell)
        if move >= self.cells:
            return IllegalMove(f"{name} makes a row and wins without a turn: write {name}.")
        return IllegalMove(f"{name} makes no row, so a quarter must be turned: write {name}-1l.")

    def validate(self, position: Marks, turn: int) -> None:
        """Raise ImpossiblePosition if no game can reach it; turns can give rows to both players."""
        CellGame.validate(self, position, turn)
        self.validate_owners(position, turn)
