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

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Generic

from noughts.bits import count
from noughts.errors import NotCompilable
from noughts.game import Game, P
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge, knowledge_of
from noughts.knowledge.connectfour import ConnectFourKnowledge
from noughts.knowledge.line_game import MNKKnowledge
from noughts.native import compiled
from noughts.search.attack import NONE, winning_threat
from noughts.search.depth import refuse_extra_turns, with_enough_stack
from noughts.search.memory import words_of
from noughts.search.proof import ProofContext
from noughts.search.table import DictTable, LosslessTable
from noughts.value import DRAW, LOSS, OPEN, WIN


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
    """A board of lines, with pairs of cells (`knowledge/line_game.py`).

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


# Compiling pays for searches of more nodes than these.
SMALL = 200


class ByRules(Knowledge[Any]):
    """The knowledge for the search of threats, from the rules alone.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("x2/1o1/3 x")
    >>> [game.name(move) for move in ByRules(game).forcing(position)]
    ['b3', 'c3', 'a2', 'a1']
    """

    def candidate_moves(self, position: Any) -> Iterator[int]:
        """A winning move; otherwise the moves that leave no winning reply; otherwise one move."""
        win = self.winning_move(position)
        left = 0
        for move in self.moves(position):
            if (move == win) if win != NONE else not self.loses_at_once(position, move):
                left += 1
                yield move
        if left == 0:
            for move in self.moves(position):
                left += 1
                if left == 1:
                    yield move

    def forcing(self, position: Any) -> Iterator[int]:
        """The moves that leave one reply."""
        for move in self.moves(position):
            after = self.play(position, move)
            if self.outcome(after) == OPEN:
                left = 0
                for _ in self.candidate_moves(after):
                    left += 1
                if left == 1:
                    yield move

    def winning_move(self, position: Any) -> int:
        """The first move that wins immediately; NONE if there is none."""
        found = NONE
        for move in self.moves(position):
            if found == NONE and self.outcome(self.play(position, move)) == LOSS:
                found = move
        return found

    def loses_at_once(self, position: Any, move: int) -> bool:
        """Whether the opponent wins immediately after the move."""
        after = self.play(position, move)
        return self.outcome(after) == OPEN and self.winning_move(after) != NONE


def refuse_threats(game: Game[Any]) -> None:
    """Raise ExtraTurns if a player may move twice in a row: then no reply is forced."""
    refuse_extra_turns(game, "A win by threats", "a budget")


class Sequences(Generic[P]):
    """Finds wins by threats, each within a number of nodes.

    >>> from noughts.games.mnk import MNK
    >>> game = MNK(5, 5, 4)
    >>> position, _ = game.parse("5/2o2/1xx2/2o2/5 x")
    >>> sequences = Sequences(game, 10)
    >>> game.name(sequences.winning_move(position)), sequences.nodes
    ('d3', 2)
    """

    def __init__(self, game: Game[P], nodes: int) -> None:
        if nodes:
            refuse_threats(game)
        self.game = game
        self.most = nodes
        self.nodes = 0
        known = knowledge_of(game)
        has_threats = type(known).forcing is not Knowledge.forcing
        self._known: Any = known if has_threats else ByRules(game)
        self._words = words_of(game, game.start())
        self._search: Any = winning_threat
        self._settled = nodes < SMALL or not self._words

    def winning_move(self, position: P) -> int | None:
        if not self.most:
            return None
        if not self._settled:
            self._compile(position)
        move = with_enough_stack(self.game, position, lambda: self._asked(position))
        return None if move == NONE else move

    def _asked(self, position: P) -> int:
        run = ProofContext()
        bits = self.most.bit_length()
        table: Any = LosslessTable(self._words, bits) if self._words else DictTable()
        found = self._search(self._known, self._known.state(position), run, self.most + 1, table)
        self.nodes = run.nodes
        return int(found)

    def _compile(self, position: P) -> None:
        self._settled = True
        with suppress(NotCompilable):
            self._search = compiled(winning_threat, self._known)
            self._asked(position)
