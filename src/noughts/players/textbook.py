"""Players that choose by a textbook search, and count its nodes."""

from contextlib import suppress
from itertools import count

from noughts.errors import RepeatingGame, SearchStopped, TooDeep
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.players.player import Policy, SamplingPlayer, uniform
from noughts.search.algorithms import ALGORITHMS
from noughts.search.root import Prepare, SearchResult, interpreted, search

# Nodes to search before compiling, and the most nodes of a search: a second or two.
INTERPRETED_NODES, BUDGET = 20_000, 3_000_000


class TextbookPlayer(SamplingPlayer):
    """Plays the first best move that a search finds, as the programs of tutorials do.

    It searches to the end of the game. Where that takes too many nodes it looks ahead as far as it
    can, one ply after the other.

    Args:
        algorithm: the name of the search, one of `noughts.search.algorithms.ALGORITHMS`.

    Attributes:
        nodes: the number of positions visited for its last move.

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
        """The result of a search to the end, or of the deepest one possible."""
        for budget, prepare in ((INTERPRETED_NODES, interpreted), (BUDGET, fastest)):
            with suppress(SearchStopped, RepeatingGame, TooDeep):
                return self._searched(game, position, None, budget, prepare)
        found = self._searched(game, position, 1, None, interpreted)
        with suppress(SearchStopped, TooDeep):
            for limit in count(2):
                found = self._searched(game, position, limit, BUDGET, fastest)
        return found

    def _searched(
        self, game: Game[P], position: P, limit: int | None, budget: int | None, prepare: Prepare
    ) -> SearchResult:
        chosen = ALGORITHMS[self.algorithm]()
        found = search(game, position, chosen, limit=limit, budget=budget, prepare=prepare)
        self.nodes = found.nodes
        return found
