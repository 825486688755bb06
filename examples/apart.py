"""Apart: stones on a grid, none beside another. The board is drawn from two numbers."""

from functools import cached_property
from typing import NamedTuple

from noughts import LOSS, OPEN, CellGame


class Stones(NamedTuple):
    taken: int


class Apart(CellGame[Stones]):
    """Put a stone on a cell beside no other; whoever cannot loses."""

    columns: int = 4
    rows: int = 3

    def start(self):
        return Stones(0)

    def moves(self, position):
        for cell in range(self.cells):
            if not self.near[cell] & position.taken:
                yield cell

    def play(self, position, move):
        return Stones(position.taken | 1 << move)

    def outcome(self, position):
        for _ in self.moves(position):
            return OPEN
        return LOSS

    @cached_property
    def near(self):
        """For each cell, itself and the cells beside it, above and below."""
        places = [divmod(cell, self.columns) for cell in range(self.cells)]
        return tuple(
            sum(1 << j for j, (y, x) in enumerate(places) if abs(x - column) + abs(y - row) < 2)
            for row, column in places
        )
