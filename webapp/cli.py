"""`flask db …`: what an operator does with the database."""

from flask import Flask
from flask.cli import AppGroup

from webapp.store import migrate
from webapp.store.engine import Database


def init_app(app: Flask, database: Database) -> None:
    """Add the commands."""
    group = AppGroup("db", help="Make the database ready, and tell phones of a restored copy.")

    @group.command("upgrade")
    def upgrade() -> None:
        """Create or update the database."""
        migrate.upgrade(database)

    @group.command("restored")
    def restored() -> None:
        """Say that a copy was put back: phones post again what it does not have."""
        migrate.restored(database)

    app.cli.add_command(group)
