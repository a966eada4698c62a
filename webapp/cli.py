"""`flask db …` and `flask tables …`: what an operator does with the database."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import Flask, current_app
from flask.cli import AppGroup

from webapp.services.ports import Busy, Unavailable
from webapp.store import migrate
from webapp.store.backup import BackupFailed, backup

if TYPE_CHECKING:
    from webapp import Reservoir

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


def init_app(app: Flask) -> None:
    """Add the commands."""
    app.cli.add_command(_database())
    app.cli.add_command(_tables())


def _reservoir() -> Reservoir:
    return current_app.extensions["reservoir"]


def _database() -> AppGroup:
    group = Commands("db", help="Make the database ready, copy it, tell phones of a restored copy.")

    @group.command("upgrade")
    def upgrade() -> None:
        """Create or update the database."""
        migrate.upgrade(_reservoir().database)

    @group.command("backup")
    @click.argument("file", type=click.Path(path_type=Path))
    def save(file: Path) -> None:
        """Copy the database to a new FILE. The server may be running."""
        database = _reservoir().database
        tables, entries = backup(database, file)
        paths = {"file": file.resolve(), "database": database.path}
        quoted = {name: shlex.quote(str(path)) for name, path in paths.items()}
        click.echo(SAVED.format(tables=tables, entries=entries, **quoted))

    @group.command("restored")
    def restored() -> None:
        """Say that a copy was put back: phones post again what it does not have."""
        migrate.restored(_reservoir().database)

    return group


def _tables() -> AppGroup:
    group = Commands("tables", help="Look after the tables.")

    @group.command("sweep")
    def sweep() -> None:
        """Delete the tables that nobody has used for TABLE_DAYS."""
        click.echo(f"{sum(1 for _ in iter(_reservoir().forget_idle, False))} deleted")

    return group
