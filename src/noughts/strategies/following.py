"""What the search of leaves may use beyond the rules: following up, pairs, and cells that win.

Following up is, in Connect Four, to answer each move with the cell above it.

Whoever always plays on top of the other gets every second cell of what is empty, and the other gets
those between. So who gets what is known beforehand, and with it who wins. It needs an even number
of empty cells in every column; or in all but one, where the follower completes a line before that
column is full: the other one must enter it when all others are full. In misère play the follower
reaches its goal if the other one has a line below each of its own.

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
from noughts.search.threats import NONE
from noughts.value import DRAW, OPEN, WIN


class Leafing(Knowledge[Any]):
    """What the search of leaves may use beyond the rules: nothing."""

    def follows(self, position: Any, goal: int) -> bool:
        """Whether who has just moved reaches the goal by following up."""
        return False

    def paired(self, position: Any, goal: int) -> bool:
        """Whether pairs of cells hold a draw: for who is to move, or if the goal is WIN against."""
        return False

    def promise(self, position: Any) -> int:
        """How promising the move that led here looks."""
        return 0


class Pairing(Leafing, MNKKnowledge):
    """A board of lines, with what is known of pairs (`knowledge/pairing.py`).

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
        """On how many empty cells who has just moved would complete a line."""
        if self.game.misere:
            return 0
        return count(self.completing(position.theirs) & ~(position.mine | position.theirs))


class Following(Falling):
    """Connect Four, with what is known of following up.

    >>> game = ConnectFour(4, 4)
    >>> Following(game).follows(game.start(), 0), Following(game).follows(game.start(), WIN)
    (False, False)
    """

    @cached_property
    def alternate(self) -> int:
        """Every second cell of the first column, from the lowest."""
        return sum(1 << up for up in range(0, self.game.rows, 2))

    def follows(self, position: Marks, goal: int) -> bool:
        """Whether who has just moved reaches the goal by following up."""
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
    """The first move after which pairs of cells hold a draw, or following up reaches the goal.

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
    """What the search of leaves is to use."""
    if type(game) is ConnectFour:
        return Following(game) if follow else Falling(game)
    if pairing and type(game) in (MNK, TicTacToe):
        return Pairing(game if type(game) is MNK else MNK(3, 3, 3))
    return Leafing(game)
