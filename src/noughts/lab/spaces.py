"""Observations and action masks of a game as arrays, and the spaces that they lie in."""

from typing import Any, Generic

from noughts.errors import BridgeError, to_install
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.players.observation import Observer

try:
    import numpy as np
    from gymnasium import spaces
except ImportError:
    raise BridgeError(f"PettingZoo and Gymnasium are not installed: {to_install('rl')}.") from None

Observation = dict[str, "np.ndarray[Any, Any]"]

# Plies after which an environment truncates a game: where positions can repeat, and elsewhere.
MOST_PLIES_REPEATING, MOST_PLIES = 200, 10_000


def most_plies(game: Game[Any]) -> int:
    """The plies after which an environment truncates a game.

    >>> from noughts.games.morris import Morris
    >>> from noughts.games.tictactoe import TicTacToe
    >>> most_plies(TicTacToe()), most_plies(Morris())
    (9, 200)
    """
    return knowledge_of(game).max_plies or (MOST_PLIES_REPEATING if game.repeats else MOST_PLIES)


class Arrays(Generic[P]):
    """Observations of a game: `{"observation": ..., "action_mask": ...}` of int8.

    Args:
        game: the rules.

    >>> from noughts.games.connectfour import ConnectFour
    >>> arrays = Arrays(ConnectFour())
    >>> arrays.observation_space()["observation"].shape, arrays.action_space()
    ((6, 7, 2), Discrete(7))
    """

    def __init__(self, game: Game[P]) -> None:
        self.observer = Observer(game)

    def observation_space(self) -> "spaces.Space[Any]":
        """A new space of observations with their masks."""
        seen = self.observer
        box = spaces.Box(seen.low, seen.high, seen.shape, np.int8)
        mask = spaces.Box(0, 1, (seen.actions,), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def action_space(self) -> "spaces.Space[Any]":
        """A new space of actions: the numbers of moves."""
        return spaces.Discrete(self.observer.actions)

    def observe(self, position: P, waiting: bool, mask: bytes) -> Observation:
        """The position as the player to move, or the other one, sees it; with this mask."""
        flat = bytearray(self.observer.observe(position, waiting))
        return {
            "observation": np.frombuffer(flat, np.int8).reshape(self.observer.shape),
            "action_mask": np.frombuffer(bytearray(mask), np.int8),
        }

    def no_mask(self) -> bytes:
        """The mask of an agent without a move."""
        return bytes(self.observer.actions)
