"""`flask db …` and `flask tables …`: what an operator does with the database."""

import shlex
from collections.abc import Callable
from pathlib import Path

import click
from flask import Flask
from flask.cli import AppGroup

from webapp.services.ports import Busy, Unavailable
from webapp.store import migrate
from webapp.store.backup import BackupFailed, backup
from webapp.store.engine import Database

SAVED = """\
{file} holds {tables} tables with {entries} entries, as they were a moment ago.
To put it back, stop the server and then
  rm -f {database}-wal {database}-shm
  cp {file} {database}
  flask --app wsgi db upgrade
  flask --app wsgi db restored
and start it again: phones send what they have and the copy has not."""


class Commands(AppGroup):
    """Commands that say in a line why the database can't be used."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Busy as fault:
            raise click.ClickException("Others were writing all the time. Try again.") from fault
        except (Unavailable, BackupFailed) as fault:
            raise click.ClickException(str(fault)) from fault


def init_app(app: Flask, database: Database, forget_idle: Callable[[], bool]) -> None:
    """Add the commands; `forget_idle` deletes one idle table, and says whether there was one."""
    app.cli.add_command(_database(database))
    app.cli.add_command(_tables(forget_idle))


def _database(database: Database) -> AppGroup:
    group = Commands("db", help="Make the database ready, copy it, tell phones of a restored copy.")

    @group.command("upgrade")
    def upgrade() -> None:
        """Create or update the database."""
        migrate.upgrade(database)

    @group.command("backup")
    @click.argument("file", type=click.Path(path_type=Path))
    def save(file: Path) -> None:
        """Copy the database to a new FILE. The server may be running."""
        tables, entries = backup(database, file)
        paths = {"file": file.resolve(), "database": database.path}
        quoted = {name: shlex.quote(str(path)) for name, path in paths.items()}
        click.echo(SAVED.format(tables=tables, entries=entries, **quoted))

    @group.command("restored")
    def restored() -> None:
        """Say that a copy was put back: phones post again what it does not have."""
        migrate.restored(database)

    return group


def _tables(forget_idle: Callable[[], bool]) -> AppGroup:
    group = Commands("tables", help="Look after the tables.")

    @group.command("sweep")
    def sweep() -> None:
        """Delete the tables that nobody has used for TABLE_DAYS."""
        click.echo(f"{sum(1 for _ in iter(forget_idle, False))} deleted")

    return group
