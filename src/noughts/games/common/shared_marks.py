"""Games in which both players may put either mark: positions, moves and names.

`wild` and `orderchaos` define the value of a line.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from noughts.bits import cells_of, count, lowest
from noughts.errors import CellTaken, MoveError, TwoLines, UnreadableMove, no_such
from noughts.games.common.cell_game import CellGame, one_mark_completes

# Added to twice the number of the cell to make a move.
CROSS = 0
NOUGHT = 1
# A mark and its cell in a pair, as in ("X", "b2"); and apart, as in X b2 or X: b2.
MARK_AND_CELL = re.compile(
    r"[\[({]+\s*['\"]([xo])['\"]\s*[,:]\s*['\"]([a-z][0-9]+)['\"]\s*[\])}]+", re.IGNORECASE
)
APART = re.compile(r"\b([xo])(?:\s*[:=@]\s*|\s+)(?=[a-z]?[1-9])", re.IGNORECASE)


class FreeMarks(NamedTuple):
    """A position of marks that belong to no player; their number determines the side to move."""

    crosses: int  # the set of cells with an X
    noughts: int  # the set of cells with an O


class EitherMark(CellGame[FreeMarks]):
    """Each turn, a player marks an empty cell with X or O.

    A subclass defines the lines and their value.
    """

    marks = ("First", "Second")
    signs = ("X", "O")
    how_to_move = "x or o, then a cell by its letter and number"
    either_begins = False

    @property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the board, as a set of cells."""
        raise NotImplementedError(f"{type(self).__name__} must define board_lines.")

    @property
    def actions(self) -> int:
        return 2 * self.cells

    def start(self) -> FreeMarks:
        return FreeMarks(crosses=0, noughts=0)

    def moves(self, position: FreeMarks) -> Iterator[int]:
        empty = self.all_cells & ~(position.crosses | position.noughts)
        while empty:
            cell = lowest(empty)
            yield 2 * cell + CROSS
            yield 2 * cell + NOUGHT
            empty &= empty - 1

    def play(self, position: FreeMarks, move: int) -> FreeMarks:
        cell = 1 << move // 2
        if move % 2 == CROSS:
            return FreeMarks(position.crosses | cell, position.noughts)
        return FreeMarks(position.crosses, position.noughts | cell)

    def turn(self, position: FreeMarks) -> int:
        return count(position.crosses | position.noughts) % 2

    def is_full(self, position: FreeMarks) -> bool:
        return position.crosses | position.noughts == self.all_cells

    def any_line(self, position: FreeMarks) -> bool:
        """Whether there is a line of equal marks."""
        return self.has_line(position.crosses) or self.has_line(position.noughts)

    def has_line(self, cells: int) -> bool:
        for line in self.board_lines:
            if cells & line == line:
                return True
        return False

    def name(self, move: int) -> str:
        return f"{'xo'[move % 2]}{self.cell_name(move // 2)}"

    def read(self, text: str) -> int:
        word = text.strip().lower()
        if not word.startswith(("x", "o")):
            raise UnreadableMove(f"{text!r} is not a move: write the mark and the cell, as in xa1.")
        return 2 * self.read_cell(word[1:]) + "xo".index(word[0])

    def split_moves(self, text: str) -> list[str]:
        return super().split_moves(APART.sub(r"\1", MARK_AND_CELL.sub(r"\1\2", text)))

    def explain_illegal(self, position: FreeMarks, move: int) -> MoveError:
        if not 0 <= move < self.actions:
            return no_such("move", move, self.actions)
        empty = self.all_cells & ~(position.crosses | position.noughts)
        names = ", ".join(map(self.cell_name, cells_of(empty)))
        return CellTaken(f"{self.cell_name(move // 2)} is already taken; still empty: {names}.")

    def moves_by_cell(self, position: FreeMarks) -> dict[int, tuple[int, ...]]:
        empty = self.all_cells & ~(position.crosses | position.noughts)
        return {cell: (2 * cell + CROSS, 2 * cell + NOUGHT) for cell in cells_of(empty)}

    def lines(self, position: FreeMarks) -> tuple[tuple[int, ...], ...]:
        return tuple(
            cells_of(line)
            for line in self.board_lines
            if line in (position.crosses & line, position.noughts & line)
        )

    def validate(self, position: FreeMarks, turn: int) -> None:
        super().validate(position, turn)
        self.validate_turn(position, turn)
        lined = [cells for cells in position if self.has_line(cells)]
        if len(lined) == 2 or not all(one_mark_completes(c, c, self.has_line) for c in lined):
            raise TwoLines(
                "No single mark completes these lines: the first would have ended the game."
            )
