"""Players that choose by a textbook search, and count its nodes."""

from array import array
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from math import inf

from noughts.errors import RepeatingGame, SearchStopped, TooDeep
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.limited import driver_for
from noughts.players.player import Policy, SamplingPlayer, uniform
from noughts.search.algorithms import ALGORITHMS, Kernel
from noughts.search.root import SearchResult, search

# Nodes for one search at most: compiled, a second or two.
BUDGET = 3_000_000


class TextbookPlayer(SamplingPlayer):
    """Plays the first best move that a search finds, as the programs of tutorials do.

    It searches to the end of the game. Where that takes too many nodes it looks ahead as far as it
    can, one ply after the other.

    Args:
        algorithm: the name of the search, one of `noughts.search.algorithms.ALGORITHMS`.

    Attributes:
        nodes: how many positions it visited for its last move.
        move_seconds: the most seconds for a move; None for no limit.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> player = TextbookPlayer("negamax")
    >>> game.name(player.choose(game, game.parse("xxo/ox1/o2 x")[0])), player.nodes
    ('b1', 8)
    """

    def __init__(self, algorithm: str) -> None:
        super().__init__()
        self.name = algorithm.replace("-", "")
        self.algorithm = algorithm
        self.nodes = 0
        self.move_seconds: float | None = None

    def refuse(self, game: Game[P]) -> None:
        """Refuse a game that the search does not suit.

        Raises:
            ExtraTurns: a player may move twice in a row, and the search has no form for that.
        """
        ALGORITHMS[self.algorithm]().kernel_for(knowledge_of(game))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The first best move, for certain."""
        self.nodes = 0
        return uniform([self._found(game, position).move])

    def _found(self, game: Game[P], position: P) -> SearchResult:
        """What a search to the end finds, or else the deepest that is possible."""
        end = inf if self.move_seconds is None else CLOCK.time() + self.move_seconds

        def searched(limit: int | None, ends: float = end) -> SearchResult:
            return self._searched(game, position, limit, lambda: CLOCK.time() >= ends)

        with suppress(SearchStopped, RepeatingGame, TooDeep):
            return searched(None, CLOCK.time() + (end - CLOCK.time()) / 2)
        found = searched(1, inf)
        with suppress(SearchStopped, TooDeep):
            for limit in count(2):
                found = searched(limit)
        return found

    def _searched(
        self, game: Game[P], position: P, limit: int | None, late: Callable[[], bool]
    ) -> SearchResult:
        chosen, known = ALGORITHMS[self.algorithm](), knowledge_of(game)

        def ahead(form: Kernel, live: "array[int]") -> SearchResult:
            return search(
                game, position, chosen, limit=limit, budget=None if limit == 1 else BUDGET,
                prepare=lambda *_: form, live=live,
            )  # fmt: skip

        found = driver_for(chosen.kernel_for(known), known).soonest(ahead, late)
        self.nodes = found.nodes
        return found
