"""What a player is: whoever chooses a move."""

from typing import Protocol

from noughts.game import Game, P


class Player(Protocol):
    """Someone or something that chooses moves.

    One player object plays one seat of one match at a time; it may remember what it has
    worked out.
    """

    @property
    def name(self) -> str:
        """What to call the player: "perfect", "easy", "human"."""

    def choose(self, game: Game[P], position: P) -> int:
        """A legal move of a position that is not over."""
