"""Line games, as data: a board, its lines, and what a line means.

Two players mark empty cells in turn, each with marks of their own. The first to fill a
line with them has won, or in misère play has lost.
"""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import lowest
from noughts.games import symmetry
from noughts.games.grid import Grid, Marks
from noughts.value import DRAW, LOSS, OPEN, WIN


class LineGame(Grid):
    """A game of lines: a subclass names the lines, as sets of cells.

    The symmetries are found from the lines.
    """

    @property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the board, as a set of cells."""
        raise NotImplementedError(f"{type(self).__name__} names no lines.")

    @property
    def line_loses(self) -> bool:
        """Whether the player who makes a line has lost: misère play."""
        return False

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The permutations of the cells that take lines to lines."""
        geometric = symmetry.of_rectangle(self.columns, self.rows)
        return symmetry.of_lines(self.board_lines, self.cells) or geometric

    def outcome(self, position: Marks) -> int:
        """Decided when the other has a line, drawn when the board is full without one."""
        if self.has_line(position.theirs):
            return WIN if self.line_loses else LOSS
        if position.mine | position.theirs == self.all_cells:
            return DRAW
        return OPEN

    def has_line(self, cells: int) -> bool:
        """Whether a line lies wholly in these cells."""
        return self.any_line(cells)

    def count_lines(self, cells: int) -> int:
        """How many lines lie wholly in these cells."""
        return self.each_line(cells)

    def each_line(self, cells: int) -> int:
        """The same, by looking at each line."""
        found = 0
        for line in self.board_lines:
            if cells & line == line:
                found += 1
        return found

    def estimate(self, position: Marks) -> int:
        """How many more lines are still open to me than to the other player."""
        mine = self.count_lines(self.all_cells & ~position.theirs)
        theirs = self.count_lines(self.all_cells & ~position.mine)
        return theirs - mine if self.line_loses else mine - theirs

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The lines that decided the game."""
        return tuple(cells_of(line) for line in self.board_lines if position.theirs & line == line)


def cells_of(cells: int) -> tuple[int, ...]:
    """The cells of a set, in order.

    >>> cells_of(0b1010)
    (1, 3)
    """
    return tuple(cell for cell in range(cells.bit_length()) if cells >> cell & 1)


def full_rows(starts: int, step: int, k: int) -> Iterator[tuple[int, ...]]:
    """The rows of at least k cells, each in its full length, given where k in a row begin.

    >>> list(full_rows(0b0011, step=1, k=3))
    [(0, 1, 2, 3)]
    """
    while starts:
        first = last = lowest(starts)
        while starts >> last & 1:
            starts ^= 1 << last
            last += step
        yield tuple(range(first, last + step * (k - 1), step))
