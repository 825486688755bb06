"""Numerical tic-tac-toe: odd against even numbers; three in a line that sum to 15 win.

Ronald Graham's game, on nine cells.

A move is written `b2=5`, the cell and the number; a position `2.6/.5./... x`, rows from
the top, a dot for each empty cell, x for Odd and o for Even.

Known: Odd wins (George Markowsky, "Ron Graham's game", Journal of Recreational Mathematics
22, 1990), with the last of nine plies if Even defends well.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from noughts import errors
from noughts.board import Board, Cell
from noughts.game import FIRST, Game
from noughts.games.common.cell_game import RowNotation, cell_name, cell_named
from noughts.value import DRAW, LOSS, OPEN

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SUM = 15


class Numbers(NamedTuple):
    """A position: the number in each cell, 0 if empty, four bits each."""

    cells: int


class Numerical(Game[Numbers]):
    """Odd and Even put down numbers; completing a line of three that make 15 wins.

    Each turn, a player puts a number into an empty cell: Odd one of 1 3 5 7 9, Even one of 2 4 6 8,
    each once. It does not matter who played the numbers. A full board without one is a draw.

    >>> game = Numerical()
    >>> position = game.play(game.start(), game.read("b2=5"))
    >>> game.text(position, turn=1)
    '.../.5./... o'
    """

    title = "Numerical tic-tac-toe"
    other_names = ("numerical-tic-tac-toe",)
    about = "odd against even numbers: make a line that sums to 15"
    size_in_words = "9 cells"
    known_results = "Odd, the first player, wins in 9"
    status = "solved"

    marks = ("Odd", "Even")
    either_begins = False
    actions = 81

    def start(self) -> Numbers:
        return Numbers(0)

    def moves(self, position: Numbers) -> Iterator[int]:
        """Each remaining number of the player to move, in each empty cell.

        A move is the cell plus nine times the number less one: 0 is a 1 in the first cell.
        """
        used = self.used(position)
        for number in range(1 + self.filled(position) % 2, 10, 2):
            if not used >> number & 1:
                for cell in range(9):
                    if self.at(position, cell) == 0:
                        yield 9 * (number - 1) + cell

    def play(self, position: Numbers, move: int) -> Numbers:
        return Numbers(position.cells | (move // 9 + 1) << 4 * (move % 9))

    def outcome(self, position: Numbers) -> int:
        for a, b, c in LINES:
            if self.makes_fifteen(position, a, b, c):
                return LOSS
        return DRAW if self.filled(position) == 9 else OPEN

    def makes_fifteen(self, position: Numbers, a: int, b: int, c: int) -> bool:
        """Whether three cells are filled and their numbers sum to 15."""
        x, y, z = self.at(position, a), self.at(position, b), self.at(position, c)
        return x > 0 and y > 0 and z > 0 and x + y + z == SUM

    def at(self, position: Numbers, cell: int) -> int:
        """The number in the cell, or 0."""
        return position.cells >> 4 * cell & 15

    def used(self, position: Numbers) -> int:
        """The set of the numbers on the board."""
        used = 0
        for cell in range(9):
            used |= 1 << self.at(position, cell)
        return used & ~1

    def filled(self, position: Numbers) -> int:
        """Number of filled cells."""
        filled = 0
        for cell in range(9):
            if self.at(position, cell) > 0:
                filled += 1
        return filled

    row_notation = RowNotation(".123456789", runs=False)
    how_to_move = "a cell by its letter and number, then the number to put there"

    def turn(self, position: Numbers) -> int:
        return self.filled(position) % 2

    def lines(self, position: Numbers) -> tuple[tuple[int, ...], ...]:
        return tuple(line for line in LINES if self.makes_fifteen(position, *line))

    def board(self, position: Numbers, turn: int) -> Board:
        moves = list(self.moves(position)) if self.outcome(position) == OPEN else []
        cells = tuple(
            Cell(
                cell_name(cell, 3, 3),
                cell % 3,
                cell // 3,
                str(self.at(position, cell) or ""),
                tuple(move for move in moves if move % 9 == cell),
                1 - self.at(position, cell) % 2 if self.at(position, cell) else None,
            )
            for cell in range(9)
        )
        lines = self.lines(position)
        return Board(cells, tuple(tuple(cell_name(cell, 3, 3) for cell in line) for line in lines))

    #: Number of cells.
    cells = 9

    def sign(self, position: Numbers, turn: int, cell: int) -> int:
        """State of the cell: its number."""
        return self.at(position, cell)

    def name(self, move: int) -> str:
        return f"{cell_name(move % 9, 3, 3)}={move // 9 + 1}"

    def read(self, text: str) -> int:
        """The move called `b2=5`; `b25` is accepted, too."""
        found = re.fullmatch(r"(\w\d)\s*=?\s*([1-9])", text.strip())
        cell = cell_named(found[1], 3, 3) if found else -1
        if not found or cell < 0:
            raise errors.UnreadableMove(
                f"{text!r} is not a move: write a cell from a1 to c3 and a number, as in b2=5."
            )
        return 9 * (int(found[2]) - 1) + cell

    def explain_illegal(self, position: Numbers, move: int) -> errors.MoveError:
        if not 0 <= move < self.actions:
            return errors.no_such("move", move, self.actions)
        number, turn = move // 9 + 1, self.turn(position)
        if self.at(position, move % 9):
            return errors.CellTaken(f"{cell_name(move % 9, 3, 3)} is already taken.")
        if self.used(position) >> number & 1:
            return errors.IllegalMove(f"{number} is already on the board.")
        return errors.IllegalMove(
            f"{number} is not {self.marks[turn]}'s: Odd plays the odd numbers, Even the even ones."
        )

    def text(self, position: Numbers, turn: int) -> str:
        signs = "".join(str(self.at(position, cell) or ".") for cell in range(9))
        return f"{signs[:3]}/{signs[3:6]}/{signs[6:]} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Numbers, int]:
        found = re.fullmatch(r"([.1-9]{3})/([.1-9]{3})/([.1-9]{3})(?: +([xo]))?", text.strip())
        if not found:
            raise errors.UnreadablePosition(
                f"{text!r} is not a position: write three rows from the top, with / between them: "
                f"a number or a dot for each cell, then the side to move. "
                f"The empty board is {self.text(self.start(), FIRST)!r}."
            )
        signs = found[1] + found[2] + found[3]
        numbers = [0 if sign == "." else int(sign) for sign in signs]
        position = Numbers(sum(number << 4 * cell for cell, number in enumerate(numbers)))
        turn = "xo".index(found[4]) if found[4] else self.turn(position)
        self.validate(position, turn)
        return position, turn

    def validate(self, position: Numbers, turn: int) -> None:
        numbers = [self.at(position, cell) for cell in range(9) if self.at(position, cell)]
        odd = sum(number % 2 for number in numbers)
        even = len(numbers) - odd
        if len(set(numbers)) < len(numbers):
            raise errors.WrongCount("A number is on the board twice.")
        if odd - even not in (0, 1):
            raise errors.WrongCount(
                f"There are {odd} odd and {even} even numbers; Odd moves first, so there must be "
                f"as many of each, or one more odd number."
            )
        if turn != len(numbers) % 2:
            raise errors.WrongTurn(
                f"With {len(numbers)} numbers on the board it is "
                f"{self.marks[1 - turn]}'s turn to move."
            )
        lines = self.lines(position)
        completing = set(range(9)).intersection(*lines)
        if lines and not any(self.at(position, cell) % 2 == turn for cell in completing):
            raise errors.TwoLines(
                f"{self.marks[1 - turn]} moved last, but no number of {self.marks[1 - turn]}'s is "
                f"in every line that makes 15: the first line would have ended the game."
            )
