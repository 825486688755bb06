"""All games between people: beginning, joining, playing, and playing again."""

import asyncio
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, ParamSpec

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from noughts.errors import StoreError
from noughts.games.registry import game_name
from noughts.web.live.course import ACTIONS, SIDES, TAKEBACK, plies_back, read_clock
from noughts.web.live.room import NotSeated, PlyTaken, Room, SeatTaken, TooOften, now
from noughts.web.live.seats import GAME, SECRET, invitation_of, new_game, secret_hash
from noughts.web.middleware import Cap, Rates
from noughts.web.store.store import (
    BACK,
    DRAW,
    MOVE,
    RESIGN,
    TIME,
    GameStore,
    NewGame,
    NewStep,
    StoredGame,
    StoredStep,
)
from noughts.web.view import BadRequest, GameTable, TableSettings

Given = ParamSpec("Given")


class WriteBatcher:
    """Stores the steps of games.

    While some are written to disk, new ones gather for the next write: so the busier the server is,
    the less a step costs.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self._busy = asyncio.Lock()
        self._waiting: list[NewStep] = []
        self._next: asyncio.Future[list[bool]]  # the write of the waiting steps

    async def add(self, played: NewStep) -> bool:
        """Store a step; returns whether its number was free. On return the step is on disk."""
        place = len(self._waiting)
        self._waiting.append(played)
        if place == 0:
            self._next = asyncio.ensure_future(self._write())
        return (await asyncio.shield(self._next))[place]

    async def _write(self) -> list[bool]:
        async with self._busy:
            steps, self._waiting = self._waiting, []
            return await run_in_threadpool(self.store.add, steps)


# Sockets in all, from one address, and at one game.
SOCKETS, SOCKETS_FROM_ONE, AT_ONE = 2_000, 100, 300
# Games from one address: in a burst, and per second in the long run.
GAMES, GAMES_A_SECOND = 200, 0.5
# Messages on one socket: in a burst, and per second in the long run.
MESSAGES, MESSAGES_A_SECOND = 20, 4.0
# Seconds without news after which a socket gets a heartbeat. After a silence of two and a half the
# page takes the connection for lost, so the player sees it within 15 seconds.
BEAT = 4.0
# The most bytes of a message.
LONGEST_MESSAGE = 1_000


class LiveLimits:
    """Limits games and sockets."""

    def __init__(
        self,
        sockets: int = SOCKETS,  # in all
        from_one: int = SOCKETS_FROM_ONE,
        games: Rates | None = None,  # new ones from one address
        # the burst and the rate on one socket
        messages: tuple[float, float] = (MESSAGES, MESSAGES_A_SECOND),
        beat: float = BEAT,  # the seconds without news after which a socket gets a heartbeat
    ) -> None:
        self.beat, self._messages = beat, messages
        self._games, self._sockets = games or Rates(GAMES, GAMES_A_SECOND), Cap(sockets, from_one)

    def begins(self, who: str) -> None:
        if not self._games.allows(who, time.monotonic()):
            raise TooOften("You have begun too many games; try again later.")

    def messages(self) -> Rates:
        return Rates(*self._messages)

    @contextmanager
    def socket(self, who: str, room: Room) -> Iterator[None]:
        if room.sockets >= AT_ONE or not self._sockets.take(who):
            raise TooOften("Too many connections; try again later.")
        try:
            yield
        finally:
            self._sockets.let_go(who)


NO_GAME = "There is no game at this address. Check the link, or start another game."
NO_INVITATION = "This invitation is not known. Check the link, or ask for another one."
# Seconds until a step that could not be stored is tried again, if no request comes first.
AGAIN = 5.0
LONGEST_NAME = 20
# Games held in memory; others are read from the store on request.
MOST_AT_HAND = 5_000


def shielded(act: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, Awaitable[None]]:
    """Let a method finish although its client disconnects, which must not cancel a write."""

    @wraps(act)
    async def whole(*given: Given.args, **named: Given.kwargs) -> None:
        await asyncio.shield(asyncio.ensure_future(act(*given, **named)))

    return whole


class Rooms:
    """The games of one store. A method that raises changes nothing."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._writes = WriteBatcher(store)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._ringing: set[asyncio.Task[None]] = set()

    async def room(self, name: str) -> Room:
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms.setdefault(name, Room(await self._kept(name)))
            self._set_alarm(room)
            self._let_go()
        elif room.stale:
            await self._refresh(room)
        self._rooms.move_to_end(name)
        return room

    async def begin(
        self, spec: str, side: str, secret: str, called: str = "", clock: str = ""
    ) -> Room:
        """Begin a game with one seat taken and the other open for an invitation."""
        table = await run_in_threadpool(GameTable, TableSettings(spec, "both"))
        if not table.game.alternates:
            raise BadRequest(
                f"{game_name(table.game)} cannot be played by link: a player may move twice in a "
                f"row there, and the clocks of such games take turns. Play it at one table."
            )
        if side not in (*SIDES, "any"):
            raise BadRequest(f"as must be one of x, o, any, not {side[:20]!r}.")
        read_clock(clock)
        turn = secrets.randbelow(2) if side == "any" else SIDES.index(side)
        name, holder = new_game(), secret_hash(secret)
        seats = (holder, None) if turn == 0 else (None, holder)
        names = (display_name(called), "") if turn == 0 else ("", display_name(called))
        invitation = secret_hash(invitation_of(secret, name))
        spec = table.settings.spec
        begun = NewGame(name, spec, seats, invitation, names=names, clock=clock)
        await run_in_threadpool(self._store.begin, begun)
        return await self.room(name)

    async def invited(self, invitation: str) -> Room:
        name = None
        if SECRET.fullmatch(invitation):
            name = await run_in_threadpool(self._store.invited, secret_hash(invitation))
        if name is None:
            raise HTTPException(404, NO_INVITATION)
        return await self.room(name)

    async def join(self, invitation: str, secret: str, called: str = "") -> Room:
        """Take the open seat of the game of an invitation; a player keeps the old seat."""
        room, holder = await self.invited(invitation), secret_hash(secret)
        if room.seat_of(holder) is not None:
            return room
        turn = room.open_seat
        if turn is None or not await self._sits(room, turn, holder, called):
            raise SeatTaken("Somebody else has accepted this invitation; you can watch the game.")
        return room

    @shielded
    async def play(
        self, room: Room, holder: str | None, ply: int, move: str, takebacks: int | None = None
    ) -> None:
        """Play a move. On return it is stored, and other clients have been notified."""
        await self._be_sure_of(room)
        after = room.after(holder, ply, move, takebacks)
        await self._add(room, MOVE, after.names[-1], after)

    @shielded
    async def act(
        self, room: Room, holder: str | None, action: str, ply: int, takebacks: int | None = None
    ) -> None:
        """Resign, offer a draw, ask for a move back, or answer such an offer.

        Offering the same as the other player accepts their offer.
        """
        if action not in ACTIONS:
            raise BadRequest(f"action must be one of {', '.join(ACTIONS)}, not {action[:20]!r}.")
        await self._be_sure_of(room)
        seat, offer = room.player(holder), room.offer
        if room.open_seat is not None:
            raise BadRequest("Nobody has taken the other seat yet.")
        if action == "resign":
            await self._add(room, RESIGN, SIDES[seat], room.table)
            return
        room.in_step(ply, takebacks)
        theirs = offer is not None and offer.turn != seat
        if theirs and action in ("accept", offer and offer.kind):
            await self._accept(room)
        elif action == "decline":
            room.decline()
        elif action == "accept":
            raise BadRequest("Your friend offers nothing now.")
        else:
            if action == TAKEBACK:
                plies_back(seat, ply)
            room.offers(seat, action)

    async def rematch(self, room: Room, holder: str | None) -> Room:
        if room.seat_of(holder) is None:
            raise NotSeated("You are watching this game; only its players can ask for a rematch.")
        if not room.over:
            raise BadRequest("The game is not over; a rematch comes after it.")
        if room.open_seat is not None:
            raise BadRequest("Nobody has taken the other seat, so there is nobody for a rematch.")
        if room.rematch is None:
            begun = NewGame(
                new_game(),
                room.table.settings.spec,
                (room.seats[1], room.seats[0]),
                rematch_of=room.id,
                names=(room.names[1], room.names[0]),
                clock=room.control,
            )
            await run_in_threadpool(self._store.begin, begun)
            await self._refresh(room)
        if room.rematch is None:
            raise StoreError("The rematch could not be stored; try again.")
        return await self.room(room.rematch)

    def close(self) -> None:
        for room in self._rooms.values():
            if room.alarm:
                room.alarm.cancel()
        self._store.close()

    async def _accept(self, room: Room) -> None:
        offer = room.offer
        if offer is None:
            return
        if offer.kind == DRAW:
            await self._add(room, DRAW, SIDES[offer.turn], room.table)
        else:
            plies = plies_back(offer.turn, room.course.ply)
            await self._add(room, BACK, str(plies), room.table.before(plies))

    async def _be_sure_of(self, room: Room) -> None:
        """Read missing steps from the store, and end the game if the time is up."""
        if room.stale:
            await self._refresh(room)
        if room.time_is_up():
            await self._ring(room)

    async def _add(self, room: Room, kind: str, text: str, after: GameTable) -> None:
        number, step = room.course.steps, StoredStep(kind, text, now())
        try:
            kept = await self._writes.add(NewStep(room.id, number, text, kind, step.at))
        except StoreError:
            room.stale = True
            raise
        if not kept:
            await self._refresh(room)
            raise PlyTaken("Something else was played in the meantime; look at the board again.")
        room.advance(number, step, after)
        self._set_alarm(room)

    def _set_alarm(self, room: Room, wait: float = 0) -> None:
        """Set the alarm for the end of the time of the side to move."""
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
        left = room.time_left()
        if left is not None and room.running:
            seconds = max(wait, left[room.course.turn] / 1000)
            loop = asyncio.get_running_loop()
            room.alarm = loop.call_later(seconds, self._alarm, room)

    def _alarm(self, room: Room) -> None:
        ringing = asyncio.ensure_future(self._ring(room))
        self._ringing.add(ringing)
        ringing.add_done_callback(self._ringing.discard)

    async def _ring(self, room: Room) -> None:
        """End the game if the time of the side to move is up."""
        wait = 0.0
        if room.time_is_up():
            try:
                with suppress(PlyTaken):
                    await self._add(room, TIME, SIDES[room.course.turn], room.table)
            except StoreError:
                wait = AGAIN
        self._set_alarm(room, wait)

    async def _sits(self, room: Room, turn: int, holder: str, called: str) -> bool:
        name = display_name(called)
        sits = await run_in_threadpool(self._store.sit, room.id, turn, holder, name)
        await self._refresh(room)
        return sits

    async def _kept(self, name: str) -> StoredGame:
        kept = None
        if GAME.fullmatch(name):
            kept = await run_in_threadpool(self._store.game, name)
        if kept is None:
            raise HTTPException(404, NO_GAME)
        return kept

    async def _refresh(self, room: Room) -> None:
        kept = await self._kept(room.id)
        if len(kept.steps) >= room.course.steps:  # it may have gone on in the meantime
            room.update(kept)
            self._set_alarm(room)

    def _let_go(self) -> None:
        too_many = len(self._rooms) - MOST_AT_HAND
        if too_many > 0:
            idle = [name for name, room in self._rooms.items() if not room.sockets]
            for name in idle[:too_many]:
                del self._rooms[name]


class Endpoints:
    """Base of the classes that answer requests about games."""

    def __init__(self, rooms: Rooms, limits: LiveLimits) -> None:
        self._rooms, self._limits = rooms, limits


def display_name(text: str) -> str:
    r"""A name for display: one line of at most 20 visible characters.

    >>> display_name("  Ann\n\u202e Lee "), display_name("x" * 50)
    ('Ann Lee', 'xxxxxxxxxxxxxxxxxxxx')
    """
    spaced = "".join(" " if one.isspace() else one for one in text)
    seen = "".join(one for one in spaced if unicodedata.category(one)[0] != "C")
    return " ".join(seen.split())[:LONGEST_NAME].strip()
