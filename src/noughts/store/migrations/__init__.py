"""The steps by which the tables have come to what they are, run by Alembic."""
