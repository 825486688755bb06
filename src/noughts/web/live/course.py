"""The course of a game: its clocks, the state after its steps, and the status in words."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from noughts.answers.encoder import Json
from noughts.web.store.store import BACK, DRAW, MOVE, RESIGN, StoredGame, StoredStep
from noughts.web.view import BadRequest, GameTable
from noughts.web.view import status_words as result

MOST_MINUTES, MOST_SECONDS = 180, 60
# The clocks start when both players have moved once.
FREE_PLIES = 2


class GameClock(NamedTuple):
    left: tuple[int, int]  # milliseconds of the first player and the second, at the time `since`
    increment: int  # the milliseconds that a move adds
    # the time of `left`, in milliseconds since 1970; None while no clock runs
    since: int | None = None

    def left_at(self, turn: int, now: int) -> tuple[int, int]:
        """The time of both at a moment at which the player `turn` has been thinking.

        >>> read_clock("5+3")._replace(since=1_000).left_at(1, 3_500)
        (300000, 297500)
        """
        spent = 0 if self.since is None else max(0, now - self.since)
        first, second = self.left
        return (first, max(0, second - spent)) if turn else (max(0, first - spent), second)

    def after(self, turn: int, at: int, *, moved: bool, runs: bool) -> "GameClock":
        gain = self.increment if moved and self.since is not None else 0
        first, second = self.left_at(turn, at)
        left = (first, second + gain) if turn else (first + gain, second)
        return GameClock(left, self.increment, at if runs else None)


def read_clock(text: str) -> GameClock | None:
    """The clock in a text: `5+3` is 5 minutes, and 3 seconds more a move; empty: no clock."""
    if not text:
        return None
    found = re.fullmatch(r"([1-9]\d{0,2})\+(0|[1-9]\d?)", text, re.ASCII)
    minutes, seconds = map(int, found.groups()) if found else (0, 0)
    if not (1 <= minutes <= MOST_MINUTES and seconds <= MOST_SECONDS):
        raise BadRequest(
            f"Write a clock as minutes+seconds, such as 5+3: 1 to {MOST_MINUTES} minutes, and 0 to "
            f"{MOST_SECONDS} seconds for each move. {text[:20]!r} is none."
        )
    return GameClock((minutes * 60_000,) * 2, seconds * 1_000)


SIDES = ("x", "o")


class Ending(NamedTuple):
    """An end that does not come from the rules."""

    kind: str  # `RESIGN`, `DRAW` (agreed) or `TIME`
    winner: int | None  # the player who won; None for a draw


class Course(NamedTuple):
    """A game after some steps."""

    clock: GameClock | None = None  # the clock; None if the game has none
    ply: int = 0  # the number of moves on the board
    steps: int = 0  # the number of steps
    takebacks: int = 0  # the number of takebacks; while it stays the same, moves are only added
    ending: Ending | None = None  # the end by the players, if there was one

    @property
    def turn(self) -> int:
        return self.ply % 2

    def after(self, step: StoredStep) -> "Course":
        moved, back = step.kind == MOVE, step.kind == BACK
        ply = self.ply + moved - (int(step.text) if back else 0)
        winner = None if moved or back or step.kind == DRAW else 1 - SIDES.index(step.text)
        ending = None if moved or back else Ending(step.kind, winner)
        runs = ending is None and ply >= FREE_PLIES
        clock = self.clock and self.clock.after(self.turn, step.at, moved=moved, runs=runs)
        return Course(clock, ply, self.steps + 1, self.takebacks + back, ending)


def course_of(kept: StoredGame) -> Course:
    course = Course(read_clock(kept.clock))
    for step in kept.steps:
        course = course.after(step)
    return course


TAKEBACK = "takeback"
ACTIONS = ("resign", "draw", TAKEBACK, "accept", "decline")


class Offer(NamedTuple):
    """An offer of a draw, or a request for a move back. It ends with the next step."""

    kind: str  # `draw` or `takeback`
    turn: int  # the player who made it


def plies_back(turn: int, ply: int) -> int:
    """The number of moves to take back, so that the player `turn` can replay their last move.

    >>> plies_back(0, 3), plies_back(1, 3)
    (1, 2)
    """
    plies = 2 if ply % 2 == turn else 1
    if plies > ply:
        raise BadRequest("You have not moved yet, so there is no move to take back.")
    return plies


def live_status(table: GameTable, seat: int | None, ending: Ending | None = None) -> str:
    """The side to move, or the end of the game, in words for the player of that seat.

    >>> from noughts.web.view import TableSettings
    >>> table = GameTable(TableSettings("tictactoe", "both"), "a1 b2 b1 c3")
    >>> live_status(table, 0), live_status(table, 1), live_status(table.after("c1"), 1)
    ('Your move.', "X's move.", 'You lost.')
    >>> live_status(table, 0, Ending(RESIGN, 1)), live_status(table, None, Ending(RESIGN, 1))
    ('You lost: you resigned.', 'X resigned: O has won.')
    """
    match = table.match
    if ending is not None:
        if ending.winner is None:
            return "A draw by agreement."
        winner, loser = match.game.marks[ending.winner], match.game.marks[1 - ending.winner]
        resigned = ending.kind == RESIGN
        if seat is None:
            return f"{loser} {'resigned' if resigned else 'ran out of time'}: {winner} has won."
        if seat == ending.winner:
            return f"You won: {loser} {'resigned' if resigned else 'ran out of time'}."
        return "You lost: you resigned." if resigned else "You lost: your time is up."
    if not match.over:
        return "Your move." if match.turn == seat else f"{match.game.marks[match.turn]}'s move."
    if seat is None or match.winner is None:
        return result(table)
    return "You won." if match.winner == seat else "You lost."


def game_result(table: GameTable, ending: Ending | None) -> str | None:
    if ending is None:
        return table.match.result or None
    return "draw" if ending.winner is None else f"{table.game.marks[ending.winner]} wins"


def people(standing: Json, marks: Sequence[str]) -> list[str]:
    """The players and whether they are present, one line each."""
    return [f"{mark}: {_person(standing, side)}" for mark, side in zip(marks, SIDES, strict=True)]


def offer_words(
    offer: Offer | None, seat: int | None, marks: Sequence[str], names: Sequence[str] = ("", "")
) -> str:
    """The offer in words for the player of that seat; empty if there is none.

    >>> offer_words(Offer("draw", 0), 1, "XO"), offer_words(Offer("takeback", 0), 0, "XO")
    ('Your friend offers a draw.', 'You asked to take your move back.')
    >>> offer_words(Offer("draw", 0), 1, "XO", ["Ann", ""])
    'Ann offers a draw.'
    """
    if offer is None:
        return ""
    draw = offer.kind == DRAW
    if offer.turn == seat:
        return "You offered a draw." if draw else "You asked to take your move back."
    who = names[offer.turn] or (marks[offer.turn] if seat is None else "Your friend")
    return f"{who} offers a draw." if draw else f"{who} asks to take a move back."


def _person(standing: Json, side: str) -> str:
    name = standing["names"][side]
    if side == standing["seat"]:
        return f"{name} (you)" if name else "you"
    if not standing["taken"][side]:
        return "nobody yet"
    name = name or ("your friend" if standing["seat"] else "a player")
    return f"{name}, {'here' if standing['here'][side] else 'away'}"
