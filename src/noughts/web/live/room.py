"""A game between people: the table, the seats, and the people present."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.concurrency import run_in_threadpool

from noughts.answers.encoder import Json, position_answer
from noughts.answers.question import LONGEST_MOVE
from noughts.errors import GameOver, MoveError, NoughtsError, OutOfTurn, UnreadableMove
from noughts.web.live.course import (
    SIDES,
    Course,
    Offer,
    course_of,
    game_result,
    live_status,
    offer_words,
    people,
)
from noughts.web.live.seats import invitation_of, secret_hash
from noughts.web.store.store import StoredGame, StoredStep
from noughts.web.view import BadRequest, GameTable, TableSettings, view_of


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


# Seconds that a player without scripts counts as present after a request.
SEEN = 15.0


class Room:
    """The state of a game in memory; it changes only after the store has changed."""

    def __init__(self, kept: StoredGame) -> None:
        self.id = kept.id
        #: Whether the store may have newer steps; then it is read first.
        self.stale = False
        self.version = 0
        #: Set when something changes. A waiter takes it before looking, so it misses nothing.
        self.news = asyncio.Event()
        self._sockets = {0: 0, 1: 0, None: 0}
        self._seen = [-SEEN, -SEEN]
        self._view: tuple[GameTable, asyncio.Future[Json]] | None = None
        self.offer: Offer | None = None
        self._declined: set[Offer] = set()
        #: The alarm for the end of the time of the side to move.
        self.alarm: asyncio.TimerHandle | None = None
        self.update(kept)

    def update(self, kept: StoredGame) -> None:
        self.seats, self.names, self.control = kept.seats, kept.names, kept.clock
        self.rematch = kept.rematch
        self.table = GameTable(TableSettings(kept.spec, "both"), " ".join(kept.moves))
        self.course = course_of(kept)
        self.stale = False
        self._forget_offers()
        self.tell()

    # Permissions.

    def seat_of(self, holder: str | None) -> int | None:
        """The seat of the player with that hash; None for a spectator."""
        return self.seats.index(holder) if holder is not None and holder in self.seats else None

    @property
    def open_seat(self) -> int | None:
        return self.seats.index(None) if None in self.seats else None

    def player(self, holder: str | None) -> int:
        seat = self.seat_of(holder)
        if seat is None:
            raise NotSeated("You are watching this game; only its players can move.")
        if self.over:
            result = game_result(self.table, self.course.ending)
            raise GameOver(f"The game is over: {result}. A rematch is a new game.")
        return seat

    def in_step(self, ply: int, takebacks: int | None) -> None:
        """Check that a request is about the game as it is now."""
        if takebacks not in (None, self.course.takebacks):
            raise PlyTaken("Moves have been taken back in the meantime; look at the board again.")
        now = self.table.match.ply
        if 0 <= ply < now:
            raise PlyTaken(f"Move {ply + 1} has already been played; move {now + 1} is next.")
        if ply != now:
            raise PlyTaken(f"The next move is number {now + 1} (ply {now}), not ply {ply}.")

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by its players."""
        return self.course.ending is not None or self.table.match.over

    def invitation(self, secret: str | None) -> str:
        """The invitation, if the secret belongs to its owner; "" if there is none."""
        if secret is None or self.open_seat is None or self.seat_of(secret_hash(secret)) is None:
            return ""
        return invitation_of(secret, self.id)

    def after(
        self, holder: str | None, ply: int, move: str, takebacks: int | None = None
    ) -> GameTable:
        match, seat = self.table.match, self.player(holder)
        self.in_step(ply, takebacks)
        if seat != match.turn:
            raise OutOfTurn(f"It is {match.game.marks[match.turn]}'s turn to move.")
        if len(move) > LONGEST_MOVE:
            raise UnreadableMove(f"A move has at most {LONGEST_MOVE} characters, not {len(move)}.")
        after = self.table.after(move)
        if after.match.ply != ply + 1:
            raise UnreadableMove(f"{move!r} is not one move; send one move.")
        return after

    def advance(self, number: int, step: StoredStep, after: GameTable) -> None:
        if self.course.steps == number:
            self.table, self.course = after, self.course.after(step)
            self._forget_offers()
            self.tell()

    # Offers.

    def offers(self, seat: int, kind: str) -> None:
        """Offer a draw, or ask for a move back: once per player until the next step."""
        offer = Offer(kind, seat)
        if offer == self.offer:
            return
        if offer in self._declined:
            raise BadRequest("Your friend has declined that; ask again after the next move.")
        self.offer = offer
        self.tell()

    def decline(self) -> None:
        if self.offer is not None:
            self._declined.add(self.offer)
            self.offer = None
            self.tell()

    def _forget_offers(self) -> None:
        self.offer = None
        self._declined.clear()

    # Time.

    def time_left(self) -> tuple[int, int] | None:
        """The milliseconds that both players have left now; None without a clock."""
        clock = self.course.clock
        if clock is None or not self.running:
            return clock and clock.left
        return clock.left_at(self.course.turn, now())

    def time_is_up(self) -> bool:
        left = self.time_left()
        return left is not None and self.running and not left[self.course.turn]

    @property
    def running(self) -> bool:
        clock = self.course.clock
        return clock is not None and clock.since is not None and not self.over

    # Presence.

    @contextmanager
    def present(self, seat: int | None) -> Iterator[None]:
        self._sockets[seat] += 1
        self.tell()
        try:
            yield
        finally:
            self._sockets[seat] -= 1
            self.tell()

    def seen(self, seat: int) -> None:
        was_here = self.here(seat)
        self._seen[seat] = time.monotonic()
        if not was_here:
            self.tell()
        asyncio.get_running_loop().call_later(SEEN + 1, self.tell)

    def here(self, seat: int) -> bool:
        return self._sockets[seat] > 0 or time.monotonic() - self._seen[seat] < SEEN

    @property
    def sockets(self) -> int:
        return sum(self._sockets.values())

    # News.

    def tell(self) -> None:
        self.version += 1
        self.news.set()
        self.news = asyncio.Event()

    def standing(self, holder: str | None, moment: tuple[GameTable, Course] | None = None) -> Json:
        table, course = moment or (self.table, self.course)
        seat, ending = self.seat_of(holder), course.ending
        return {
            **position_answer(table.question),
            "id": self.id,
            "moves": list(table.names),
            "over": table.match.over or ending is not None,
            "result": game_result(table, ending),
            "ending": ending and ending.kind,
            "status": live_status(table, seat, ending),
            "seat": None if seat is None else SIDES[seat],
            "taken": _by_side(one is not None for one in self.seats),
            "here": _by_side(map(self.here, range(2))),
            "names": _by_side(self.names),
            "watching": self._sockets[None],
            "offer": self.offer and {"kind": self.offer.kind, "by": SIDES[self.offer.turn]},
            "takebacks": course.takebacks,
            "clock": self._clock(),
            "rematch": self.rematch,
        }

    def _clock(self) -> Json | None:
        left = self.time_left()
        if left is None:
            return None
        running = SIDES[self.course.turn] if self.running else None
        return {"control": self.control, "left": _by_side(left), "running": running}

    async def message(
        self, holder: str | None, seen: int, *, drawn: bool, takebacks: int = 0
    ) -> Json:
        """The message to a socket: the state of the game, and the moves that it has not seen."""
        moment = table, course = self.table, self.course
        view = await self.view(table) if drawn else None
        standing, ply = self.standing(holder, moment), course.ply
        start = min(seen, ply) if takebacks == course.takebacks else 0
        told = {"type": "standing", **standing, "ply": ply, "from": start}
        told["moves"] = standing["moves"][start:]
        if view is not None:
            marks = table.game.marks
            offered = offer_words(self.offer, self.seat_of(holder), marks, self.names)
            told |= {"view": view, "people": people(standing, marks), "offered": offered}
        return told

    async def view(self, table: GameTable) -> Json:
        if self._view is None or self._view[0] is not table:
            self._view = table, asyncio.ensure_future(run_in_threadpool(view_of, table))
        return await asyncio.shield(self._view[1])


def _by_side(both: Iterable[Any]) -> Json:
    return dict(zip(SIDES, both, strict=True))


def now() -> int:
    return time.time_ns() // 1_000_000
