"""How Alembic runs here: on the connection, and inside the transaction, that it is given."""

from alembic import context

from webapp.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
