"""Wins by a sequence of threats, by a search that others can repeat with equal node counts.

A threat leaves the opponent at most one reply after which the mover does not win in one move. So
the rules of a game are enough, and no reply is left out. The search is `search/attack.py`, with a
new table for every question (docs/strategies.md).
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Generic

from noughts.errors import NotCompilable
from noughts.game import Game, P
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native import compiled
from noughts.search.attack import NONE, winning_threat
from noughts.search.depth import refuse_extra_turns, with_enough_stack
from noughts.search.memory import words_of
from noughts.search.proof import ProofContext
from noughts.search.table import DictTable, LosslessTable
from noughts.value import LOSS, OPEN

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
    """Raise ExtraTurns if a player may move twice in a row: then no reply is forced.

    Raises:
        ExtraTurns: a player may move twice in a row.
    """
    refuse_extra_turns(game, "A win by threats", "a budget")


class Sequences(Generic[P]):
    """Finds wins by threats, each within a number of nodes.

    Args:
        game: the rules.
        nodes: the most nodes of a search; 0 for no search.

    Raises:
        ExtraTurns: a player may move twice in a row, and `nodes` is not 0.

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
        """The first move of a winning sequence in an open position; None if none is found."""
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
