"""A player with a depth limit, which sets its strength."""

from array import array
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.player import Policy, uniform
from noughts.search.algorithms import AlphaBeta, Kernel
from noughts.search.root import MoveScore, SearchResult, search
from noughts.solving.driver import Driver

# Those who search the same game share what has been spent on it, so that it is compiled in time.
GAMES = 32


@lru_cache(GAMES)
def driver_for(function: Kernel, known: Any) -> Driver:
    """The driver of a search for a game, kept."""
    return Driver(function, known)


def never() -> bool:
    """Without a limit it is never late."""
    return False


class LimitedPlayer:
    """Searches to a fixed depth, with the game's estimate at the horizon.

    Args:
        limit: the search depth in plies, 1 or more.
        seed: makes the choice among equal moves repeatable; None makes a new one each time.
        name: what to call it.

    Attributes:
        nodes: how many positions it visited for its last move.
        move_seconds: the most seconds for a move, in which it looks less far ahead if need be; None
            for no limit.

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
    ) -> None:
        if limit < 1:
            raise ValueError(f"A player must look at least 1 ply ahead, not {limit}.")
        self.limit = limit
        self.name = name or f"looks {limit} ahead"
        self.nodes = 0
        self.move_seconds: float | None = None
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """Any of the moves that look best."""
        return self._random.choice(self._best(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The uniform policy over the moves that look best."""
        return uniform(self._best(game, position))

    def _best(self, game: Game[P], position: P) -> list[int]:
        """The moves that look best."""
        if self.move_seconds is None:
            scores = self.scores(game, position)
        else:
            end = CLOCK.time() + self.move_seconds
            scores = self.scores_by(game, position, lambda: CLOCK.time() >= end)
        best = max(move.score for move in scores)
        return [move.move for move in scores if move.score == best]

    def scores(
        self, game: Game[P], position: P, late: Callable[[], bool] = never
    ) -> tuple[MoveScore, ...]:
        """The score of every move: exact for the best, an upper bound for the others.

        Raises:
            SearchStopped: the time is up.
        """
        return self._search(game, position, self.limit, late)

    def scores_by(
        self, game: Game[P], position: P, late: Callable[[], bool]
    ) -> tuple[MoveScore, ...]:
        """The scores of the deepest search that time allows, up to the limit; at least one ply.

        Args:
            game: the rules.
            position: the root of the search.
            late: whether the time is up.
        """
        found = self._search(game, position, 1, never)
        with suppress(SearchStopped):
            for limit in range(2, self.limit + 1):
                found = self._search(game, position, limit, late)
        return found

    def _search(
        self, game: Game[P], position: P, limit: int, late: Callable[[], bool]
    ) -> tuple[MoveScore, ...]:
        known = knowledge_of(game)

        def ahead(form: Kernel, live: "array[int]") -> SearchResult:
            return search(
                game, position, limit=limit, prepare=lambda *_: form, equals=True, live=live
            )

        driver = driver_for(AlphaBeta[P]().kernel_for(known), known)
        found = driver.soonest(ahead, late)
        self.nodes = found.nodes
        return found.moves
