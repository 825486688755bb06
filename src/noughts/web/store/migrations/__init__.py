"""The migrations of the tables, run by Alembic."""
