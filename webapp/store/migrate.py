"""Bringing a database up to date, and telling the phones when one was restored."""

import secrets
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from webapp.store.engine import Database
from webapp.store.schema import meta


def upgrade(database: Database) -> None:
    """Run the migrations that are missing, all in one transaction."""
    config = _config()
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def up_to_date(database: Database) -> bool:
    with database.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision() == _newest()


def restored(database: Database) -> None:
    """Change the epoch: the phones then adopt what they find and post again what is missing."""
    with database.writing() as connection:
        change = meta.update().where(meta.c.name == "epoch")
        connection.execute(change.values(value=secrets.token_urlsafe(6)))


@cache
def _newest() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config
