"""A player that looks up every position in a tablebase."""

from typing import Any

from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.players.player import Policy, SamplingPlayer, uniform
from noughts.tablebase.probe import Tablebase


class TablebasePlayer(SamplingPlayer):
    """Plays one of the best moves, as `PerfectPlayer` does, without searching.

    Args:
        folder: the tablebase.
        seed: makes the choice among equal moves repeatable; None makes a new one each time.

    Raises:
        TablebaseError: the folder contains no readable tablebase.

    >>> import tempfile
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.build import make_tablebase
    >>> game, folder = TicTacToe(), tempfile.mkdtemp()
    >>> _ = make_tablebase(game, folder)
    >>> game.name(TablebasePlayer(folder).choose(game, game.parse("2x/3/3 o")[0]))
    'b2'
    """

    def __init__(self, folder: str, seed: int | None = None) -> None:
        self.name = f"tablebase:{folder}"
        self._table: Tablebase[Any] = Tablebase(folder)
        super().__init__(seed)

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The uniform policy over the best moves.

        Raises:
            UnsuitedGame: the tablebase is for another game.
        """
        if game != self._table.game:
            raise UnsuitedGame(
                f"{self.name} is a tablebase of {spec_of(self._table.game)}, "
                f"not of {spec_of(game)}."
            )
        return uniform(self._table.best_moves(position))
