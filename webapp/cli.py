"""`flask db …` and `flask tables …`: what an operator does with the database."""

from collections.abc import Callable

import click
from flask import Flask
from flask.cli import AppGroup

from webapp.store import migrate
from webapp.store.engine import Database


def init_app(app: Flask, database: Database, forget_idle: Callable[[], bool]) -> None:
    """Add the commands; `forget_idle` deletes one idle table, and says whether there was one."""
    app.cli.add_command(_database(database))
    app.cli.add_command(_tables(forget_idle))


def _database(database: Database) -> AppGroup:
    group = AppGroup("db", help="Make the database ready, and tell phones of a restored copy.")

    @group.command("upgrade")
    def upgrade() -> None:
        """Create or update the database."""
        migrate.upgrade(database)

    @group.command("restored")
    def restored() -> None:
        """Say that a copy was put back: phones post again what it does not have."""
        migrate.restored(database)

    return group


def _tables(forget_idle: Callable[[], bool]) -> AppGroup:
    group = AppGroup("tables", help="Look after the tables.")

    @group.command("sweep")
    def sweep() -> None:
        """Delete the tables that nobody has used for TABLE_DAYS."""
        click.echo(f"{sum(1 for _ in iter(forget_idle, False))} deleted")

    return group
