"""Open a store: a folder with an SQLite file, or a Postgres database."""

from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from noughts.errors import StoreError, to_install
from noughts.records.folder import data_folder, private_file
from noughts.web.store.store import Store, reason_of
from noughts.web.store.upgrade import upgrade

FILE = "games.sqlite"
# Seconds that a writer waits for another before it gives up.
WAIT_SECONDS = 10
# Enough connections for all threads that query at the same time.
CONNECTIONS = {"pool_size": 8, "max_overflow": 32}


def open_store(place: str = "") -> Store:
    """The store at that place, with its tables up to date.

    Args:
        place: a folder, made if necessary, or the URL of a Postgres database,
            `postgresql://user@host/name`. Empty: the folder in NOUGHTS_DATA or, without it, the
            user's data folder.

    Raises:
        StoreError: it cannot be opened, or a newer noughts has used it.
    """
    url = _url(place)
    shown = str(url.database if url.get_backend_name() == "sqlite" else url)
    engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url)
    try:
        upgrade(engine, shown)
    except SQLAlchemyError as error:
        engine.dispose()
        raise StoreError(
            f"Cannot store games in {shown}: {reason_of(error)} Choose another --data."
        ) from error
    except StoreError:
        engine.dispose()
        raise
    return Store(engine)


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
    try:
        return create_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": WAIT_SECONDS}, **CONNECTIONS
        )
    except ImportError:
        raise StoreError(
            f"Storing games in Postgres needs its driver: {to_install('web,postgres')}."
        ) from None
