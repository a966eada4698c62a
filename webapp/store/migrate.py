"""Bringing a database up to date, and telling the phones when one was restored."""

# Alembic is imported only where migrations run: a server that starts would load it for nothing.

from __future__ import annotations

import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect

from webapp.store.engine import Database
from webapp.store.schema import meta

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(database: Database) -> None:
    """Run the migrations that are missing, all in one transaction."""
    from alembic import command

    config = _config()
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def up_to_date(database: Database) -> bool:
    with database.reading() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        return found.scalar() == _newest()


def restored(database: Database) -> None:
    """Change the epoch: the phones then adopt what they find and post again what is missing."""
    with database.writing() as connection:
        change = meta.update().where(meta.c.name == "epoch")
        connection.execute(change.values(value=secrets.token_urlsafe(6)))


@cache
def _newest() -> str:
    """The revision that the last migration makes: its file's name begins with it."""
    return max(file.name for file in MIGRATIONS.glob("versions/*.py")).partition("_")[0]


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
