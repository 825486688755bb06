"""All games between people: beginning, joining, playing, and playing again."""

import asyncio
import secrets
from collections import OrderedDict
from functools import partial

from starlette.exceptions import HTTPException

from noughts.browser.live.limits import Limits
from noughts.browser.live.refusals import NotSeated, PlyTaken, SeatTaken
from noughts.browser.live.room import SIDES, Room
from noughts.browser.live.seats import GAME, SECRET, hashed, invitation_of, new_game
from noughts.browser.live.write_batcher import WriteBatcher
from noughts.browser.url_state import BadRequest, Settings, Table
from noughts.store.errors import StoreError
from noughts.store.store import Begun, Kept, Played, Store

# Games held in memory; others are read from the store on request.
MOST_AT_HAND = 5_000


class Rooms:
    """The games of one store. Every method that refuses changes nothing.

    Args:
        store: where they are kept.
    """

    def __init__(self, store: Store) -> None:
        """Have no game at hand yet."""
        self._store = store
        self._writes = WriteBatcher(store)
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    async def room(self, name: str) -> Room:
        """The game of that name.

        Raises:
            HTTPException: 404, there is none.
        """
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms.setdefault(name, Room(await self._kept(name)))
            self._let_go()
        elif room.stale:
            await self._refresh(room)
        self._rooms.move_to_end(name)
        return room

    async def begin(self, spec: str, side: str, secret: str) -> Room:
        """Begin a game with one seat taken and the other open for an invitation.

        Args:
            spec: the text that names the rules.
            side: which seat to take: `x` plays first, `o` second, `any` leaves it to chance.
            secret: the secret of who begins it.

        Raises:
            NoughtsError: there is no such game or side.
        """
        table = await self._writes.ask(partial(Table, Settings(spec, "both")))
        if side not in (*SIDES, "any"):
            raise BadRequest(f"as must be one of x, o, any, not {side[:20]!r}.")
        turn = secrets.randbelow(2) if side == "any" else SIDES.index(side)
        name, holder = new_game(), hashed(secret)
        seats = (holder, None) if turn == 0 else (None, holder)
        invitation = hashed(invitation_of(secret, name))
        begun = Begun(name, table.settings.spec, seats, invitation)
        await self._writes.ask(partial(self._store.begin, begun))
        return await self.room(name)

    async def invited(self, invitation: str) -> Room:
        """The game of an invitation.

        Raises:
            HTTPException: 404, to none.
        """
        name = None
        if SECRET.fullmatch(invitation):
            ask = partial(self._store.invited, hashed(invitation))
            name = await self._writes.ask(ask)
        if name is None:
            raise HTTPException(404)
        return await self.room(name)

    async def join(self, invitation: str, secret: str) -> Room:
        """Take the open seat of the game of an invitation; a player keeps the old seat.

        Raises:
            SeatTaken: somebody was faster.
        """
        room, holder = await self.invited(invitation), hashed(secret)
        if room.seat_of(holder) is not None:
            return room
        turn = room.open_seat
        if turn is None or not await self._sits(room, turn, holder):
            raise SeatTaken("Somebody else has accepted this invitation; you can watch the game.")
        return room

    async def play(self, room: Room, holder: str | None, ply: int, move: str) -> None:
        """Play a move. On return it is stored, and others have been told.

        Args:
            room: the game.
            holder: the hash of who plays it.
            ply: how many moves there are before it, as far as its player knows.
            move: its name.

        Raises:
            NotSeated, MoveError: it is refused; the message says why.
            StoreError: it could not be kept.
        """
        # Who leaves in the middle of it leaves the move to be finished.
        await asyncio.shield(asyncio.ensure_future(self._play(room, holder, ply, move)))

    async def rematch(self, room: Room, holder: str | None) -> Room:
        """The rematch, with sides swapped; there is one, whoever asks first.

        Raises:
            NotSeated: one who watches asks for it.
            BadRequest: the game goes on, or has one player.
        """
        if room.seat_of(holder) is None:
            raise NotSeated("You are watching this game; only its players can ask for a rematch.")
        if not room.table.match.over:
            raise BadRequest("The game is not over; a rematch comes after it.")
        if room.open_seat is not None:
            raise BadRequest("Nobody has taken the other seat, so there is nobody for a rematch.")
        if room.rematch is None:
            first, second = room.seats
            begun = Begun(new_game(), room.table.settings.spec, (second, first), rematch_of=room.id)
            await self._writes.ask(partial(self._store.begin, begun))
            await self._refresh(room)
        if room.rematch is None:
            raise StoreError("The rematch could not be stored; try again.")
        return await self.room(room.rematch)

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    async def _play(self, room: Room, holder: str | None, ply: int, move: str) -> None:
        if room.stale:
            await self._refresh(room)
        after = room.after(holder, ply, move)
        try:
            kept = await self._writes.add(Played(room.id, ply, after.names[-1]))
        except StoreError:
            room.stale = True
            raise
        if not kept:
            await self._refresh(room)
            raise PlyTaken(f"Move {ply + 1} has already been played.")
        room.advance(after)

    async def _sits(self, room: Room, turn: int, holder: str) -> bool:
        sits = await self._writes.ask(partial(self._store.sit, room.id, turn, holder))
        await self._refresh(room)
        return sits

    async def _kept(self, name: str) -> Kept:
        kept = None
        if GAME.fullmatch(name):
            kept = await self._writes.ask(partial(self._store.game, name))
        if kept is None:
            raise HTTPException(404)
        return kept

    async def _refresh(self, room: Room) -> None:
        """Look into the store, which knows better."""
        kept = await self._kept(room.id)
        if len(kept.moves) >= room.table.match.ply:  # it may have gone on in the meantime
            room.update(kept)

    def _let_go(self) -> None:
        too_many = len(self._rooms) - MOST_AT_HAND
        if too_many > 0:
            idle = [name for name, room in self._rooms.items() if not room.sockets]
            for name in idle[:too_many]:
                del self._rooms[name]


class Endpoints:
    """What answers requests about games.

    Args:
        rooms: the games.
        limits: how much everybody may have.
    """

    def __init__(self, rooms: Rooms, limits: Limits) -> None:
        """Keep where to ask."""
        self._rooms, self._limits = rooms, limits
