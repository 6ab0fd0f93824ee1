"""Runs migrations on the connection that ``store.migration`` hands over."""

from alembic import context

from store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
