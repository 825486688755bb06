"""What Alembic runs: the steps, in the transaction of who asks for them."""

from alembic import context

from noughts.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
