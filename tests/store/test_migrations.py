"""The database as migrations make it, and as the program expects it."""

import json
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select

from tests.people import TABLE
from webapp.domain.table import EMPTY, to_json
from webapp.services.ports import End, Gone
from webapp.store import migrate
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger
from webapp.store.schema import meta, metadata


def epoch(database: Database) -> str:
    with database.reading() as connection:
        return connection.scalar(select(meta.c.value).where(meta.c.name == "epoch"))


def test_the_migrations_make_what_the_schema_says(database: Database):
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_file_of_the_last_migration_is_named_after_its_revision():
    assert ScriptDirectory.from_config(migrate._config()).get_current_head() == migrate._newest()


def test_an_upgrade_of_what_is_up_to_date_changes_nothing(database: Database):
    before = epoch(database)
    migrate.upgrade(database)
    assert migrate.up_to_date(database)
    assert epoch(database) == before


def test_a_restored_copy_has_another_epoch(database: Database):
    before = epoch(database)
    migrate.restored(database)
    assert epoch(database) not in ("", before)


def test_a_table_from_before_links_could_end_lives_on(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    with database.writing() as connection:
        config = migrate._config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO tables VALUES (?, ?, ?, 0, 0, ?, 0, 5)",
            (TABLE, "W" * 26, "C" * 8, json.dumps(to_json(EMPTY))),
        )
    assert not migrate.up_to_date(database)
    migrate.upgrade(database)
    ledger = SqlLedger(database)
    reading = ledger.read(TABLE, None)
    assert reading and (reading.kept.watch, reading.kept.generation) == ("W" * 26, 0)
    assert ledger.forget_idle(before=5) is None
    assert ledger.forget_idle(before=6) == TABLE
    assert ledger.gone(TABLE) == ledger.gone("W" * 26) == Gone(End.IDLE, None)
    database.dispose()
