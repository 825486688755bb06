"""A player with a depth limit, which sets its strength."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.knowledge import Knowledge
from noughts.native import fastest
from noughts.players.player import Policy, uniform
from noughts.search.algorithms import Kernel
from noughts.search.root import MoveScore, Prepare, interpreted, search

# Interpreted-node budget before compiling: searching this many is faster than loading Numba.
INTERPRETED_NODES = 20_000
# From this depth on, a search of a large game is worth compiling, in plies.
LARGE = 3


class LimitedPlayer:
    """Searches to a fixed depth, with the game's estimate at the horizon.

    Args:
        limit: the search depth in plies, 1 or more.
        seed: makes the choice among equal moves repeatable; None makes a new one each time.
        name: its name.
        interpreted_nodes: the nodes of a move to search before compiling; 0 suits callers that need
            many moves.

    Attributes:
        nodes: the number of positions visited for its last move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("xx1/oo1/3 x")
    >>> game.name(LimitedPlayer(1).choose(game, position))
    'c3'
    """

    def __init__(
        self,
        limit: int,
        seed: int | None = None,
        name: str = "",
        interpreted_nodes: int = INTERPRETED_NODES,
    ) -> None:
        if limit < 1:
            raise ValueError(f"A player must look at least 1 ply ahead, not {limit}.")
        self.limit = limit
        self.name = name or f"looks {limit} ahead"
        self.nodes = 0
        self._interpreted_nodes = interpreted_nodes
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """Any of the moves that look best."""
        return self._random.choice(self._best(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The uniform policy over the moves that look best."""
        return uniform(self._best(game, position))

    def _best(self, game: Game[P], position: P) -> list[int]:
        scores = self.scores(game, position)
        best = max(move.score for move in scores)
        return [move.move for move in scores if move.score == best]

    def scores(self, game: Game[P], position: P) -> tuple[MoveScore, ...]:
        """The score of every move: exact for the best, an upper bound for the others."""
        try:
            return self._search(game, position, self.limit, interpreted, self._interpreted_nodes)
        except SearchStopped:
            return self._search(game, position, self.limit, fastest)

    def scores_by(
        self, game: Game[P], position: P, late: Callable[[], bool]
    ) -> tuple[MoveScore, ...]:
        """The scores of the deepest search that time allows, up to the limit; at least one ply.

        Args:
            game: the rules.
            position: the root of the search.
            late: whether the time is up.
        """
        found = self._search(game, position, 1, interpreted)
        with suppress(SearchStopped):
            for limit in range(2, self.limit + 1):
                prepare = interpreted if limit < LARGE else fastest
                found = self._search(game, position, limit, partial(until, late, prepare))
        return found

    def _search(
        self, game: Game[P], position: P, limit: int, prepare: Prepare, budget: int | None = None
    ) -> tuple[MoveScore, ...]:
        found = search(game, position, limit=limit, budget=budget, prepare=prepare, equals=True)
        self.nodes = found.nodes
        return found.moves


def until(
    late: Callable[[], bool], prepare: Prepare, kernel: Kernel, game: Knowledge[Any]
) -> Kernel:
    """Add a clock to a search function: it checks the time before each move of the root.

    Raises:
        SearchStopped: the time is up; the new function raises it, too.
    """

    def hurry() -> None:
        if late():
            raise SearchStopped

    def timed(*asked: Any) -> Any:
        hurry()
        return prepared(*asked)

    hurry()  # before anything is compiled
    prepared = prepare(kernel, game)
    return timed
