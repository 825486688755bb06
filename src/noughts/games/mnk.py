"""m,n,k games: k in a row on a board of m columns and n rows.

Tic-tac-toe is 3,3,3; Go-moku in its free form is 15,15,5, too large for this file: a
board has at most 62 cells here, so that a set of them fits in one machine word.
"""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import count, lowest
from noughts.errors import BadParameters
from noughts.games.grid import Grid, Marks
from noughts.value import DRAW, LOSS, OPEN

MOST_CELLS = 62


class MNK(Grid):
    """The first player with k marks in a row, column or diagonal wins.

    Args:
        m: the number of columns, at most 26.
        n: the number of rows.
        k: how many in a row win; a longer row wins too.

    >>> game = MNK(4, 3, 3)
    >>> [game.name(move) for move in game.moves(game.start())][:5]
    ['a3', 'b3', 'c3', 'd3', 'a2']
    """

    m: int = 3
    n: int = 3
    k: int = 3

    def __post_init__(self) -> None:
        """Refuse boards that cannot be."""
        given = f"m={self.m}, n={self.n}, k={self.k}"
        if not (1 <= self.m <= 26 and 1 <= self.n and 1 <= self.k):
            raise BadParameters(f"{given}: columns go from 1 to 26, rows and k from 1 up.")
        if self.m * self.n > MOST_CELLS:
            raise BadParameters(f"{given}: {self.m * self.n} cells; at most {MOST_CELLS} fit.")
        if self.k > max(self.m, self.n):
            raise BadParameters(
                f"{given}: no line of the board is {self.k} long, so nobody could win; "
                f"choose k up to {max(self.m, self.n)}."
            )

    @property
    def columns(self) -> int:  # type: ignore[override]  # of a parameter here
        """The board's width."""
        return self.m

    @property
    def rows(self) -> int:  # type: ignore[override]  # of a parameter here
        """The board's height."""
        return self.n

    @cached_property
    def all_cells(self) -> int:
        """The set of all cells."""
        return (1 << self.m * self.n) - 1

    @cached_property
    def rays(self) -> tuple[tuple[int, int], ...]:
        """For each direction: the step to the next cell, and the cells where lines begin."""
        directions = [(1, 0), (0, 1), (1, 1), (-1, 1)]
        if self.k == 1:  # a single cell has no direction
            directions = directions[:1]
        return tuple(
            (down * self.m + right, self._first_cells(right, down)) for right, down in directions
        )

    def _first_cells(self, right: int, down: int) -> int:
        """The cells from which k cells in that direction stay on the board."""
        reach = self.k - 1
        cells = 0
        for row in range(self.n):
            for column in range(self.m):
                if 0 <= column + right * reach < self.m and row + down * reach < self.n:
                    cells |= 1 << row * self.m + column
        return cells

    def moves(self, position: Marks) -> Iterator[int]:
        """The empty cells."""
        empty = self.all_cells & ~(position.mine | position.theirs)
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        """The cell becomes mine, and then I am the other player."""
        return Marks(position.theirs, position.mine | 1 << move)

    def outcome(self, position: Marks) -> int:
        """Lost when the other has a line, drawn when the board is full without one."""
        if self.has_line(position.theirs):
            return LOSS
        if position.mine | position.theirs == self.all_cells:
            return DRAW
        return OPEN

    def has_line(self, cells: int) -> bool:
        """Whether k of the cells lie in a row: shifted onto each other they still meet."""
        for step, first_cells in self.rays:
            if self.lines_along(step, cells & first_cells, cells):
                return True
        return False

    def lines_along(self, step: int, first_cells: int, cells: int) -> int:
        """The first cells of the lines in one direction that lie wholly in `cells`."""
        for i in range(1, self.k):
            first_cells &= cells >> i * step
        return first_cells

    def estimate(self, position: Marks) -> int:
        """How many more lines are still open to me than to the other player."""
        return self.count_lines(self.all_cells & ~position.theirs) - self.count_lines(
            self.all_cells & ~position.mine
        )

    def count_lines(self, cells: int) -> int:
        """How many lines lie wholly in these cells."""
        lines = 0
        for step, first_cells in self.rays:
            lines += count(self.lines_along(step, cells & first_cells, cells))
        return lines

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The lines that won, each in its full length."""
        return tuple(
            line
            for step, first_cells in self.rays
            for line in self._rows(position.theirs, step, first_cells)
        )

    def _rows(self, cells: int, step: int, first_cells: int) -> Iterator[tuple[int, ...]]:
        """The rows of at least k of the cells in one direction."""
        first_cells = self.lines_along(step, cells & first_cells, cells)
        while first_cells:
            first = last = lowest(first_cells)
            while first_cells >> last & 1:
                first_cells ^= 1 << last
                last += step
            yield tuple(range(first, last + step * (self.k - 1), step))
