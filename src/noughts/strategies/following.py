"""Following up: in Connect Four, to answer each move with the cell above it.

Whoever always plays on top of the other gets every second cell of what is empty, and the other gets
those between. So who gets what is known beforehand, and with it who wins. It needs an even number
of empty cells in every column; or in all but one, where the follower completes a line before that
column is full: the other one must enter it when all others are full.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988: claimeven, and the zugzwang by
    an odd threat.
"""

from typing import Any

from noughts.games.common.grid import Marks
from noughts.games.connectfour import ConnectFour
from noughts.knowledge import Knowledge
from noughts.value import WIN

# Every second cell of a column, from the lowest.
ALTERNATE = 0x0555_5555_5555_5555


class Leafing(Knowledge[Any]):
    """What the search of leaves may use beyond the rules: nothing."""

    def follows(self, position: Any, goal: int) -> bool:
        """Whether who has just moved reaches the goal by following up."""
        return False


class Following(Leafing):
    """Connect Four, with what is known of following up.

    >>> game = ConnectFour(4, 4)
    >>> Following(game).follows(game.start(), 0), Following(game).follows(game.start(), WIN)
    (False, False)
    """

    game: ConnectFour

    def follows(self, position: Marks, goal: int) -> bool:
        """Whether who has just moved reaches the goal by following up."""
        game = self.game
        if game.misere:
            return False
        taken = position.mine | position.theirs
        odd, between, above = -1, 0, 0
        for column in range(game.columns):
            first = game.height * column
            room = game.column_cells & ~(taken >> first)
            lower = room & ALTERNATE if room & ALTERNATE & -room else room & ~ALTERNATE
            if lower >> game.rows - 1:  # an odd number of cells
                if odd >= 0:
                    return False
                odd = column
            else:
                between |= lower << first
                above |= (room & ~lower) << first
        if odd >= 0:
            return self._wins_in(position, between, odd)
        if game.has_line(position.mine | between):
            return False
        return goal < WIN or game.has_line(position.theirs | above)

    def _wins_in(self, position: Marks, between: int, odd: int) -> bool:
        """Whether the follower completes a line in the one column with an odd number of cells."""
        game = self.game
        taken = position.mine | position.theirs
        mine, theirs = position.mine | between, position.theirs
        cell = taken + (1 << game.height * odd) & ~taken
        top = game.top_cells & game.column_cells << game.height * odd
        while cell != top:
            mine |= cell
            theirs |= cell << 1
            if game.has_line(mine):
                return False
            if game.has_line(theirs):
                return True
            cell <<= 2
        return False


def leafing(game: Any, follow: bool) -> Leafing:
    """What the search of leaves is to use."""
    return Following(game) if follow and type(game) is ConnectFour else Leafing(game)
