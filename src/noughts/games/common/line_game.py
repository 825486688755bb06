"""Line games, as data: a board, its lines, and what a line means.

Two players mark empty cells in turn, each with marks of their own. The first to fill a
line with them has won, or in misère play has lost.
"""

from collections.abc import Iterator

from noughts.bits import lowest
from noughts.games.common.cell_game import Grid, Marks
from noughts.value import DRAW, LOSS, OPEN, WIN


class LineGame(Grid):
    """A game of lines: a subclass names the lines, as sets of cells."""

    left_open = ("board_cells", "board_lines", "boards", "columns", "line_loses", "rows")

    @property
    def board_lines(self) -> tuple[int, ...]:
        raise NotImplementedError(f"{type(self).__name__} must define board_lines.")

    @property
    def line_loses(self) -> bool:
        """Whether the player who makes a line has lost: misère play."""
        return False

    def outcome(self, position: Marks) -> int:
        if self.has_line(position.theirs):
            return WIN if self.line_loses else LOSS
        if position.mine | position.theirs == self.all_cells:
            return DRAW
        return OPEN

    def has_line(self, cells: int) -> bool:
        return self.any_line(cells)


def full_rows(starts: int, step: int, k: int) -> Iterator[tuple[int, ...]]:
    """The rows of at least k cells, each in full, from the cells where k in a row begin.

    >>> list(full_rows(0b0011, step=1, k=3))
    [(0, 1, 2, 3)]
    """
    while starts:
        first = last = lowest(starts)
        while starts >> last & 1:
            starts ^= 1 << last
            last += step
        yield tuple(range(first, last + step * (k - 1), step))
