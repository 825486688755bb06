"""Konane: men jump over the other player's. A game of your own that learns to play.

    noughts train examples/konane.py -o konane.trained
    noughts play examples/konane.py --level trained:konane.trained

From Hawaii, where it was played before 1778.
"""

from typing import NamedTuple

from noughts import LOSS, OPEN, CellGame

DIRECTIONS = (1, 0), (-1, 0), (0, 1), (0, -1)


class Men(NamedTuple):
    mine: int  # sets of cells
    theirs: int


class Konane(CellGame[Men]):
    """Jump over a man beside yours to the empty cell behind it, and take him; who cannot loses.

    A move may go on over more men in the same direction. At the start the board is full but for two
    cells in the middle.
    """

    columns: int = 6
    rows: int = 6
    steps = True

    def start(self):
        """The first player's men stand on the cells of the upper left corner's colour."""
        middle = self.rows // 2 * self.columns + self.columns // 2
        full = (1 << self.cells) - 1 & ~(1 << middle) & ~(1 << middle - 1)
        cells = range(self.cells)
        light = sum(1 << c for c in cells if (c // self.columns + c % self.columns) % 2 == 0)
        return Men(light & full, full & ~light)

    def moves(self, position):
        taken = position.mine | position.theirs
        for cell in range(self.cells):
            if position.mine >> cell & 1:
                for right, down in DIRECTIONS:
                    column, row = cell % self.columns + 2 * right, cell // self.columns + 2 * down
                    goal, step = cell, right + down * self.columns
                    while 0 <= column < self.columns and 0 <= row < self.rows:
                        goal += 2 * step
                        if taken >> goal & 1 or position.theirs >> goal - step & 1 == 0:
                            break
                        yield cell * self.cells + goal
                        column, row = column + 2 * right, row + 2 * down

    def play(self, position, move):
        cell, goal = divmod(move, self.cells)
        first, last = min(cell, goal), max(cell, goal)
        step = 1 if last - first < self.columns else self.columns
        theirs = position.theirs
        for taken in range(first + step, last, 2 * step):
            theirs &= ~(1 << taken)
        return Men(theirs, position.mine & ~(1 << cell) | 1 << goal)

    def outcome(self, position):
        for _ in self.moves(position):
            return OPEN
        return LOSS
