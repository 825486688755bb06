"""Spread: stones grow, and turn the other player's over. A game of your own that learns to play.

    noughts train examples/spread.py -o spread.trained
    noughts play examples/spread.py --level trained:spread.trained

After Ataxx, by Dave Crummack and Craig Galley (1988), without its jumps.
"""

from functools import cached_property
from typing import NamedTuple

from noughts import DRAW, LOSS, OPEN, WIN, CellGame
from noughts.bits import count


class Stones(NamedTuple):
    mine: int  # sets of cells
    theirs: int


class Spread(CellGame[Stones]):
    """Put a stone beside one of yours: the other's stones around it become yours.

    When a player cannot move, the other gets the empty cells. Whoever has more cells wins.
    """

    columns: int = 6
    rows: int = 6

    def start(self):
        """Two opposite corners each."""
        right = 1 << self.columns - 1
        return Stones(1 | 1 << self.cells - 1, right | 1 << self.cells - self.columns)

    def moves(self, position):
        taken = position.mine | position.theirs
        for cell in range(self.cells):
            if taken >> cell & 1 == 0 and self.near[cell] & position.mine:
                yield cell

    def play(self, position, move):
        turned = self.near[move] & position.theirs
        return Stones(position.theirs & ~turned, position.mine | turned | 1 << move)

    def outcome(self, position):
        for _ in self.moves(position):
            return OPEN
        lead = 2 * count(position.mine) - self.cells
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    @cached_property
    def near(self):
        """For each cell, the cells beside it, also aslant."""
        places = [divmod(cell, self.columns) for cell in range(self.cells)]
        return tuple(
            sum(
                1 << j for j, (y, x) in enumerate(places) if max(abs(y - row), abs(x - column)) == 1
            )
            for row, column in places
        )
