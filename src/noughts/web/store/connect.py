"""Open a store, in SQLite or Postgres, and upgrade its tables by the steps in `migrations/`."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from noughts.errors import NewerStore, StoreError, to_install
from noughts.records.history import data_folder, private_file
from noughts.web.store.store import HEAD, GameStore, database_reason

MIGRATIONS = Path(__file__).parent / "migrations"
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
    """The last step that the tables have; None before the first."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    version: str | None = found.scalar_one_or_none()
    return version


def _alone(connection: Connection) -> None:
    """Wait for other upgrades; none begins until the transaction ends."""
    if connection.dialect.name == "sqlite":
        # A writer has the lock; this writes a number that is never read.
        connection.exec_driver_sql("PRAGMA user_version = 0")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _migrate(connection: Connection, shown: str) -> None:
    from alembic import command  # takes a while to load, and is seldom needed
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    steps = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    there = version_of(connection)
    if there is not None and there not in steps:
        raise NewerStore(
            f"The games in {shown} were stored by a newer noughts (schema {there}, this one has "
            f"{HEAD}). Update noughts, or choose another --data."
        )
    command.upgrade(config, "head")


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
        # The place may contain a password.
        raise StoreError(
            "--data must be a folder or a Postgres database: postgresql://user@host/name."
        )
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
    try:
        return create_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": WAIT_SECONDS}, **CONNECTIONS
        )
    except ImportError:
        raise StoreError(
            f"Storing games in Postgres needs its driver: {to_install('web,postgres')}."
        ) from None
