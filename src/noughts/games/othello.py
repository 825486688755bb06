"""Othello on a small board: enclosed discs change sides.

A position is written row by row from the top, then the side to move: `4/1ox1/1xo1/4 x` at the start
on 4×4.

Goro Hasegawa named it in 1971; as Reversi it is from 1883. Solved up to 6×6: Joel Feinstein,
"Amenor Wins World 6x6 Championships!", British Othello Federation, 1993.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from noughts import errors
from noughts.bits import bits_for, count, lowest
from noughts.board import Look
from noughts.game import FIRST, SECOND
from noughts.games.common.cell_game import BLACK_FIRST, CellGame, by_player, cell_named, parameter
from noughts.value import OPEN, by_lead

SIDES = (4, 6, 8)


class Discs(NamedTuple):
    """A position: each player's discs, as sets of cells."""

    mine: int  # of the player to move
    theirs: int
    mover: int


class Othello(CellGame[Discs]):
    """Put a disc so that it encloses discs of the other player: they become yours.

    A player who has no move passes. When neither can move, the player with more discs wins.

    Args:
        n: the number of columns and of rows, 4, 6 or 8.

    >>> game = Othello(4)
    >>> print(game.board(game.play(game.start(), game.read("a3")), turn=1))
      a b c d
    4 .   .
    3 X X X
    2 . X O
    1
    """

    other_names = ("reversi",)
    about = "enclose the other player's discs, and they become yours"
    size_in_words = "4×4, 6×6 and 8×8"
    known_results = "the second player wins 4×4 by 11 to 3, and 6×6 by 20 to 16"
    examples = ("othello:4", "othello:6")
    status = "solved"

    n: int = 4

    how_to_move = "a cell by its column and row"

    @property
    def title(self) -> str:
        return f"Othello {self.n}×{self.n}"

    def __post_init__(self) -> None:
        if self.n not in SIDES:
            raise errors.BadParameters(f"n={self.n}: the board can be 4, 6 or 8 cells wide.")

    columns = parameter("n", "Number of columns.")
    rows = parameter("n", "Number of rows.")
    colours = BLACK_FIRST

    @property
    def field_bits(self) -> int:
        return bits_for(self.cells)

    def start(self) -> Discs:
        upper = (self.n // 2 - 1) * (self.n + 1)
        lower = upper + self.n
        return Discs(2 << upper | 1 << lower, 1 << upper | 2 << lower, FIRST)

    def moves(self, position: Discs) -> Iterator[int]:
        cells = self.reached(position.mine, position.theirs)
        while cells:
            yield lowest(cells)
            cells &= cells - 1

    def play(self, position: Discs, move: int) -> Discs:
        turned = self.enclosed(position.mine, position.theirs, move)
        mine, theirs = position.mine | turned | 1 << move, position.theirs & ~turned
        if self.can_move(mine, theirs) and not self.can_move(theirs, mine):
            return Discs(mine, theirs, position.mover)
        return Discs(theirs, mine, SECOND - position.mover)

    def outcome(self, position: Discs) -> int:
        if self.can_move(position.mine, position.theirs):
            return OPEN
        return by_lead(self.margin(position))

    def margin(self, position: Discs) -> int:
        return count(position.mine) - count(position.theirs)

    def mover(self, position: Discs) -> int:
        return position.mover

    def can_move(self, mine: int, theirs: int) -> bool:
        """Whether a player with these discs can enclose some of the other's."""
        return self.reached(mine, theirs) != 0

    def reached(self, mine: int, theirs: int) -> int:
        """The cells on which a disc encloses others, found in all eight directions together."""
        found, empty = 0, self.all_cells & ~(mine | theirs)
        inner = theirs & self.inner_columns
        for step, between in (
            (1, inner), (self.n, theirs), (self.n + 1, inner), (self.n - 1, inner)
        ):  # fmt: skip
            up, down = mine << step & between, mine >> step & between
            for _ in range(self.n - 3):
                up |= up << step & between
                down |= down >> step & between
            found |= up << step | down >> step
        return found & empty

    @cached_property
    def inner_columns(self) -> int:
        """The cells of all columns but the first and the last."""
        row = (1 << self.n - 1) - 2
        return sum(row << self.n * down for down in range(self.n))

    def enclosed(self, mine: int, theirs: int, cell: int) -> int:
        """The discs that a new disc on a cell would enclose; none if the cell is taken.

        Upwards the lowest cell of a ray without a disc of theirs ends it; downwards step by step.
        """
        if (mine | theirs) >> cell & 1:
            return 0
        found, inner = 0, theirs & self.inner_columns
        for i in range(4 * cell, 4 * cell + 4):
            ends = self.rays[i] & ~theirs
            if ends & -ends & mine:
                found |= self.rays[i] & (ends & -ends) - 1
        for step, between in (
            (1, inner), (self.n, theirs), (self.n + 1, inner), (self.n - 1, inner)
        ):  # fmt: skip
            down = 1 << cell >> step & between
            for _ in range(self.n - 3):
                down |= down >> step & between
            if down >> step & mine:
                found |= down
        return found

    @cached_property
    def rays(self) -> tuple[int, ...]:
        """All cells after a cell up to the edge: four rays of each cell, in its four directions."""
        found = []
        for row, column in product(range(self.n), repeat=2):
            for down, across in ((0, 1), (1, -1), (1, 0), (1, 1)):
                ray = 0
                for i in range(1, self.n):
                    if row + i * down < self.n and 0 <= column + i * across < self.n:
                        ray |= 1 << (row + i * down) * self.n + column + i * across
                found.append(ray)
        return tuple(found)

    look = Look.CLOTH

    def shown(self, position: Any, turn: int) -> tuple[int, int]:
        return by_player(position.mine, position.theirs, turn)

    def showing(self, crosses: int, noughts: int, turn: int) -> Discs:
        return Discs(*by_player(crosses, noughts, turn), turn)

    def names_from_start(self, names: list[str]) -> list[str]:
        """Transcripts count rows from the top: there a first disc lies where none may lie here.

        >>> Othello(8).names_from_start(["f5", "d6"]), Othello(8).names_from_start(["f4", "d3"])
        (['f4', 'd3'], ['f4', 'd3'])
        """
        cells = [cell_named(name, self.n, self.n) for name in names]
        upside_down = [(self.n - 1 - cell // self.n) * self.n + cell % self.n for cell in cells]
        first = [*self.moves(self.start())]
        if not cells or min(cells) < 0 or cells[0] in first or upside_down[0] not in first:
            return names
        return [self.name(cell) for cell in upside_down]

    def remark_on_moves(self, text: str, from_start: bool) -> str:
        names = self.split_moves(text) if from_start else []
        turned = self.names_from_start(names) != names
        return "Rows are read as 1 at the top, as in transcripts." if turned else ""

    def explain_illegal(self, position: Discs, move: int) -> errors.MoveError:
        if not 0 <= move < self.cells:
            return errors.IllegalMove(f"There is no cell {move}: cells are 0 to {self.cells - 1}.")
        if (position.mine | position.theirs) >> move & 1:
            return errors.CellTaken(f"{self.name(move)} is already taken.")
        legal = ", ".join(map(self.name, self.moves(position)))
        return errors.IllegalMove(f"{self.name(move)} encloses no disc; choose from {legal}.")

    def validate(self, position: Discs, turn: int) -> None:
        super().validate(position, turn)
        start = self.start()
        middle, discs = start.mine | start.theirs, position.mine | position.theirs
        if middle & ~discs:
            raise errors.ImpossiblePosition("The four cells in the middle are never empty.")
        passed = not self.can_move(position.mine, position.theirs)
        if passed and self.can_move(position.theirs, position.mine):
            raise errors.ImpossiblePosition(f"{self.marks[turn]} is to move there but has no move.")
