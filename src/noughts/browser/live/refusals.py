"""What is refused at a game between people, each with the status of its answer."""

from noughts.errors import MoveError, NoughtsError


class NotSeated(NoughtsError):
    """Only who holds a seat of the game can do that."""

    status = 403


class SeatTaken(NoughtsError):
    """Somebody else has accepted the invitation."""

    status = 409


class PlyTaken(MoveError):
    """There is a move at that ply already, or none yet at the one before."""

    status = 409


class TooOften(NoughtsError):
    """More than one asker may have."""

    status = 429
