"""The tables. `migrations/` makes them step by step; a test checks that both agree."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table

# The newest step of `migrations/`, so that a start need not load Alembic to compare.
HEAD = "0002"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

# A seat or an invitation belongs to the owner of a secret; only its hash is stored.
games = Table(
    "games",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("spec", String(200), nullable=False),
    Column("began", BigInteger, nullable=False),  # seconds since 1970
    Column("first", String(64)),
    Column("second", String(64)),
    Column("invitation", String(64), unique=True),
    Column("rematch_of", String(22), ForeignKey("games.id"), unique=True),
    Column("first_name", String(20), nullable=False, server_default=""),
    Column("second_name", String(20), nullable=False, server_default=""),
    Column("clock", String(9), nullable=False, server_default=""),
)

# The steps of each game: moves, and what ends a game or takes moves back. Rows are never changed;
# the primary key refuses a second step at the same place.
moves = Table(
    "moves",
    metadata,
    Column("game", String(22), ForeignKey("games.id"), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("move", String(40), nullable=False),
    Column("played", BigInteger, nullable=False),  # milliseconds since 1970
    Column("kind", String(8), nullable=False, server_default="move"),
)
