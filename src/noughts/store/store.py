"""The store: games and their moves, each written before it is acknowledged."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from noughts.store.errors import StoreError
from noughts.store.schema import games, moves

# Players learn that something failed; the server's log says what.
log = logging.getLogger(__name__)

SEATS = (games.c.first, games.c.second)


class Begun(NamedTuple):
    """A game that begins.

    Args:
        id: its name, unguessable.
        spec: the text that names the rules.
        seats: who plays first and second, as hashes of their secrets; None: still open.
        invitation: the hash of the secret that gives the open seat.
        rematch_of: the game before.
    """

    id: str
    spec: str
    seats: tuple[str | None, str | None]
    invitation: str | None = None
    rematch_of: str | None = None


class Kept(NamedTuple):
    """A game as it is kept.

    Args:
        id: its name.
        spec: the text that names the rules.
        seats: who plays first and second.
        rematch: the game after it, with swapped colours; None while there is none.
        moves: the moves so far.
    """

    id: str
    spec: str
    seats: tuple[str | None, str | None]
    rematch: str | None
    moves: tuple[str, ...]


class Played(NamedTuple):
    """A move of a game; the first has ply 0."""

    game: str
    ply: int
    move: str


class Store:
    """The games of one database. Any thread may ask.

    `noughts.store.connect.open_store` makes one.
    """

    def __init__(self, engine: Engine) -> None:
        """Use this database, whose tables exist."""
        self._engine = engine

    def begin(self, begun: Begun) -> bool:
        """Store a new game; False if its predecessor has a rematch already."""
        first, second = begun.seats
        row = {**begun._asdict(), "first": first, "second": second, "began": _now()}
        del row["seats"]
        try:
            with self._writing() as connection:
                connection.execute(insert(games).values(row))
        except IntegrityError:
            return False
        return True

    def game(self, name: str) -> Kept | None:
        """The game of that name, if there is one."""
        later = games.alias()
        found = (
            select(games.c.id, games.c.spec, *SEATS, later.c.id.label("rematch"))
            .outerjoin(later, later.c.rematch_of == games.c.id)
            .where(games.c.id == name)
        )
        played = select(moves.c.move).where(moves.c.game == name).order_by(moves.c.ply)
        with self._reading() as connection:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            texts = tuple(connection.execute(played).scalars())
        return Kept(row.id, row.spec, (row.first, row.second), row.rematch, texts)

    def invited(self, invitation: str) -> str | None:
        """The name of the game that the invitation belongs to."""
        with self._reading() as connection:
            found = connection.execute(select(games.c.id).where(games.c.invitation == invitation))
            name: str | None = found.scalar_one_or_none()
        return name

    def sit(self, name: str, turn: int, holder: str) -> bool:
        """Take an open seat; False if it is taken already."""
        seat = SEATS[turn]
        taking = update(games).where(games.c.id == name, seat.is_(None)).values({seat: holder})
        with self._writing() as connection:
            return connection.execute(taking).rowcount == 1

    def add(self, played: Sequence[Played]) -> list[bool]:
        """Store moves in one transaction; for each, whether its ply was free.

        When this returns, the moves are on disk.
        """
        try:
            self._add(played)
        except IntegrityError:
            if len(played) == 1:
                return [False]
            return [kept for one in played for kept in self.add([one])]
        return [True] * len(played)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _add(self, played: Sequence[Played]) -> None:
        now = _now()
        with self._writing() as connection:
            connection.execute(insert(moves), [{**one._asdict(), "played": now} for one in played])

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A durable transaction: on disk afterwards, or without effect.

        Raises:
            IntegrityError: what is written contradicts what is there.
            StoreError: it cannot be written.
        """
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            log.error("A game could not be kept: %s", reason_of(error))
            raise StoreError("This could not be saved; try again later.") from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            log.error("A game could not be read: %s", reason_of(error))
            raise StoreError("The game cannot be read now; try again later.") from error


def reason_of(error: SQLAlchemyError) -> str:
    """What the database says, in one line and without the values that it was given."""
    said = str(getattr(error, "orig", None) or error).strip()
    return f"{said.splitlines()[0] if said else type(error).__name__}."


def _now() -> int:
    return int(time.time())
