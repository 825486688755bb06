"""Open a store, in SQLite or Postgres, and upgrade tables that an earlier noughts made."""

from typing import Any

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from noughts.errors import NewerStore, StoreError, requiring
from noughts.records.history import data_folder, private_file
from noughts.web.store.store import GameStore, database_reason, metadata

# The version of the tables, and the row that has it, as Alembic made it for earlier versions.
HEAD = "0002"
VERSIONS = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
# The statements that lead from an earlier version to the tables of now.
UPGRADES = {
    "0001": (  # moves became steps, whose times are counted in milliseconds
        "ALTER TABLE games ADD COLUMN first_name VARCHAR(20) DEFAULT '' NOT NULL",
        "ALTER TABLE games ADD COLUMN second_name VARCHAR(20) DEFAULT '' NOT NULL",
        "ALTER TABLE games ADD COLUMN clock VARCHAR(9) DEFAULT '' NOT NULL",
        "ALTER TABLE moves ADD COLUMN kind VARCHAR(8) DEFAULT 'move' NOT NULL",
        "ALTER TABLE moves RENAME COLUMN ply TO step",
        "UPDATE moves SET played = played * 1000",
    )
}
# The number of our lock in a Postgres database; any that no other program uses.
LOCK = 0x6E6F7567687473


def upgrade_tables(engine: Engine, shown: str) -> None:
    """Make the tables, or upgrade them if out of date."""
    with engine.connect() as connection:
        if version_of(connection) == HEAD:
            return
    with engine.begin() as connection:
        _alone(connection)
        if version_of(connection) != HEAD:
            _migrate(connection, shown)


def version_of(connection: Connection) -> str | None:
    """The version of the tables; None if there are none."""
    if not connection.dialect.has_table(connection, VERSIONS.name):
        return None
    version: str | None = connection.execute(VERSIONS.select()).scalar_one_or_none()
    return version


def _alone(connection: Connection) -> None:
    """Wait for other upgrades; none begins until the transaction ends."""
    if connection.dialect.name == "sqlite":
        # A writer has the lock; this writes a number that is never read.
        connection.exec_driver_sql("PRAGMA user_version = 0")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _migrate(connection: Connection, shown: str) -> None:
    there = version_of(connection)
    if there not in (None, *UPGRADES):
        raise NewerStore(
            f"The games in {shown} were stored by a newer noughts (schema {there}, this one has "
            f"{HEAD}). Update noughts, or choose another --data."
        )
    for tables in (metadata, VERSIONS.metadata):
        tables.create_all(connection)  # makes the missing ones
    for statement in UPGRADES.get(there or "", ()):
        connection.execute(text(statement))
    connection.execute(VERSIONS.delete())
    connection.execute(VERSIONS.insert().values(version_num=HEAD))


FILE = "games.sqlite"
# Seconds that a writer waits for another before it gives up.
WAIT_SECONDS = 10
# Enough connections for all threads that query at the same time.
CONNECTIONS = {"pool_size": 8, "max_overflow": 32}


def open_store(place: str = "") -> GameStore:
    """The store at that place, with its tables up to date.

    It is a folder, made if necessary, or the URL of a Postgres database,
    `postgresql://user@host/name`. Empty: as `data_folder` has it. Raises StoreError.
    """
    url = _url(place)
    shown = str(url.database if url.get_backend_name() == "sqlite" else url)
    engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url)
    try:
        upgrade_tables(engine, shown)
    except SQLAlchemyError as error:
        engine.dispose()
        raise StoreError(
            f"Cannot store games in {shown}: {database_reason(error)} Choose another --data."
        ) from error
    except StoreError:
        engine.dispose()
        raise
    return GameStore(engine)


def _url(place: str) -> URL:
    if "://" in place:
        return _address(place)
    return URL.create("sqlite", database=str(private_file(data_folder(place) / FILE)))


def _address(place: str) -> URL:
    try:
        url = make_url(place)
    except ArgumentError:
        url = URL.create("unreadable")
    if url.drivername not in ("postgresql", "postgres"):
        raise StoreError(
            "--data must be a folder or a Postgres database: postgresql://user@host/name."
        )  # the place may contain a password
    return url.set(drivername="postgresql+psycopg")


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS}, **CONNECTIONS)
    event.listen(engine, "connect", _prepare)
    # Python's driver begins transactions late, and for some statements never: so we begin them.
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _prepare(connection: Any, record: object) -> None:
    connection.isolation_level = None
    for setting in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
        connection.execute(f"PRAGMA {setting}")


def _postgres(url: URL) -> Engine:
    with requiring("web,postgres", "Storing games in Postgres needs its driver", StoreError):
        return create_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": WAIT_SECONDS}, **CONNECTIONS
        )
