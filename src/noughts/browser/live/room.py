"""A game between people: the table, the seats, and who is present."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

from noughts.answers.analyses import Json, position_answer
from noughts.answers.question import LONGEST_MOVE
from noughts.browser.live.refusals import NotSeated, PlyTaken
from noughts.browser.live.seats import hashed, invitation_of
from noughts.browser.url_state import Settings, Table
from noughts.browser.view import status as result
from noughts.browser.view import view_of
from noughts.errors import GameOver, OutOfTurn, UnreadableMove
from noughts.store.store import Kept

SIDES = ("x", "o")
# Seconds that a player without scripts counts as present after a request.
SEEN = 15.0


class Room:
    """The state of a game in memory; it changes only after the store has.

    Args:
        kept: the game as it is kept.
    """

    def __init__(self, kept: Kept) -> None:
        """Play what has been played."""
        self.id = kept.id
        #: Whether the store may know more; then it is asked before anything else.
        self.stale = False
        self.version = 0
        #: Set when something changes; taken before one looks, nothing is missed.
        self.news = asyncio.Event()
        self._sockets = {0: 0, 1: 0, None: 0}
        self._seen = [-SEEN, -SEEN]
        self._view: tuple[Table, asyncio.Future[Json]] | None = None
        self.update(kept)

    def update(self, kept: Kept) -> None:
        """Take over what the store knows."""
        self.seats = kept.seats
        self.rematch = kept.rematch
        self.table = Table(Settings(kept.spec, "both"), " ".join(kept.moves))
        self.stale = False
        self.tell()

    # Who may do what.

    def seat_of(self, holder: str | None) -> int | None:
        """The seat of the player with that hash; None for a spectator."""
        return self.seats.index(holder) if holder is not None and holder in self.seats else None

    @property
    def open_seat(self) -> int | None:
        """The seat that nobody holds."""
        return self.seats.index(None) if None in self.seats else None

    def invitation(self, secret: str | None) -> str:
        """The invitation that the owner of this secret can give away; "" if there is none."""
        if secret is None or self.open_seat is None or self.seat_of(hashed(secret)) is None:
            return ""
        return invitation_of(secret, self.id)

    def after(self, holder: str | None, ply: int, move: str) -> Table:
        """The table after a move, if the move is allowed.

        Args:
            holder: the hash of who plays it.
            ply: how many moves there are before it, as far as its player knows.
            move: its name.

        Raises:
            NotSeated, GameOver, PlyTaken, OutOfTurn, MoveError: why it may not.
        """
        match, seat = self.table.match, self.seat_of(holder)
        if seat is None:
            raise NotSeated("You are watching this game; only its players can move.")
        if match.over:
            raise GameOver(f"The game is over: {match.result}. A rematch is a new game.")
        if ply != match.ply:
            raise PlyTaken(_out_of_step(ply, match.ply))
        if seat != match.turn:
            raise OutOfTurn(f"It is {match.game.marks[match.turn]}'s turn to move.")
        if len(move) > LONGEST_MOVE:
            raise UnreadableMove(f"A move has at most {LONGEST_MOVE} characters, not {len(move)}.")
        after = self.table.after(move)
        if after.match.ply != ply + 1:
            raise UnreadableMove(f"{move!r} is not one move; send one move.")
        return after

    def advance(self, after: Table) -> None:
        """Put the move on the board, which is kept by now."""
        if after.match.ply == self.table.match.ply + 1:
            self.table = after
            self.tell()

    # Who is here.

    @contextmanager
    def present(self, seat: int | None) -> Iterator[None]:
        """A context in which somebody is connected by a socket."""
        self._sockets[seat] += 1
        self.tell()
        try:
            yield
        finally:
            self._sockets[seat] -= 1
            self.tell()

    def seen(self, seat: int) -> None:
        """Note that a player has requested the page."""
        was_here = self.here(seat)
        self._seen[seat] = time.monotonic()
        if not was_here:
            self.tell()
        asyncio.get_running_loop().call_later(SEEN + 1, self.tell)

    def here(self, seat: int) -> bool:
        """Whether the player of that seat is present."""
        return self._sockets[seat] > 0 or time.monotonic() - self._seen[seat] < SEEN

    @property
    def sockets(self) -> int:
        """How many sockets there are."""
        return sum(self._sockets.values())

    # What is told.

    def tell(self) -> None:
        """Wake everyone who waits for news."""
        self.version += 1
        self.news.set()
        self.news = asyncio.Event()

    def standing(self, holder: str | None, table: Table | None = None) -> Json:
        """The state of the game for one client.

        Args:
            holder: the hash of who asks.
            table: the table at the moment that is told of; that of now unless given.
        """
        table = table or self.table
        seat, match = self.seat_of(holder), table.match
        return {
            **position_answer(table.question),
            "id": self.id,
            "moves": list(table.names),
            "over": match.over,
            "result": match.result or None,
            "status": status(table, seat),
            "seat": None if seat is None else SIDES[seat],
            "taken": {side: self.seats[turn] is not None for turn, side in enumerate(SIDES)},
            "here": {side: self.here(turn) for turn, side in enumerate(SIDES)},
            "watching": self._sockets[None],
            "rematch": self.rematch,
        }

    async def message(self, holder: str | None, seen: int, *, drawn: bool) -> Json:
        """The message to a socket: the state of the game, and the moves that it has not seen.

        Args:
            holder: the hash of whose socket it is.
            seen: how many moves it has seen.
            drawn: whether it is to get the picture and the cells, too.
        """
        table, ply = self.table, self.table.match.ply
        view = await self.view(table) if drawn else None
        standing = self.standing(holder, table)
        told = {"type": "standing", **standing, "ply": ply, "from": min(seen, ply)}
        told["moves"] = standing["moves"][seen:]
        if view is not None:
            told |= {"view": view, "people": people(standing, table.game.marks)}
        return told

    async def view(self, table: Table) -> Json:
        """The view of the table, drawn once for all clients."""
        if self._view is None or self._view[0] is not table:
            self._view = table, asyncio.ensure_future(run_in_threadpool(view_of, table))
        return await asyncio.shield(self._view[1])


def status(table: Table, seat: int | None) -> str:
    """Whose turn it is, or how the game ended, for the player of that seat.

    >>> table = Table(Settings("tictactoe", "both"), "a1 b2 b1 c3")
    >>> status(table, 0), status(table, 1), status(table.after("c1"), 0)
    ('Your move.', "X's move.", 'You have won.')
    """
    match = table.match
    if match.over:
        if seat is not None and match.winner == seat:
            return "You have won."
        return result(table)
    return "Your move." if match.turn == seat else f"{match.game.marks[match.turn]}'s move."


def people(standing: Json, marks: Sequence[str]) -> list[str]:
    """The players and whether they are present, one line each.

    >>> standing = {"seat": "x", "taken": {"x": True, "o": False}, "here": {"x": True, "o": False}}
    >>> people(standing, ["X", "O"])
    ['X: you', 'O: nobody yet']
    """
    return [f"{mark}: {_person(standing, side)}" for mark, side in zip(marks, SIDES, strict=True)]


def _person(standing: Json, side: str) -> str:
    if side == standing["seat"]:
        return "you"
    if not standing["taken"][side]:
        return "nobody yet"
    name = "your friend" if standing["seat"] else "a player"
    return f"{name}, {'here' if standing['here'][side] else 'away'}"


def _out_of_step(ply: int, now: int) -> str:
    if 0 <= ply < now:
        return f"Move {ply + 1} has already been played; move {now + 1} is next."
    return f"The next move is number {now + 1} (ply {now}), not ply {ply}."
