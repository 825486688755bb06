"""Games and moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("spec", sa.String(200), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("first", sa.String(64)),
        sa.Column("second", sa.String(64)),
        sa.Column("invitation", sa.String(64)),
        sa.Column("rematch_of", sa.String(22)),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of"),
        sa.UniqueConstraint("invitation", name="uq_games_invitation"),
        sa.UniqueConstraint("rematch_of", name="uq_games_rematch_of"),
    )
    op.create_table(
        "moves",
        sa.Column("game", sa.String(22), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_moves_game"),
    )
