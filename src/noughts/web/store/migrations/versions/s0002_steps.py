"""Steps other than moves, names, and clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Moves become steps, whose times are counted in milliseconds."""
    for name, length in (("first_name", 20), ("second_name", 20), ("clock", 9)):
        op.add_column("games", _text(name, length, ""))
    op.add_column("moves", _text("kind", 8, "move"))
    op.execute("ALTER TABLE moves RENAME COLUMN ply TO step")
    op.execute("UPDATE moves SET played = played * 1000")


def _text(name: str, length: int, usual: str) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), nullable=False, server_default=usual)
