"""The status of a game between people, in words for a player or a spectator."""

from collections.abc import Sequence

from noughts.answers.encoder import Json
from noughts.web.live.course import SIDES, Ending
from noughts.web.live.offers import Offer
from noughts.web.store.store import DRAW, RESIGN
from noughts.web.url_state import Table
from noughts.web.view import status as result


def status(table: Table, seat: int | None, ending: Ending | None = None) -> str:
    """The side to move, or the end of the game, in words for the player of that seat.

    >>> from noughts.web.url_state import Settings
    >>> table = Table(Settings("tictactoe", "both"), "a1 b2 b1 c3")
    >>> status(table, 0), status(table, 1), status(table.after("c1"), 1)
    ('Your move.', "X's move.", 'You lost.')
    >>> status(table, 0, Ending(RESIGN, 1)), status(table, None, Ending(RESIGN, 1))
    ('You lost: you resigned.', 'X resigned: O has won.')
    """
    match = table.match
    if ending is not None:
        return _ended(ending, seat, match.game.marks)
    if not match.over:
        return "Your move." if match.turn == seat else f"{match.game.marks[match.turn]}'s move."
    if seat is None or match.winner is None:
        return result(table)
    return "You won." if match.winner == seat else "You lost."


def result_of(table: Table, ending: Ending | None) -> str | None:
    """The result for programs; None while the game goes on."""
    if ending is None:
        return table.match.result or None
    return "draw" if ending.winner is None else f"{table.game.marks[ending.winner]} wins"


def people(standing: Json, marks: Sequence[str]) -> list[str]:
    """The players and whether they are present, one line each.

    >>> standing = {"seat": "x", "taken": {"x": True, "o": False}, "here": {"x": True, "o": False}}
    >>> people({**standing, "names": {"x": "", "o": ""}}, ["X", "O"])
    ['X: you', 'O: nobody yet']
    """
    return [f"{mark}: {_person(standing, side)}" for mark, side in zip(marks, SIDES, strict=True)]


def offer_words(offer: Offer | None, seat: int | None, marks: Sequence[str]) -> str:
    """The offer in words for the player of that seat; empty if there is none.

    >>> offer_words(Offer("draw", 0), 1, "XO"), offer_words(Offer("takeback", 0), 0, "XO")
    ('Your friend offers a draw.', 'You asked to take your move back.')
    """
    if offer is None:
        return ""
    draw = offer.kind == DRAW
    if offer.turn == seat:
        return "You offered a draw." if draw else "You asked to take your move back."
    who = marks[offer.turn] if seat is None else "Your friend"
    return f"{who} offers a draw." if draw else f"{who} asks to take a move back."


def _ended(ending: Ending, seat: int | None, marks: Sequence[str]) -> str:
    if ending.winner is None:
        return "A draw by agreement."
    winner, loser = marks[ending.winner], marks[1 - ending.winner]
    resigned = ending.kind == RESIGN
    if seat is None:
        return f"{loser} {'resigned' if resigned else 'ran out of time'}: {winner} has won."
    if seat == ending.winner:
        return f"You won: {loser} {'resigned' if resigned else 'ran out of time'}."
    return "You lost: you resigned." if resigned else "You lost: your time is up."


def _person(standing: Json, side: str) -> str:
    name = standing["names"][side]
    if side == standing["seat"]:
        return f"{name} (you)" if name else "you"
    if not standing["taken"][side]:
        return "nobody yet"
    name = name or ("your friend" if standing["seat"] else "a player")
    return f"{name}, {'here' if standing['here'][side] else 'away'}"
