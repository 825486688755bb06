"""Alembic's environment: runs the migrations in the caller's transaction."""

from alembic import context

from noughts.web.store.store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
