"""A backup: whole, of one moment, for its owner alone, and never over another file."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Connection, text

from tests.people import ANAS, TABLE, Person
from webapp.services.tables import Posted, Tables
from webapp.store.backup import BackupFailed, backup
from webapp.store.bell import Bell
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger

ANA = "Ana-------------------"


def play(database: Database, last: int, first: int = 1) -> None:
    """Open the table, then gain 1 again and again: from the first entry to the last."""
    tables = Tables(SqlLedger(database), Bell(database), "a key for the tests alone")
    for seq in range(first, last + 1):
        entry = {"id": f"e{seq}".ljust(22, "_"), "seq": seq}
        opening = {"type": "open", "seats": [{"seat": ANAS}]}
        gain = {"type": "gain", "seat": ANAS, "kind": "energy", "n": 1}
        raw = entry | (opening if seq == 1 else gain)
        assert isinstance(tables.post(TABLE, ANA, ANA, [raw], now=0), Posted)


def last_entry_of(copy: Path) -> int:
    """The seq of the last entry in a copy, in which everything fits together."""
    kept = Database(f"sqlite:///{copy}")
    reading = SqlLedger(kept).read(TABLE, 0)
    kept.dispose()
    assert reading
    last = reading.kept.table.seq
    assert [row.seq for row in reading.rows] == list(range(1, last + 1))
    assert reading.acks[ANA] == last
    assert reading.kept.table.balance(ANAS, "energy") == last - 1
    return last


def test_a_backup_is_of_the_moment_at_which_it_began(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    play(database, 5)
    writers, begin = Database(f"sqlite:///{database.path}"), database.reading

    @contextmanager
    def others_write_meanwhile() -> Iterator[Connection]:
        with begin() as connection:
            play(writers, 9, first=6)
            yield connection

    monkeypatch.setattr(database, "reading", others_write_meanwhile)
    assert backup(database, tmp_path / "copy") == (1, 5)
    writers.dispose()
    assert last_entry_of(tmp_path / "copy") == 5


def test_a_backup_waits_for_no_writer_and_has_nothing_unfinished(
    database: Database, tmp_path: Path
):
    play(database, 3)
    writers = Database(f"sqlite:///{database.path}")
    with writers.writing() as connection:
        connection.execute(text("DELETE FROM entries WHERE seq = 3"))
        assert backup(database, tmp_path / "copy") == (1, 3)
    writers.dispose()
    assert last_entry_of(tmp_path / "copy") == 3


def test_a_backup_is_one_file_for_its_owner_alone(database: Database, tmp_path: Path):
    folder = tmp_path / "copies"
    folder.mkdir()
    backup(database, folder / "copy")
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_backup_never_writes_over_a_file(database: Database, tmp_path: Path):
    file = tmp_path / "dear"
    file.write_text("to me")
    with pytest.raises(BackupFailed, match="is there already"):
        backup(database, file)
    assert file.read_text() == "to me"


def test_a_backup_to_nowhere_says_so(database: Database, tmp_path: Path):
    with pytest.raises(BackupFailed, match="could not be written"):
        backup(database, tmp_path / "no" / "folder" / "copy")


def test_without_a_database_there_is_no_backup_and_none_is_made(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'none.sqlite3'}")
    with pytest.raises(BackupFailed, match="There is no database"):
        backup(database, tmp_path / "copy")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("at_table")
def test_the_command_says_how_to_put_a_backup_back(app: Flask, tmp_path: Path):
    done = app.test_cli_runner().invoke(args=["db", "backup", str(tmp_path / "a copy")])
    assert done.exit_code == 0
    assert "1 tables with 3 entries" in done.output
    assert f"cp '{tmp_path}/a copy' " in done.output and "db restored" in done.output
    again = app.test_cli_runner().invoke(args=["db", "backup", str(tmp_path / "a copy")])
    assert again.exit_code == 1 and "is there already" in again.output


@pytest.mark.usefixtures("at_table")
def test_a_backup_put_back_has_another_epoch_and_takes_again_what_it_has_not(
    app: Flask, ana: Person, tmp_path: Path
):
    runner, database = app.test_cli_runner(), app.extensions["reservoir"].database
    before, copy = ana.state()["epoch"], tmp_path / "copy"
    assert runner.invoke(args=["db", "backup", str(copy)]).exit_code == 0
    gain = ana.gain(ANAS, 3)
    ana.post(gain)
    database.dispose()
    with closing(sqlite3.connect(copy)) as good, closing(sqlite3.connect(database.path)) as lost:
        good.backup(lost)
    assert runner.invoke(args=["db", "restored"]).exit_code == 0
    assert ana.state()["epoch"] != before and ana.energy()[ANAS] == 0
    assert ana.outcome(gain)["outcome"] == "accepted"
    assert ana.energy()[ANAS] == 3
