"""A person, who is asked."""

from collections.abc import Callable
from typing import Any

from noughts.game import Game, P


class HumanPlayer:
    """A person who chooses the moves.

    A face that waits for clicks or lines plays a person's moves into the match itself;
    it needs no `ask`. With `ask`, anything that shows a position and returns a move, a
    person can be given wherever a player is asked for.

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
            raise RuntimeError("A person without `ask` plays through the match itself.")
        return self._ask(game, position)
