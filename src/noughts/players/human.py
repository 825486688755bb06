"""A person, who is asked."""

from collections.abc import Callable
from typing import Any

from noughts.game import Game, P


class HumanPlayer:
    """A person who chooses the moves.

    An interface that waits for clicks or lines plays a person's moves into the match itself and
    needs no `ask`. With `ask`, a function that shows a position and returns a move, a person can be
    used like any other player.

    Args:
        ask: shows the game and the position, and returns the move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> HumanPlayer(lambda game, position: 4).choose(TicTacToe(), TicTacToe().start())
    4
    """

    name = "human"

    def __init__(self, ask: Callable[[Game[Any], Any], int] | None = None) -> None:
        self._ask = ask

    def choose(self, game: Game[P], position: P) -> int:
        """The person's move."""
        if self._ask is None:
            raise RuntimeError("A human player without `ask` moves by Match.play.")
        return self._ask(game, position)
