"""The size of the game tree below a position: the nodes that minimax visits."""

from typing import Any

from noughts.game import Game, legal_moves
from noughts.search.depth import with_enough_stack

# The most different positions whose size is stored.
MOST_POSITIONS = 50_000


class TreeSize:
    """Counts the nodes of game trees; each different position is searched once.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> TreeSize(TicTacToe()).of(TicTacToe().start())
    549946
    """

    def __init__(self, game: Game[Any], most: int = MOST_POSITIONS) -> None:
        self.game = game
        self.most = most
        self.sizes: dict[Any, int] = {}

    def of(self, position: Any) -> int | None:
        """The nodes of the tree, the root included; None if there are too many."""
        return with_enough_stack(self.game, position, lambda: self._below(position))

    def _below(self, position: Any) -> int | None:
        if position in self.sizes:
            return self.sizes[position]
        if len(self.sizes) >= self.most:
            return None
        size = 1
        for move in legal_moves(self.game, position):
            below = self._below(self.game.play(position, move))
            if below is None:
                return None
            size += below
        self.sizes[position] = size
        return size
