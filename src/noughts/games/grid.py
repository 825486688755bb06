"""Boards of cells on which two sides put marks: their names, their text, their picture.

Cells are numbered in reading order: 0 is the upper left corner. People name them by
column letter and row number from the bottom, `a1` being the lower left corner; on 3×3 a
digit in reading order does as well.

         a b c                 digits      numbers
       3 . . .                 1 2 3       0 1 2
       2 . . .                 4 5 6       3 4 5
       1 . . .                 7 8 9       6 7 8
"""

from functools import cached_property
from typing import NamedTuple

from noughts import bits
from noughts.board import Board, Cell
from noughts.errors import (
    CellTaken,
    IllegalMove,
    MoveError,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import FIRST, Game
from noughts.games import notation, symmetry
from noughts.games.notation import expanded, shortened
from noughts.value import OPEN

# What may stand behind a position: whose turn it is, or nothing.
SIDES = ("x", "o", "")


class Marks(NamedTuple):
    """A position of two sides' marks, seen by the player to move.

    Args:
        mine: the set of cells with a mark of the player to move.
        theirs: the set of cells with a mark of the other player.
    """

    mine: int
    theirs: int


class Grid(Game[Marks]):
    """A game of marks on the cells of a grid: all that is not its rules.

    A subclass says how many `columns` and `rows` there are, and writes the rules.
    """

    columns = 3
    rows = 3

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.columns * self.rows

    @property
    def longest(self) -> int:
        """Each ply fills a cell."""
        return self.cells

    def start(self) -> Marks:
        """The empty board."""
        return Marks(mine=0, theirs=0)

    def draw_plies(self, position: Marks) -> int:
        """A drawn game fills the board."""
        return self.cells - bits.count(position.mine | position.theirs)

    def bit(self, cell: int) -> int:
        """Which bit of a set stands for the cell: the same number, unless a game says so."""
        return cell

    # Symmetry.

    @property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The permutations of the cells that leave the rules as they are."""
        return symmetry.of_rectangle(self.columns, self.rows)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where the symmetries take each piece of a set of cells."""
        return symmetry.image_table(self.symmetries)

    @cached_property
    def image_span(self) -> int:
        """How much of `images` belongs to one symmetry."""
        return symmetry.span(self.cells)

    def canonical(self, position: Marks) -> Marks:
        """The smallest of the position's images under the symmetries."""
        mine, theirs = position.mine, position.theirs
        for start in range(self.image_span, len(self.images), self.image_span):
            my_image = symmetry.image(self.images, start, position.mine)
            if my_image <= mine:
                their_image = symmetry.image(self.images, start, position.theirs)
                if my_image < mine or their_image < theirs:
                    mine, theirs = my_image, their_image
        return Marks(mine, theirs)

    # For people.

    def turn(self, position: Marks) -> int:
        """The first player is to move when the board holds an even number of marks."""
        return bits.count(position.mine | position.theirs) % 2

    def name(self, move: int) -> str:
        """The name of the cell that is marked."""
        return self.cell_name(move)

    def cell_name(self, cell: int) -> str:
        """The cell's letter and number: `b2`."""
        return notation.cell_name(cell, self.columns, self.rows)

    def read(self, text: str) -> int:
        """The cell called `b2`, or on 3×3 also by its digit in reading order."""
        word = text.strip().lower()
        cell = notation.cell_named(word, self.columns, self.rows)
        if cell >= 0:
            return cell
        if self.digits and word in tuple("123456789"):
            return int(word) - 1
        last = self.cell_name(self.columns - 1)
        also = ", or by a digit from 1 to 9 in reading order" if self.digits else ""
        raise UnreadableMove(f"{text!r} is not a cell: name it from a1 to {last}{also}.")

    @property
    def digits(self) -> bool:
        """Whether a digit names a cell, as on a numeric keypad."""
        return (self.columns, self.rows) == (3, 3)

    def refusal(self, position: Marks, move: int) -> MoveError:
        """Whether the cell is taken, or no cell at all."""
        if not 0 <= move < self.cells:
            return IllegalMove(
                f"There is no cell number {move}: they go from 0 to {self.cells - 1}."
            )
        empty = ", ".join(self.name(cell) for cell in self.moves(position))
        return CellTaken(f"{self.name(move)} is taken already; still empty: {empty}.")

    def board(self, position: Marks, turn: int) -> Board:
        """The cells with the marks of both players."""
        signs = self._signs(position, turn, (*self.marks, ""))
        moves = self.moves_by_cell(position) if self.outcome(position) == OPEN else {}
        cells = tuple(
            Cell(
                self.cell_name(cell),
                cell % self.columns,
                cell // self.columns,
                signs[cell],
                moves.get(cell, ()),
            )
            for cell in range(self.cells)
        )
        names = tuple(tuple(map(self.cell_name, line)) for line in self.lines(position))
        return Board(cells, names)

    def moves_by_cell(self, position: Marks) -> dict[int, tuple[int, ...]]:
        """The legal moves that each cell stands for."""
        return {move: (move,) for move in self.moves(position)}

    def _signs(self, position: Marks, turn: int, signs: tuple[str, str, str]) -> list[str]:
        """For every cell the first player's sign, the second's, or that of an empty cell."""
        first, second = _by_player(position, turn)
        bits = map(self.bit, range(self.cells))
        return [signs[0 if first >> bit & 1 else 1 if second >> bit & 1 else 2] for bit in bits]

    def text(self, position: Marks, turn: int) -> str:
        """Rows from the top, a number for a run of empty cells, then the side to move."""
        signs = "".join(self._signs(position, turn, ("x", "o", ".")))
        starts = range(0, self.cells, self.columns)
        rows = [shortened(signs[start : start + self.columns]) for start in starts]
        return f"{'/'.join(rows)} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Marks, int]:
        """The position that `text` wrote, and whose turn it is; the side may be left out."""
        body, _, side = text.strip().lower().partition(" ")
        rows = [expanded(row) for row in body.split("/")]
        if [len(row) for row in rows] != [self.columns] * self.rows or side.strip() not in SIDES:
            example = self.text(self.start(), FIRST)
            raise UnreadablePosition(
                f"{text!r} is not a position of {self.columns}×{self.rows} cells: write the rows "
                f"from the top with / between them, x, o, a number for a run of empty cells, "
                f"then the side to move. The empty board is {example!r}."
            )
        marks = "".join(rows)
        first = sum(1 << self.bit(cell) for cell, mark in enumerate(marks) if mark == "x")
        second = sum(1 << self.bit(cell) for cell, mark in enumerate(marks) if mark == "o")
        turn = SIDES.index(side.strip()) if side.strip() else (first | second).bit_count() % 2
        position = Marks(first, second) if turn == FIRST else Marks(second, first)
        self.validate(position, turn)
        return position, turn

    def validate(self, position: Marks, turn: int) -> None:
        """Raise the reason why no game can reach the position."""
        first, second = (cells.bit_count() for cells in _by_player(position, turn))
        board = sum(1 << self.bit(cell) for cell in range(self.cells))
        if position.mine & position.theirs or (position.mine | position.theirs) & ~board:
            raise WrongCount("A cell holds both marks, or lies outside the board.")
        if first - second not in (0, 1):
            raise WrongCount(
                f"There are {first} X and {second} O; X moves first, so there must be as "
                f"many X as O, or one more."
            )
        if turn != (first + second) % 2:
            side = "XO"[1 - turn]
            raise WrongTurn(f"With {first} X and {second} O it is {side}'s turn to move.")
        if self.has_line(position.mine):
            raise TwoLines(
                f"{'XO'[turn]} has a line and is to move, but the game ended with that line."
            )
        if self.has_line(position.theirs) and not self._ended_by_one_mark(position.theirs):
            raise TwoLines(
                f"{'XO'[1 - turn]} has lines that no single mark completes, but the game ended "
                f"with the first."
            )

    def _ended_by_one_mark(self, cells: int) -> bool:
        """Whether there is a mark without which these have no line."""
        bits = (1 << self.bit(cell) for cell in range(self.cells))
        return any(cells & bit and not self.has_line(cells & ~bit) for bit in bits)

    def has_line(self, cells: int) -> bool:
        """Whether a player with these cells has won the game."""
        return False


def _by_player(position: Marks, turn: int) -> tuple[int, int]:
    """The marks of the first and of the second player."""
    return (position.mine, position.theirs)[:: 1 if turn == FIRST else -1]  # type: ignore[return-value]
