"""Boards on which only some places of a grid are cells: points of lines, or a board with holes.

The cells are numbered in reading order, and named by their places in the grid:

       a b c d e
     3 .   .   .        the text of the empty board: 3/2/3
     2   .   .
     1 .   .   .
"""

from noughts.errors import UnreadableMove
from noughts.games.common.cell_game import Grid, cell_name, cell_named


class PointGrid(Grid):
    """A grid with cells at some of its places, which a subclass defines as `places`.

    Every row has at least one cell.
    """

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each cell in the grid, in reading order."""
        raise NotImplementedError(f"{type(self).__name__} must define places.")

    @property
    def board_cells(self) -> int:
        return len(self.places)

    @property
    def row_lengths(self) -> tuple[int, ...]:
        rows = [place // self.columns for place in self.places]
        return tuple(rows.count(row) for row in range(self.rows))

    def place(self, cell: int) -> tuple[int, int]:
        row, column = divmod(self.places[cell], self.columns)
        return column, row

    def cell_name(self, cell: int) -> str:
        return cell_name(self.places[cell], self.columns, self.rows)

    def read_cell(self, text: str) -> int:
        """The cell called `b2`."""
        place = cell_named(text, self.columns, self.rows)
        if place in self.places:
            return self.places.index(place)
        names = ", ".join(map(self.cell_name, range(self.cells)))
        raise UnreadableMove(f"{text!r} is not a cell of this board; its cells are {names}.")

    @property
    def digits(self) -> bool:
        return False
