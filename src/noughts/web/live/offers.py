"""Players' actions other than moves: resign, offer a draw, ask for a move back."""

from typing import NamedTuple

from noughts.web.url_state import BadRequest

TAKEBACK = "takeback"
ACTIONS = ("resign", "draw", TAKEBACK, "accept", "decline")


class Offer(NamedTuple):
    """An offer of a draw, or a request for a move back. It ends with the next step.

    Args:
        kind: `draw` or `takeback`.
        turn: the player who made it.
    """

    kind: str
    turn: int


def plies_back(turn: int, ply: int) -> int:
    """The number of moves to take back, so that the player `turn` can replay their last move.

    Raises:
        BadRequest: the player has not moved yet.

    >>> plies_back(0, 3), plies_back(1, 3)
    (1, 2)
    """
    plies = 2 if ply % 2 == turn else 1
    if plies > ply:
        raise BadRequest("You have not moved yet, so there is no move to take back.")
    return plies
