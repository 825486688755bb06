"""Chomp: bite into a bar of chocolate whose lower left square is poisoned.

The players take turns. Each chooses a square that is left and eats it, with all that is
left above it and to the right of it. Who eats the poisoned square has lost.

Squares are named by column and row, the poison being `a1`. A position is written by the
width of each row from the top, then the side to move: after `c2` on a bar of 4×3,

         . .
         . .
         . . . .        2/2/4 o

David Gale, "A Curious Nim-Type Game", American Mathematical Monthly 81 (1974); Frederik
Schuh had it as a game of divisors (1952). Known: the first player wins on every bar of two
squares or more (a stolen strategy, which does not say how). The only bite that wins is `c2`
on 4×3, `d3` on 5×3, `c3` on 5×4, and `b2` on any square bar.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from noughts.bits import lowest
from noughts.board import Board, Cell, Look
from noughts.errors import (
    BadParameters,
    IllegalMove,
    ImpossiblePosition,
    MoveError,
    UnreadableMove,
    UnreadablePosition,
    WrongTurn,
)
from noughts.game import FIRST, SECOND, Game
from noughts.games.notation import cell_name, cell_named
from noughts.value import OPEN, WIN

MOST_SQUARES = 62


class Bar(NamedTuple):
    """A position: the set of the squares that are left, in reading order from the top."""

    left: int


class Chomp(Game[Bar]):
    """Eat a square and all above and to the right of it; do not eat the poison at `a1`.

    Args:
        m: the number of columns, at most 26.
        n: the number of rows.

    >>> game = Chomp(4, 3)
    >>> game.text(game.play(game.start(), game.read("c2")), turn=1)
    '2/2/4 o'
    """

    m: int = 4
    n: int = 3

    def __post_init__(self) -> None:
        """Refuse bars that cannot be."""
        if not (1 <= self.m <= 26 and self.n >= 1 and self.squares <= MOST_SQUARES):
            raise BadParameters(
                f"m={self.m}, n={self.n}: a bar has 1 to 26 columns, at least one row, and at "
                f"most {MOST_SQUARES} squares."
            )

    def start(self) -> Bar:
        """The whole bar."""
        return Bar((1 << self.squares) - 1)

    def moves(self, position: Bar) -> Iterator[int]:
        """The squares that are left."""
        left = position.left
        while left:
            yield lowest(left)
            left &= left - 1

    def play(self, position: Bar, move: int) -> Bar:
        """The bite is gone."""
        return Bar(position.left & ~self.bites[move])

    def outcome(self, position: Bar) -> int:
        """Won when nothing is left: the other has eaten the poison."""
        return WIN if position.left == 0 else OPEN

    @property
    def squares(self) -> int:
        """How many squares the whole bar has."""
        return self.m * self.n

    @property
    def longest(self) -> int:
        """A ply eats a square at least."""
        return self.squares

    @cached_property
    def bites(self) -> tuple[int, ...]:
        """For every square, the set of itself and of all above and to the right of it."""
        squares = [divmod(square, self.m) for square in range(self.squares)]
        return tuple(
            sum(
                1 << square
                for square, (row, column) in enumerate(squares)
                if row <= lowest_row and column >= first_column
            )
            for lowest_row, first_column in squares
        )

    def canonical(self, position: Bar) -> Bar:
        """On a square bar, the smaller of the position and its mirror image."""
        return Bar(min(position.left, self.mirrored(position.left)))

    def mirrored(self, left: int) -> int:
        """A square bar with columns and rows exchanged; another bar as it is."""
        image = 0
        while left:
            image |= 1 << self.mirror[lowest(left)]
            left &= left - 1
        return image

    @cached_property
    def mirror(self) -> tuple[int, ...]:
        """Where each square goes when a square bar's columns and rows are exchanged."""
        if self.m != self.n:
            return tuple(range(self.squares))
        side = self.m - 1
        places = [divmod(square, self.m) for square in range(self.squares)]
        return tuple((side - column) * self.m + side - row for row, column in places)

    # For people.

    def tactics(self, position: Bar, move: int) -> tuple[str, ...]:
        """What is good about the shape that is left: see `left_by`."""
        clause, good = self.left_by(position, move)
        return (clause,) if good else ()

    def drawbacks(self, position: Bar, move: int) -> tuple[str, ...]:
        """What is bad about it."""
        clause, good = self.left_by(position, move)
        return () if good else (clause,)

    def left_by(self, position: Bar, move: int) -> tuple[str, bool]:
        """What there is to say of the shape that a bite leaves, and whether it is not bad for him.

        Two arms of equal length are lost for the player to move, for each of his bites can be
        mirrored; and so are two rows of which the lower is a square longer, for each can be
        answered so that they are that again.

        >>> game = Chomp(4, 4)
        >>> game.left_by(game.start(), game.read("b2"))
        ('leaves two arms of equal length, so that every bite can be mirrored', True)
        """
        left = [width for width in self.widths(self.play(position, move)) if width]
        if not left:
            return "eats the poisoned square", False
        if sum(left) == 1:
            return "leaves only the poisoned square", True
        eaten = sum(self.widths(position)) - sum(left)
        return _shape(left) or (f"eats {'one square' if eaten == 1 else f'{eaten} squares'}", True)

    def board(self, position: Bar, turn: int) -> Board:
        """The squares that are left, `#`, and the poison, `!`."""
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

    def mark(self, square: int) -> str:
        """What a square that is left looks like."""
        return "!" if square == self.squares - self.m else "#"

    def name(self, move: int) -> str:
        """The square's letter and number: `c2`."""
        return cell_name(move, self.m, self.n)

    def read(self, text: str) -> int:
        """The square of that name."""
        square = cell_named(text, self.m, self.n)
        if square < 0:
            last = self.name(self.m - 1)
            raise UnreadableMove(f"{text!r} is not a square: name it from a1 to {last}.")
        return square

    def refusal(self, position: Bar, move: int) -> MoveError:
        """Whether the square is eaten, or none at all."""
        if 0 <= move < self.squares:
            return IllegalMove(f"{self.name(move)} is eaten already.")
        return IllegalMove(f"There is no square {move}: they go from 0 to {self.squares - 1}.")

    def widths(self, position: Bar) -> list[int]:
        """How many squares are left in each row, from the top."""
        row = (1 << self.m) - 1
        return [(position.left >> y * self.m & row).bit_count() for y in range(self.n)]

    def text(self, position: Bar, turn: int) -> str:
        """The width of each row from the top, then the side to move."""
        return f"{'/'.join(map(str, self.widths(position)))} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Bar, int]:
        """The position that `text` wrote, and whose turn it is."""
        body, _, side = text.strip().partition(" ")
        rows = body.split("/")
        wide = [re.fullmatch("[0-9]{1,2}", row) and int(row) <= self.m for row in rows]
        if not all(wide) or len(rows) != self.n or side.strip() not in ("x", "o"):
            raise UnreadablePosition(
                f"{text!r} is not a position of this bar: write how many squares are left in "
                f"each row from the top, with / between, then the side to move. "
                f"The whole bar is {self.text(self.start(), FIRST)!r}."
            )
        left = sum((1 << int(row)) - 1 << y * self.m for y, row in enumerate(rows))
        turn = "xo".index(side.strip())
        self.validate(Bar(left), turn)
        return Bar(left), turn

    def validate(self, position: Bar, turn: int) -> None:
        """Raise the reason why no game can reach the position."""
        widths = self.widths(position)
        flush = [(1 << width) - 1 << y * self.m for y, width in enumerate(widths)]
        if widths != sorted(widths) or position.left != sum(flush):
            raise ImpossiblePosition(
                "Every row must begin at the left, and be no wider than the one below it."
            )
        # So many plies at least, and at most: two squares can go in one bite, or in two.
        eaten = self.squares - sum(widths)
        if eaten < 2 and turn != (FIRST, SECOND)[eaten]:
            raise WrongTurn(f"With {eaten} squares eaten it is the other side's turn to move.")


def _shape(widths: list[int]) -> tuple[str, bool] | None:
    """What there is to say of rows of these widths, from the top, and whether it is good."""
    columns = [sum(width > column for width in widths) for column in range(widths[-1])][::-1]
    if len(widths) == 1 or len(columns) == 1:
        return "leaves one strip, of which all but the poison can be eaten", False
    if widths[-2] == 1:  # so that there is nothing but the lowest row and the first column
        if len(widths) == len(columns):
            return "leaves two arms of equal length, so that every bite can be mirrored", True
        return "leaves two arms of different length, which can be made equal", False
    if len(widths) == 2 and widths[1] == widths[0] + 1:
        return "leaves two rows, the lower one a square longer", True
    if len(columns) == 2 and columns[1] == columns[0] + 1:
        return "leaves two columns, the left one a square longer", True
    return None
