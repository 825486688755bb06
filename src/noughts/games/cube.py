"""Tic-tac-toe in three dimensions: n marks in a row in a cube of n×n×n cells.

The levels of the cube lie side by side, the lowest on the left. A cell is named by its
level, its column's letter and its row: `1a1` is a corner on the lowest level, and on
3×3×3 `2b2` is the centre of the cube.

       1a3 1b3 1c3    2a3 2b3 2c3    3a3 3b3 3c3
       1a2 1b2 1c2    2a2 2b2 2c2    3a2 3b2 3c2
       1a1 1b1 1c1    2a1 2b1 2c1    3a1 3b1 3c1

There are ((n+2)³ − n³) / 2 lines: 49 on 3×3×3, 76 on 4×4×4. Known: on 3×3×3 the first
player wins, easily, by the centre, and no game is drawn, since any full board has a line; 4×4×4,
sold as Qubic, is a first-player win, too (Patashnik 1980, Allis and Schoo 1992; `noughts known
--verify qubic` proves it again). It has 192 symmetries: the 48 of a cube, and the exchange of inner
and outer levels.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from noughts.bits import bits_for, cells_of, count, lowest
from noughts.errors import BadParameters
from noughts.game import Game
from noughts.games.common.cell_game import CellGame, by_player, parameter, validate_lines
from noughts.value import DRAW, LOSS, OPEN, WIN

# Where a set of cells is split into two words: a multiple of `symmetry.PIECE_CELLS`, so that no
# piece is cut.
SPLIT = 30
LOW = (1 << SPLIT) - 1


class CubeMarks(NamedTuple):
    """A position, from the view of the player to move; each set of cells in two words."""

    mine_low: int  # the cells of the player to move among the first 30
    mine_high: int  # their other cells, counted from 30
    theirs_low: int  # the opponent's cells among the first 30
    theirs_high: int  # the opponent's other cells, counted from 30


def _of_qubic(fact: Any, told: Any, otherwise: Any) -> Any:
    """A fact about Qubic, and about other cubes."""
    return property(lambda game: told if game.is_qubic else otherwise, doc=fact.__doc__)


class Cube(CellGame[CubeMarks]):
    """The players mark cells of a cube in turn; the first with n in a row wins.

    A row runs from one face, edge or corner of the cube to the opposite one, straight or
    along a diagonal. In misère play, making one loses.

    Args:
        n: the length of the cube's edges: 3 to 5.
        misere: the player who makes a row loses.

    >>> len(Cube(4).board_lines)
    76
    """

    @property
    def is_qubic(self) -> bool:
        """Whether it is the 4×4×4 cube, known as Qubic."""
        return self.n == 4 and not self.misere

    @property
    def title(self) -> str:
        return "Qubic" if self.is_qubic else f"Cube {self.n}×{self.n}×{self.n}"

    other_names = _of_qubic(Game.other_names, ("3d-tic-tac-toe",), otherwise=())
    about = _of_qubic(
        Game.about,
        "four in a row in a cube of 4×4×4 cells",
        otherwise="n in a row in a cube of n×n×n cells",
    )
    size_in_words = _of_qubic(Game.size_in_words, "64 cells, 76 lines", otherwise="up to 5×5×5")
    known_results = _of_qubic(
        Game.known_results,
        "the first player wins (Patashnik 1980)",
        otherwise="the first player wins 3×3×3 in 7 by the centre",
    )
    examples = _of_qubic(Game.examples, (), otherwise=("cube:3", "cube:3,misere"))
    status = _of_qubic(Game.status, "proved", otherwise="solved")

    n: int = 3
    misere: bool = False

    def __post_init__(self) -> None:
        if self.n not in (3, 4, 5):
            raise BadParameters(f"n={self.n}: a cube has 3, 4 or 5 cells along its edge.")

    columns = parameter("n", "The width of a level.")
    rows = parameter("n", "The depth of a level.")
    boards = parameter("n", "The number of levels.")

    @property
    def field_bits(self) -> int:
        return bits_for(max(SPLIT, self.cells - SPLIT))

    # The lines.

    @cached_property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the cube, as a set of cells in one number."""
        starts = product(range(self.n), repeat=3)
        steps = list(product((-1, 0, 1), repeat=3))
        lines = (self._line(start, step) for start in starts for step in steps if any(step))
        return tuple(dict.fromkeys(filter(None, lines)))

    def _line(self, start: tuple[int, ...], step: tuple[int, ...]) -> int:
        """The set of the n cells from a cell in one direction; 0 if they do not fit."""
        cells = 0
        for i in range(self.n):
            place = [at + i * by for at, by in zip(start, step)]
            if not all(0 <= at < self.n for at in place):
                return 0
            level, row, column = place
            cells |= 1 << (level * self.n + row) * self.n + column
        return cells

    @cached_property
    def lines_low(self) -> tuple[int, ...]:
        """The first word of each line."""
        return tuple(line & LOW for line in self.board_lines)

    @cached_property
    def lines_high(self) -> tuple[int, ...]:
        """The second word of each line."""
        return tuple(line >> SPLIT for line in self.board_lines)

    @property
    def all_low(self) -> int:
        """The first word of the set of all cells."""
        return (1 << self.cells) - 1 & LOW

    @property
    def all_high(self) -> int:
        """The second word of the set of all cells."""
        return (1 << self.cells) - 1 >> SPLIT

    # The rules.

    def start(self) -> CubeMarks:
        return CubeMarks(0, 0, 0, 0)

    def moves(self, position: CubeMarks) -> Iterator[int]:
        empty = self.all_low & ~(position.mine_low | position.theirs_low)
        while empty:
            yield lowest(empty)
            empty &= empty - 1
        empty = self.all_high & ~(position.mine_high | position.theirs_high)
        while empty:
            yield SPLIT + lowest(empty)
            empty &= empty - 1

    def play(self, position: CubeMarks, move: int) -> CubeMarks:
        low, high = position.mine_low, position.mine_high
        if move < SPLIT:
            low |= 1 << move
        else:
            high |= 1 << move - SPLIT
        return CubeMarks(position.theirs_low, position.theirs_high, low, high)

    def outcome(self, position: CubeMarks) -> int:
        if self.count_lines(position.theirs_low, position.theirs_high):
            return WIN if self.misere else LOSS
        if self.marks_on(position) == self.cells:
            return DRAW
        return OPEN

    def count_lines(self, low: int, high: int) -> int:
        """Number of lines whose cells are all in the set."""
        found = 0
        for i in range(len(self.lines_low)):
            if not (self.lines_low[i] & ~low or self.lines_high[i] & ~high):
                found += 1
        return found

    def marks_on(self, position: CubeMarks) -> int:
        """Number of marked cells."""
        low = position.mine_low | position.theirs_low
        high = position.mine_high | position.theirs_high
        return count(low) + count(high)

    # Names, text and picture.

    def turn(self, position: CubeMarks) -> int:
        return self.marks_on(position) % 2

    def shown(self, position: CubeMarks, turn: int) -> tuple[int, int]:
        return by_player(*joined_cells(position), turn)

    def showing(self, crosses: int, noughts: int, turn: int) -> CubeMarks:
        mine, theirs = by_player(crosses, noughts, turn)
        return CubeMarks(mine & LOW, mine >> SPLIT, theirs & LOW, theirs >> SPLIT)

    def lines(self, position: CubeMarks) -> tuple[tuple[int, ...], ...]:
        _, theirs = joined_cells(position)
        return tuple(cells_of(line) for line in self.board_lines if theirs & line == line)

    def validate(self, position: CubeMarks, turn: int) -> None:
        super().validate(position, turn)
        self.validate_owners(position, turn)
        mine, theirs = joined_cells(position)
        validate_lines(mine, theirs, theirs, turn, self._has_line)

    def _has_line(self, cells: int) -> bool:
        return any(cells & line == line for line in self.board_lines)


def joined_cells(position: CubeMarks) -> tuple[int, int]:
    """The cells of both players, each set in one number."""
    mine = position.mine_high << SPLIT | position.mine_low
    return mine, position.theirs_high << SPLIT | position.theirs_low
