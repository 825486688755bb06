"""m,n,k games: k in a row on a board of m columns and n rows, and their variants.

Tic-tac-toe is 3,3,3, and Go-moku in its free form 15,15,5.
On 3×3, on a torus or a cylinder, the first player wins in 7 from every cell.
"""

from functools import cached_property

from noughts.bits import bits_for
from noughts.board import Look
from noughts.errors import BadParameters
from noughts.games.common.cell_game import Marks, in_a_row, parameter
from noughts.games.common.line_game import LineGame, full_rows

# Cells of the largest board, the 20×20 of the Gomocup.
MOST_CELLS = 400
# Rows of this length are played with stones on crossings.
FIVE = 5

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # to the right and down


class MNK(LineGame):
    """The players mark cells in turn; the first with k in a row, column or diagonal wins.

    A full board without such a row is a draw.

    Args:
        m: the number of columns, at most 26.
        n: the number of rows.
        k: the length of a winning row; a longer row wins too.
        misere: the player who makes a line loses.
        cylinder: the left edge meets the right one.
        torus: that, and the upper edge meets the lower one.

    >>> game = MNK(4, 3, 3)
    >>> [game.name(move) for move in game.moves(game.start())][:5]
    ['a3', 'b3', 'c3', 'd3', 'a2']
    """

    about = "k in a row on m columns and n rows"
    size_in_words = "up to 20×20"
    known_results = "4,4,4 and 5,5,4 are draws; the first player wins 4,3,3 in 7 and 6,5,4 in 11"
    examples = ("mnk:4,3,3", "mnk:4,4,4", "mnk:3,3,3,misere", "mnk:3,3,3,torus")
    status = "solved"

    m: int = 3
    n: int = 3
    k: int = 3
    misere: bool = False
    cylinder: bool = False
    torus: bool = False

    @property
    def title(self) -> str:
        edges = ", on a torus" * self.torus + ", on a cylinder" * self.cylinder
        return f"{self.m}×{self.n}, {in_a_row(self.k)}{edges}"

    def __post_init__(self) -> None:
        given = f"m={self.m}, n={self.n}, k={self.k}"
        if not (1 <= self.m <= 26 and self.n >= 1 and self.k >= 1):
            raise BadParameters(f"{given}: columns must be 1 to 26, rows and k at least 1.")
        if self.m * self.n > MOST_CELLS:
            raise BadParameters(
                f"{given}: {self.m * self.n} cells; a board has at most {MOST_CELLS}. "
                "Choose a smaller one, such as mnk:15,15,5."
            )
        if self.k > max(self.m, self.n):
            raise BadParameters(
                f"{given}: no line on this board is {self.k} long, so neither player could win; "
                f"choose k up to {max(self.m, self.n)}."
            )
        if self.cylinder and self.torus:
            raise BadParameters("A board is a cylinder or a torus, not both.")

    columns = parameter("m", "The board's width.")
    rows = parameter("n", "The board's height.")
    line_loses = parameter("misere", "Whether a line loses.")

    @property
    def field_bits(self) -> int:
        return bits_for(self.m * self.n)

    @property
    def look(self) -> Look:
        return Look.CROSSINGS if self.k >= FIVE else Look.GRID

    @cached_property
    def board_lines(self) -> tuple[int, ...]:
        """Every row of k cells, in each of the four directions."""
        starts = [(x, y, step) for step in DIRECTIONS for y in range(self.n) for x in range(self.m)]
        return tuple(
            dict.fromkeys(filter(None, (self._line(x, y, *step) for x, y, step in starts)))
        )

    def _line(self, column: int, row: int, right: int, down: int) -> int:
        cells = 0
        for i in range(self.k):
            x, y = column + i * right, row + i * down
            if self.cylinder or self.torus:
                x %= self.m
            if self.torus:
                y %= self.n
            if not (0 <= x < self.m and 0 <= y < self.n):
                return 0
            cells |= 1 << y * self.m + x
        return cells if cells.bit_count() == self.k else 0

    # On a flat board, lines are found by shifting the set: the shifted copies overlap where k cells
    # are in a row. A test compares this with checking each line.

    @cached_property
    def flat(self) -> bool:
        """Whether all sides of the board are edges."""
        return not (self.cylinder or self.torus)

    @cached_property
    def rays(self) -> tuple[tuple[int, int], ...]:
        """For each direction, the step to the next cell and the cells where lines begin."""
        directions = DIRECTIONS if self.k > 1 else DIRECTIONS[:1]  # one cell has no direction
        rays = ((y * self.m + x, self._first_cells(x, y)) for x, y in directions)
        return tuple((step, first_cells) for step, first_cells in rays if first_cells)

    def _first_cells(self, right: int, down: int) -> int:
        cells = ((x, y) for y in range(self.n) for x in range(self.m))
        return sum(1 << y * self.m + x for x, y in cells if self._line(x, y, right, down))

    def lines_along(self, step: int, first_cells: int, cells: int) -> int:
        """First cells of the lines in one direction whose cells are all in `cells`."""
        for i in range(1, self.k):
            first_cells &= cells >> i * step
        return first_cells

    def has_line(self, cells: int) -> bool:
        if not self.flat:
            return self.any_line(cells)
        for step, first_cells in self.rays:
            if self.lines_along(step, cells & first_cells, cells):
                return True
        return False

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The lines that decided the game; on a flat board each in full length."""
        if not self.flat:
            return super().lines(position)
        cells = position.theirs
        return tuple(
            row
            for step, first_cells in self.rays
            for row in full_rows(self.lines_along(step, cells & first_cells, cells), step, self.k)
        )
