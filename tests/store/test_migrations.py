"""The database as migrations make it, and as the program expects it."""

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select

from webapp.store import migrate
from webapp.store.engine import Database
from webapp.store.schema import meta, metadata


def epoch(database: Database) -> str:
    with database.reading() as connection:
        return connection.scalar(select(meta.c.value).where(meta.c.name == "epoch"))


def test_the_migrations_make_what_the_schema_says(database: Database):
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_an_upgrade_of_what_is_up_to_date_changes_nothing(database: Database):
    before = epoch(database)
    migrate.upgrade(database)
    assert migrate.up_to_date(database)
    assert epoch(database) == before


def test_a_restored_copy_has_another_epoch(database: Database):
    before = epoch(database)
    migrate.restored(database)
    assert epoch(database) not in ("", before)
