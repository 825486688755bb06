"""A player with a depth limit: how far it looks ahead is its strength."""

from random import Random

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.native import fastest
from noughts.players.player import Policy, uniform
from noughts.search.root import MoveScore, Prepare, interpreted, search

# So many nodes Python searches sooner than Numba is loaded.
PATIENCE = 20_000

LEVELS = {"easy": 1, "medium": 3, "hard": 5}


class LimitedPlayer:
    """Looks some plies ahead and no further; beyond, it sees the game's estimate.

    Args:
        limit: how many plies it looks ahead, 1 or more.
        seed: settles the choice among equal moves; None settles it anew each time.
        name: what to call it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("xx1/oo1/3 x")
    >>> game.name(LimitedPlayer(1).choose(game, position))
    'c3'
    """

    def __init__(self, limit: int, seed: int | None = None, name: str = "") -> None:
        if limit < 1:
            raise ValueError(f"A player looks at least 1 ply ahead, not {limit}.")
        self.limit = limit
        self.name = name or f"looks {limit} ahead"
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """Any of the moves that look best."""
        return self._random.choice(self._best(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The same chance for all moves that look best."""
        return uniform(self._best(game, position))

    def _best(self, game: Game[P], position: P) -> list[int]:
        """The moves that look best."""
        scores = self.scores(game, position)
        best = max(move.score for move in scores)
        return [move.move for move in scores if move.score == best]

    def scores(self, game: Game[P], position: P) -> tuple[MoveScore, ...]:
        """What it thinks of every move: of the worse ones, only that they are no better."""
        try:
            return self._search(game, position, interpreted, PATIENCE)
        except SearchStopped:
            return self._search(game, position, fastest)

    def _search(
        self, game: Game[P], position: P, prepare: Prepare, budget: int | None = None
    ) -> tuple[MoveScore, ...]:
        return search(
            game, position, limit=self.limit, budget=budget, prepare=prepare, equals=True
        ).moves
