"""A strategy's moves in play."""

from typing import Generic

from noughts.game import Game, P
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import Leaves

# Searches in play may take this many times the nodes of the strategy's leaves.
MORE = 20


class FilePlay(Generic[P]):
    """The moves of a strategy's file, including its leaves.

    Args:
        game: the rules.
        file: the strategy.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.strategies.make import make_strategy
    >>> game = TicTacToe()
    >>> play = FilePlay(game, make_strategy(game).file)
    >>> play.move(game.start()) is None, play.move(game.parse("3/1x1/3 o")[0])
    (False, None)
    """

    def __init__(self, game: Game[P], file: StrategyFile) -> None:
        self.fold, self.moves = Fold(game), file.moves
        claim = file.claim
        # In another mirror image, or later in the play, a sequence may take more nodes.
        self.leaves = Leaves(game, claim._replace(threats=MORE * claim.threats))

    def move(self, position: P) -> int | None:
        """The move; None where the strategy has none."""
        canonical = self.fold.canonical(position)
        move = self.moves.get(self.fold.fields(canonical))
        if move is not None:
            return self.fold.back(position, canonical, move)
        move = self.leaves.threat(position)
        if move is not None:
            return move
        # A leaf's search may visit fewer nodes in one mirror image than in another.
        for image in self.fold.images(position):
            move = self.leaves.move(image)
            if move is not None:
                return self.fold.back(position, image, move)
        return None
