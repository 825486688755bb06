"""Chomp: bite into a bar of chocolate whose lower left square is poisoned.

Squares are named by column and row, the poison being `a1`. A position is written by the
width of each row from the top, then the side to move: after `c2` on a bar of 4×3,

         . .
         . .
         . . . .        2/2/4 o

David Gale, "A Curious Nim-Type Game", American Mathematical Monthly 81 (1974); Frederik
Schuh described it as a game of divisors (1952). Known: the first player wins on every bar of two
squares or more, by strategy stealing, which does not show the moves. On any square bar the only
winning bite is `b2`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from noughts import errors
from noughts.bits import WORD_BITS, lowest
from noughts.board import Board, Cell, Look
from noughts.game import FIRST, Game
from noughts.games.common.cell_game import cell_name, cell_named, parameter
from noughts.value import OPEN, WIN


class Bar(NamedTuple):
    """A position: the set of remaining squares, in reading order from the top."""

    left: int


class Chomp(Game[Bar]):
    """Eat a square and all above and to the right of it; do not eat the poison at `a1`.

    The players take turns. Whoever must eat the poison loses.

    Args:
        m: the number of columns, at most 26.
        n: the number of rows.

    >>> game = Chomp(4, 3)
    >>> game.text(game.play(game.start(), game.read("c2")), turn=1)
    '2/2/4 o'
    """

    about = "eat a square and all above and right of it, but not the poisoned one"
    size_in_words = "up to 62 squares"
    known_results = "the first player wins on every bar of 2 squares or more"
    examples = ("chomp:4,3", "chomp:5,4")
    status = "solved"

    m: int = 4
    n: int = 3

    @property
    def title(self) -> str:
        return f"Chomp {self.m}×{self.n}"

    def __post_init__(self) -> None:
        if not (1 <= self.m <= 26 and self.n >= 1 and self.squares <= WORD_BITS):
            raise errors.BadParameters(
                f"m={self.m}, n={self.n}: a bar has 1 to 26 columns, at least one row, and at "
                f"most {WORD_BITS} squares."
            )

    def start(self) -> Bar:
        return Bar((1 << self.squares) - 1)

    def moves(self, position: Bar) -> Iterator[int]:
        left = position.left
        while left:
            yield lowest(left)
            left &= left - 1

    def play(self, position: Bar, move: int) -> Bar:
        return Bar(position.left & ~self.bites[move])

    def outcome(self, position: Bar) -> int:
        return WIN if position.left == 0 else OPEN

    @property
    def squares(self) -> int:
        """Number of squares of the whole bar."""
        return self.m * self.n

    @cached_property
    def bites(self) -> tuple[int, ...]:
        """For each square, the set of itself and of all squares above and to the right of it."""
        squares = [divmod(square, self.m) for square in range(self.squares)]
        return tuple(
            sum(
                1 << square
                for square, (row, column) in enumerate(squares)
                if row <= lowest_row and column >= first_column
            )
            for lowest_row, first_column in squares
        )

    def board(self, position: Bar, turn: int) -> Board:
        cells = tuple(
            Cell(
                self.name(square),
                square % self.m,
                square // self.m,
                self.mark(square) if position.left >> square & 1 else "",
                (square,) if position.left >> square & 1 else (),
            )
            for square in range(self.squares)
        )
        return Board(cells, look=Look.PLAIN)

    cells = actions = parameter("squares", "Number of squares of the whole bar.")

    def sign(self, position: Bar, turn: int, cell: int) -> int:
        """State of a square for the page: 1 if it remains, 2 for the poison, 0 if it is eaten."""
        if position.left >> cell & 1 == 0:
            return 0
        return 2 if cell == self.squares - self.m else 1

    def mark(self, square: int) -> str:
        """The character for a remaining square."""
        return "!" if square == self.squares - self.m else "#"

    how_to_move = "a square by its letter and number"

    def name(self, move: int) -> str:
        return cell_name(move, self.m, self.n)

    def read(self, text: str) -> int:
        square = cell_named(text, self.m, self.n)
        if square < 0:
            last = self.name(self.m - 1)
            raise errors.UnreadableMove(f"{text!r} is not a square: use a1 to {last}.")
        return square

    def explain_illegal(self, position: Bar, move: int) -> errors.MoveError:
        if 0 <= move < self.squares:
            return errors.IllegalMove(f"{self.name(move)} is already eaten.")
        return errors.no_such("square", move, self.squares)

    def widths(self, position: Bar) -> list[int]:
        """Number of remaining squares in each row, from the top."""
        row = (1 << self.m) - 1
        return [(position.left >> y * self.m & row).bit_count() for y in range(self.n)]

    def text(self, position: Bar, turn: int) -> str:
        return f"{'/'.join(map(str, self.widths(position)))} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Bar, int]:
        from noughts.games.common.plain_text import heaps_in  # for texts alone

        lines, side = heaps_in(text)
        rows = [width for line in lines for width in line]
        if not all(lines) or len(rows) != self.n or max(rows) > self.m:
            raise errors.UnreadablePosition(
                f"{text!r} is not a position of this bar: write the number of squares left in "
                f"each row from the top, with / between rows, then the side to move. "
                f"The whole bar is {self.text(self.start(), FIRST)!r}."
            )
        left = sum((1 << row) - 1 << y * self.m for y, row in enumerate(rows))
        turn = "xo".index(side or "x")
        self.validate(Bar(left), turn)
        return Bar(left), turn

    def validate(self, position: Bar, turn: int) -> None:
        widths = self.widths(position)
        flush = [(1 << width) - 1 << y * self.m for y, width in enumerate(widths)]
        if widths != sorted(widths) or position.left != sum(flush):
            raise errors.ImpossiblePosition(
                "Every row must begin at the left, and be no wider than the one below it."
            )
