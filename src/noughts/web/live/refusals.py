"""The errors of games between people, each with its HTTP status."""

from noughts.errors import MoveError, NoughtsError


class NotSeated(NoughtsError):
    """Only the players of the game can do that."""

    status = 403


class SeatTaken(NoughtsError):
    """Another client has accepted the invitation."""

    status = 409


class PlyTaken(MoveError):
    """The ply already has a move, or the ply before has none."""

    status = 409


class TooOften(NoughtsError):
    """A client exceeds a limit."""

    status = 429
