"""Domineering: one player lays dominoes upright, the other across; whoever cannot move loses.

A move is named by the upper or the left one of a domino's cells.

Invented by Göran Andersson about 1973, also called Crosscram. Known, if X begins: X wins on the
squares of 2×2 to 8×8 cells but 5×5 (Breuker, Uiterwijk and van den Herik, "Solving 8×8
Domineering", Theoretical Computer Science 230, 2000), and on all boards of three columns; O wins on
all of three rows and at least four columns (Uiterwijk, "Perfectly Solving Domineering Boards",
2014).
"""

from collections.abc import Iterator
from functools import cached_property

from noughts import errors
from noughts.bits import bits_for, cells_of, count, lowest
from noughts.board import Look
from noughts.game import FIRST
from noughts.games.common.cell_game import CellGame, Grid, Marks
from noughts.value import LOSS, OPEN

CELLS = 2  # of a domino
MOST_CELLS = 100


class Domineering(Grid):
    """X lays dominoes upright, O across; whoever cannot lay one loses.

    The players take turns. A domino covers two empty cells that lie side by side.

    Args:
        columns: the board's width, at most 26.
        rows: its height.

    >>> game = Domineering(3, 2)
    >>> position = game.play(game.start(), game.read("a2"))
    >>> game.text(position, turn=1), [game.name(move) for move in game.moves(position)]
    ('x2/x2 o', ['b2', 'b1'])
    """

    other_names = ("crosscram",)
    about = "lay dominoes, X upright, O across; whoever cannot loses"
    size_in_words = "up to 100 cells"
    known_results = "X, the first player, wins on 4×4, 6×6, 7×7 and 8×8, O on 5×5"
    examples = ("domineering:4,4", "domineering:6,6")
    status = "solved"
    look = Look.DOMINOES

    either_begins = False  # X lays upright
    how_to_move = "the upper or left cell of a domino by its letter and number"

    columns: int = 5
    rows: int = 5

    @property
    def title(self) -> str:
        return f"Domineering {self.columns}×{self.rows}"

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 26 and self.rows >= 1 and self.cells <= MOST_CELLS):
            raise errors.BadParameters(
                f"{self.columns}×{self.rows}: a board has 1 to 26 columns, at least one row, and "
                f"at most {MOST_CELLS} cells."
            )

    @property
    def field_bits(self) -> int:
        return bits_for(self.cells)

    # The rules. A domino puts two marks, so their number determines whose turn it is.

    def turn(self, position: Marks) -> int:
        return count(position.mine | position.theirs) // CELLS % 2

    def empty(self, position: Marks) -> int:
        """Cells that no domino covers."""
        return self.all_cells & ~(position.mine | position.theirs)

    def dominoes(self, empty: int, side: int) -> int:
        """The upper cells of X's possible dominoes, or the left cells of O's."""
        if side == FIRST:
            return empty & empty >> self.columns
        return empty & empty >> 1 & ~self.last_column

    @cached_property
    def last_column(self) -> int:
        """Cells of the column at the right edge."""
        return sum(1 << row * self.columns + self.columns - 1 for row in range(self.rows))

    def moves(self, position: Marks) -> Iterator[int]:
        dominoes = self.dominoes(self.empty(position), self.turn(position))
        while dominoes:
            yield lowest(dominoes)
            dominoes &= dominoes - 1

    def play(self, position: Marks, move: int) -> Marks:
        step = self.columns if self.turn(position) == FIRST else 1
        return Marks(position.theirs, position.mine | 1 << move | 1 << move + step)

    def outcome(self, position: Marks) -> int:
        return OPEN if self.dominoes(self.empty(position), self.turn(position)) else LOSS

    def explain_illegal(self, position: Marks, move: int) -> errors.MoveError:
        if not 0 <= move < self.cells or (position.mine | position.theirs) >> move & 1:
            return super().explain_illegal(position, move)
        where = ("below", "to the right of")[self.turn(position)]
        legal = ", ".join(map(self.name, self.moves(position)))
        return errors.IllegalMove(
            f"{self.name(move)} has no empty cell {where} it for a domino; choose from {legal}."
        )

    def validate(self, position: Marks, turn: int) -> None:
        CellGame.validate(self, position, turn)
        upright, across = (count(cells) for cells in self.shown(position, turn))
        if upright - across not in (0, CELLS):
            raise errors.WrongCount(
                f"X covers {upright} cells and O {across}; X moves first, so X must cover as many, "
                f"or two more."
            )
        if turn != self.turn(position):
            raise errors.WrongTurn(f"On this board it is {'XO'[1 - turn]}'s turn to move.")
        for cells, step in zip(self.shown(position, turn), (self.columns, 1), strict=True):
            if not self.covered_by_dominoes(cells, step):
                raise errors.ImpossiblePosition(
                    "X covers cells two by two one below the other, O side by side; "
                    "here some cells are no part of such a domino."
                )

    def covered_by_dominoes(self, cells: int, step: int) -> bool:
        """Whether dominoes of one direction can cover exactly these cells."""
        for cell in cells_of(cells):
            if cells >> cell & 1:
                fits = step > 1 or not self.last_column >> cell & 1
                if not fits or not cells >> cell + step & 1:
                    return False
                cells ^= 1 << cell | 1 << cell + step
        return True
