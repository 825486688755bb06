"""Knowledge beyond the rules for the search of leaves: following up, pairs, and winning cells.

In Connect Four, following up means answering each move with the cell above it.

The follower gets every second empty cell of each column, and the opponent gets the cells between.
So both players' cells, and the winner, are known in advance. This needs an even number of empty
cells in every column. One column may be odd if the follower completes a line before that column is
full, since the opponent must enter it when all others are full. In misère play the follower reaches
its goal if the opponent has a line below each of the follower's own.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988: claimeven, and the zugzwang by
    an odd threat.
"""

from functools import cached_property
from typing import Any

from noughts.bits import count
from noughts.games.common.grid import Marks
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge
from noughts.knowledge.connectfour import ConnectFourKnowledge
from noughts.knowledge.mnk import MNKKnowledge
from noughts.search.attack import NONE
from noughts.value import DRAW, OPEN, WIN


class Leafing(Knowledge[Any]):
    """Knowledge for the search of leaves: none beyond the rules."""

    def follows(self, position: Any, goal: int) -> bool:
        """Whether the player who just moved reaches the goal by following up."""
        return False

    def paired(self, position: Any, goal: int) -> bool:
        """Whether pairs guarantee a draw: to the side to move, or for goal WIN to its opponent."""
        return False

    def promise(self, position: Any) -> int:
        """A rating of the move that led here; higher is more promising."""
        return 0


class Pairing(Leafing, MNKKnowledge):
    """A board of lines, with pairs of cells (`knowledge/pairing.py`).

    >>> game = MNK(5, 5, 5)
    >>> Pairing(game).paired(game.start(), DRAW)
    True
    """

    def paired(self, position: Marks, goal: int) -> bool:
        """Whether each line that the attacker can still fill has two empty cells of its own."""
        if self.game.line_loses:
            return False
        defended = position.mine if goal == DRAW else position.theirs
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        return self.cannot_complete(defended, empty, True)


class Falling(Leafing, ConnectFourKnowledge):
    """Connect Four: moves are tried in the order of the cells that would win."""

    def promise(self, position: Marks) -> int:
        """The number of empty cells on which the player who just moved would complete a line."""
        if self.game.misere:
            return 0
        return count(self.completing(position.theirs) & ~(position.mine | position.theirs))


class Following(Falling):
    """Connect Four, with following up.

    >>> game = ConnectFour(4, 4)
    >>> Following(game).follows(game.start(), 0), Following(game).follows(game.start(), WIN)
    (False, False)
    """

    @cached_property
    def alternate(self) -> int:
        """Every second cell of the first column, starting from the lowest."""
        return sum(1 << up for up in range(0, self.game.rows, 2))

    def follows(self, position: Marks, goal: int) -> bool:
        """Whether the player who just moved reaches the goal by following up."""
        game = self.game
        taken = position.mine | position.theirs
        odd, between, above = -1, 0, 0
        for column in range(game.columns):
            first = game.height * column
            room = game.column_cells & ~(taken >> first)
            lower = room & self.alternate
            if not lower & -room:
                lower = room & ~self.alternate
            if lower >> game.rows - 1:  # an odd number of cells
                if odd >= 0:
                    return False
                odd = column
            else:
                between |= lower << first
                above |= (room & ~lower) << first
        if odd >= 0:
            return not game.misere and self._wins_in(position, between, odd)
        if game.misere:
            if self.may_be_first(position.theirs | above, position.mine | between):
                return False
            return goal < WIN or game.has_line(position.mine | between)
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


def settling_move(known: Leafing, position: Any, goal: int, by_pairs: int) -> int:
    """The first move that guarantees a draw by pairs of cells, or the goal by following up.

    NONE if there is none.
    """
    found = NONE
    for move in known.moves(position):
        after = known.play(position, move)
        if found == NONE and known.outcome(after) == OPEN:
            settled = known.paired(after, WIN) if by_pairs else known.follows(after, goal)
            if settled:
                found = move
    return found


def leafing(game: Any, follow: bool, pairing: bool = False) -> Leafing:
    """The knowledge that the search of leaves may use."""
    if type(game) is ConnectFour:
        return Following(game) if follow else Falling(game)
    if pairing and type(game) in (MNK, TicTacToe):
        return Pairing(game if type(game) is MNK else MNK(3, 3, 3))
    return Leafing(game)
