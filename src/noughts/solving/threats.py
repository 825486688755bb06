"""Wins by threats that leave one answer each, proved in milliseconds before any search."""

from contextlib import suppress
from math import inf
from typing import Any, Generic

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native.clock import CLOCK
from noughts.search.depth import deeply
from noughts.search.proof_context import ProofContext
from noughts.search.table import Table, table_for
from noughts.search.threats import NONE, winning_threat
from noughts.solving.timed import TimedRun

# The most nodes to visit, and log2 of the table's entries; few positions need a tenth of them.
NODES, TABLE_BITS = 2_000, 12


class Threats(Generic[P]):
    """Finds wins by threats in one game, and remembers their moves.

    Args:
        game: the rules.

    >>> from noughts.games.mnk import MNK
    >>> game = MNK(5, 5, 4)
    >>> position, _ = game.parse("5/2o2/1xx2/2o2/5 x")
    >>> game.name(Threats(game).winning_move(position))  # then a3 or e3 wins
    'd3'
    >>> Threats(game).winning_move(game.start()) is None
    True
    """

    def __init__(self, game: Game[P]) -> None:
        self.game = knowledge_of(game)
        self._table: Table[Any] = table_for(game, game.start(), TABLE_BITS)
        self._has_threats = type(self.game).forcing is not Knowledge.forcing

    def winning_move(self, position: P, end: float = inf) -> int | None:
        """A winning move, perhaps not the fastest; None if no win by threats is found.

        Args:
            position: the position.
            end: the time at which the search ends, by `CLOCK`.
        """
        if not self._has_threats:
            return None
        move = NONE
        with suppress(SearchStopped):
            move = deeply(self.game.game, position, lambda: self._search(position, end))
        return None if move == NONE else move

    def _search(self, position: P, end: float) -> int:
        def poll(_: int) -> None:
            if CLOCK.time() >= end:
                raise SearchStopped

        state = self.game.state(position)
        return winning_threat(self.game, state, TimedRun(ProofContext(), poll), NODES, self._table)
