"""The store: games and what happens in them, each step written before it is acknowledged."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from noughts.errors import StoreError
from noughts.web.store.schema import games, moves

# Players read that something failed; the server's log contains the reason.
log = logging.getLogger(__name__)

SEATS = (games.c.first, games.c.second)
NAMES = (games.c.first_name, games.c.second_name)

# The kinds of steps. The text of `MOVE` is the move, of `BACK` the number of moves taken back, of
# the others the player: x or o.
MOVE, BACK, RESIGN, DRAW, TIME = "move", "back", "resign", "draw", "time"


class Begun(NamedTuple):
    """A game that begins.

    Args:
        id: its name, unguessable.
        spec: the text that names the rules.
        seats: hashes of the first and second player's secrets; None: still open.
        invitation: the hash of the secret that opens the free seat.
        rematch_of: the previous game.
        names: the players' names; may be empty.
        clock: each player's time, as `noughts.web.live.clock` reads it; empty: no clock.
    """

    id: str
    spec: str
    seats: tuple[str | None, str | None]
    invitation: str | None = None
    rematch_of: str | None = None
    names: tuple[str, str] = ("", "")
    clock: str = ""


class Step(NamedTuple):
    """Something that has happened in a game.

    Args:
        kind: `MOVE`, or one of the other kinds.
        text: the move, or a text that depends on the kind.
        at: the time, in milliseconds since 1970.
    """

    kind: str
    text: str
    at: int = 0


class Kept(NamedTuple):
    """A game as it is kept.

    Args:
        id: its name.
        spec: the text that names the rules.
        seats: hashes of the first and second player's secrets.
        rematch: the next game, with swapped colours; None if there is none.
        steps: the steps so far.
        names: the players' names.
        clock: each player's time.
    """

    id: str
    spec: str
    seats: tuple[str | None, str | None]
    rematch: str | None = None
    steps: tuple[Step, ...] = ()
    names: tuple[str, str] = ("", "")
    clock: str = ""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, without the ones taken back.

        >>> steps = (Step(MOVE, "b2"), Step(MOVE, "a1"), Step(BACK, "1"), Step(MOVE, "c3"))
        >>> Kept("game", "tictactoe", (None, None), steps=steps).moves
        ('b2', 'c3')
        """
        found: list[str] = []
        for step in self.steps:
            if step.kind == MOVE:
                found.append(step.text)
            elif step.kind == BACK:
                del found[-int(step.text) :]
        return tuple(found)


class Played(NamedTuple):
    """A step of a game, by default a move; the first has number 0."""

    game: str
    step: int
    move: str
    kind: str = MOVE
    played: int = 0


class Store:
    """The games of one database. Any thread may use it.

    `noughts.web.store.connect.open_store` makes one.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self, begun: Begun) -> bool:
        """Store a new game; False if its predecessor has a rematch already."""
        row = {**begun._asdict(), "began": int(time.time())}
        row["first"], row["second"] = row.pop("seats")
        row["first_name"], row["second_name"] = row.pop("names")
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
            select(games, later.c.id.label("rematch"))
            .outerjoin(later, later.c.rematch_of == games.c.id)
            .where(games.c.id == name)
        )
        columns = (moves.c.kind, moves.c.move, moves.c.played)
        played = select(*columns).where(moves.c.game == name).order_by(moves.c.step)
        with self._reading() as connection:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            steps = tuple(Step(*one) for one in connection.execute(played))
        seats, names = (row.first, row.second), (row.first_name, row.second_name)
        return Kept(row.id, row.spec, seats, row.rematch, steps, names, row.clock)

    def invited(self, invitation: str) -> str | None:
        """The name of the game that the invitation belongs to."""
        with self._reading() as connection:
            found = connection.execute(select(games.c.id).where(games.c.invitation == invitation))
            name: str | None = found.scalar_one_or_none()
        return name

    def sit(self, name: str, turn: int, holder: str, called: str = "") -> bool:
        """Take an open seat under a name; False if it is taken already."""
        seat = SEATS[turn]
        values = {seat: holder, NAMES[turn]: called}
        taking = update(games).where(games.c.id == name, seat.is_(None)).values(values)
        with self._writing() as connection:
            return connection.execute(taking).rowcount == 1

    def add(self, played: Sequence[Played]) -> list[bool]:
        """Store steps in one transaction; returns for each whether its number was free.

        When this returns, the steps are on disk.
        """
        try:
            self._add(played)
        except IntegrityError:
            if len(played) == 1:
                return [False]
            return [kept for one in played for kept in self.add([one])]
        return [True] * len(played)

    def close(self) -> None:
        """Close the connections to the database."""
        self._engine.dispose()

    def _add(self, played: Sequence[Played]) -> None:
        with self._writing() as connection:
            connection.execute(insert(moves), [one._asdict() for one in played])

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
    """The database's message, in one line and without the values that it was given."""
    said = str(getattr(error, "orig", None) or error).strip()
    return f"{said.splitlines()[0] if said else type(error).__name__}."
