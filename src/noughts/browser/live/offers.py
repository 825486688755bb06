"""What players may do besides moving: resign, offer a draw, ask for a move back."""

from typing import NamedTuple

from noughts.browser.url_state import BadRequest

TAKEBACK = "takeback"
ACTIONS = ("resign", "draw", TAKEBACK, "accept", "decline")


class Offer(NamedTuple):
    """A draw that is offered, or a move that is asked back. It stands until the next step.

    Args:
        kind: `draw` or `takeback`.
        turn: whose offer it is.
    """

    kind: str
    turn: int


def plies_back(turn: int, ply: int) -> int:
    """How many moves to take back, so that the player `turn` can make the last move of theirs anew.

    Raises:
        BadRequest: they have not moved yet.

    >>> plies_back(0, 3), plies_back(1, 3)
    (1, 2)
    """
    plies = 2 if ply % 2 == turn else 1
    if plies > ply:
        raise BadRequest("You have not moved yet, so there is no move to take back.")
    return plies
