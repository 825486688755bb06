"""The store: games and what happens in them, each step written before it is acknowledged."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from noughts.errors import StoreError

# The newest step of `migrations/`, so that a start need not load Alembic to compare.
HEAD = "0002"

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

# A seat or an invitation belongs to the owner of a secret; only its hash is stored.
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("spec", sa.String(200), nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),  # seconds since 1970
    sa.Column("first", sa.String(64)),
    sa.Column("second", sa.String(64)),
    sa.Column("invitation", sa.String(64), unique=True),
    sa.Column("rematch_of", sa.String(22), sa.ForeignKey("games.id"), unique=True),
    sa.Column("first_name", sa.String(20), nullable=False, server_default=""),
    sa.Column("second_name", sa.String(20), nullable=False, server_default=""),
    sa.Column("clock", sa.String(9), nullable=False, server_default=""),
)

# The steps of each game: moves, and what ends a game or takes moves back. Rows are never changed;
# the primary key refuses a second step at the same place.
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("game", sa.String(22), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("move", sa.String(40), nullable=False),
    sa.Column("played", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.Column("kind", sa.String(8), nullable=False, server_default="move"),
)

# Players read that something failed; the server's log contains the reason.
log = logging.getLogger(__name__)

SEATS = (games.c.first, games.c.second)
NAMES = (games.c.first_name, games.c.second_name)

# The kinds of steps. The text of `MOVE` is the move, of `BACK` the number of moves taken back, of
# the others the player: x or o.
MOVE, BACK, RESIGN, DRAW, TIME = "move", "back", "resign", "draw", "time"


class NewGame(NamedTuple):
    id: str  # its name, unguessable
    spec: str  # the text that names the rules
    # hashes of the first and second player's secrets; None: still open
    seats: tuple[str | None, str | None]
    invitation: str | None = None  # the hash of the secret that opens the free seat
    rematch_of: str | None = None  # the previous game
    names: tuple[str, str] = ("", "")  # the players' names; may be empty
    clock: str = ""  # each player's time, as `noughts.web.live.course` reads it; empty: no clock


class StoredStep(NamedTuple):
    kind: str  # `MOVE`, or one of the other kinds
    text: str  # the move, or a text that depends on the kind
    at: int = 0  # the time, in milliseconds since 1970


class StoredGame(NamedTuple):
    id: str  # its name
    spec: str  # the text that names the rules
    seats: tuple[str | None, str | None]  # hashes of the first and second player's secrets
    rematch: str | None = None  # the next game, with swapped colours; None if there is none
    steps: tuple[StoredStep, ...] = ()  # the steps so far
    names: tuple[str, str] = ("", "")  # the players' names
    clock: str = ""  # each player's time

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, without the ones taken back."""
        found: list[str] = []
        for step in self.steps:
            if step.kind == MOVE:
                found.append(step.text)
            elif step.kind == BACK:
                del found[-int(step.text) :]
        return tuple(found)


class NewStep(NamedTuple):
    """A step of a game, by default a move; the first has number 0."""

    game: str
    step: int
    move: str
    kind: str = MOVE
    played: int = 0


class GameStore:
    """The games of one database. Any thread may use it.

    `noughts.web.store.connect.open_store` makes one.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def begin(self, begun: NewGame) -> bool:
        """Store a new game; False if its predecessor has a rematch already."""
        row = {**begun._asdict(), "began": int(time.time())}
        row["first"], row["second"] = row.pop("seats")
        row["first_name"], row["second_name"] = row.pop("names")
        try:
            with self._writing() as connection:
                connection.execute(sa.insert(games).values(row))
        except IntegrityError:
            return False
        return True

    def game(self, name: str) -> StoredGame | None:
        later = games.alias()
        found = (
            sa.select(games, later.c.id.label("rematch"))
            .outerjoin(later, later.c.rematch_of == games.c.id)
            .where(games.c.id == name)
        )
        columns = (moves.c.kind, moves.c.move, moves.c.played)
        played = sa.select(*columns).where(moves.c.game == name).order_by(moves.c.step)
        with self._reading() as connection:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            steps = tuple(StoredStep(*one) for one in connection.execute(played))
        seats, names = (row.first, row.second), (row.first_name, row.second_name)
        return StoredGame(row.id, row.spec, seats, row.rematch, steps, names, row.clock)

    def invited(self, invitation: str) -> str | None:
        """The name of the game that the invitation belongs to."""
        with self._reading() as connection:
            found = connection.execute(
                sa.select(games.c.id).where(games.c.invitation == invitation)
            )
            name: str | None = found.scalar_one_or_none()
        return name

    def sit(self, name: str, turn: int, holder: str, called: str = "") -> bool:
        """Take an open seat under a name; False if it is taken already."""
        seat = SEATS[turn]
        values = {seat: holder, NAMES[turn]: called}
        taking = sa.update(games).where(games.c.id == name, seat.is_(None)).values(values)
        with self._writing() as connection:
            return connection.execute(taking).rowcount == 1

    def add(self, played: Sequence[NewStep]) -> list[bool]:
        """Store steps in one transaction; returns for each whether its number was free.

        When this returns, the steps are on disk.
        """
        try:
            with self._writing() as connection:
                connection.execute(sa.insert(moves), [one._asdict() for one in played])
        except IntegrityError:
            if len(played) == 1:
                return [False]
            return [kept for one in played for kept in self.add([one])]
        return [True] * len(played)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            log.error("A game could not be kept: %s", database_reason(error))
            raise StoreError("This could not be saved; try again later.") from error

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            log.error("A game could not be read: %s", database_reason(error))
            raise StoreError("The game cannot be read now; try again later.") from error


def database_reason(error: SQLAlchemyError) -> str:
    """The database's message, in one line and without the values that it was given."""
    said = str(getattr(error, "orig", None) or error).strip()
    return f"{said.splitlines()[0] if said else type(error).__name__}."
