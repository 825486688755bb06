"""Upgrade the tables to this version, by the steps in `migrations/`."""

from pathlib import Path

from sqlalchemy import Connection, Engine, text

from noughts.errors import NewerStore
from noughts.web.store.schema import HEAD

MIGRATIONS = Path(__file__).parent / "migrations"
# The number of our lock in a Postgres database; any that no other program uses.
LOCK = 0x6E6F7567687473


def upgrade(engine: Engine, shown: str) -> None:
    """Make the tables, or upgrade them if out of date.

    Args:
        engine: the database.
        shown: its name, for messages.

    Raises:
        NewerStore: the tables are newer than this version.
    """
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
