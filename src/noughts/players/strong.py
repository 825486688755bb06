"""A strong player for games too large to be solved: its search is as deep as its time allows."""

from collections.abc import Collection
from functools import partial
from math import inf
from typing import Any

from noughts.game import Game, P
from noughts.native.clock import CLOCK
from noughts.players.mcts import PlayoutSearch, best_child
from noughts.players.player import UniformPlayer
from noughts.search.deepening import DEEPEST
from noughts.search.memory import Recent
from noughts.solving.deep import DeepResult, DeepSearch, processors, search_for

# Games whose searches are remembered; the seconds of a move without a limit.
GAMES, SECONDS = 4, 2.0
# The most playouts of a move, and the nodes that one playout counts for.
PLAYOUTS, PLAYOUT_NODES = 1_000_000, 50


def by_playouts(
    search: PlayoutSearch[P], position: P, moves: list[int], end: float, nodes: int | None
) -> int:
    """The move that random play judges best."""
    playouts = PLAYOUTS if nodes is None else max(1, nodes // PLAYOUT_NODES)
    return best_child(search.tree(position, playouts, seed=0, end=end, only=moves))


class StrongPlayer(UniformPlayer):
    """Looks ahead as deep as its time allows, with the game's evaluation at the horizon.

    Args:
        seed: makes its choices repeatable; None makes new ones each time.
        depth: the most plies to look ahead.

    Attributes:
        move_seconds: the time for a move; None for two seconds.
        threads: how many search within that time; None for one on each processor.
        nodes: how many positions were visited for its last move.
        seen: what it found for its last move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> game.name(StrongPlayer(depth=2).choose(game, game.parse("xx1/oo1/3 x")[0]))
    'c3'
    """

    def __init__(self, seed: int | None = None, depth: int = DEEPEST) -> None:
        super().__init__(seed)
        self.name = "strong"
        self.depth = depth
        self.nodes = 0
        self.seen: DeepResult | None = None
        self.move_seconds: float | None = None
        self.threads: int | None = None
        self._searches: Recent[Any, DeepSearch[Any]] = Recent(GAMES)

    def search_of(self, game: Game[P]) -> DeepSearch[P]:
        if game not in self._searches:
            search = self._searches[game] = self._search_for(game)
            search.threads = processors() if self.threads is None else self.threads
        return self._searches[game]

    def _search_for(self, game: Game[P]) -> DeepSearch[P]:
        return search_for(game, partial(by_playouts, PlayoutSearch(game)))

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The best move found, alone."""
        seconds = SECONDS if self.move_seconds is None else self.move_seconds
        return [self.look(game, position, CLOCK.time() + seconds).move]

    def look(
        self,
        game: Game[P],
        position: P,
        end: float = inf,
        only: Collection[int] = (),
        nodes: int | None = None,
    ) -> DeepResult:
        """The best of some moves, found until a time by `CLOCK`, or within a number of nodes."""
        search = self.search_of(game)
        before = search.nodes
        self.seen = search.look(position, end, only, self.depth, nodes)
        self.nodes = search.nodes - before
        return self.seen


def strong_player(_: str, seed: int | None) -> StrongPlayer:
    return StrongPlayer(seed)
