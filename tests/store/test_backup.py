"""A backup: whole, of one moment, for its owner alone, and never over another file."""

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from tests.people import ANAS, TABLE, Person
from webapp.services.tables import Posted, Tables
from webapp.store.backup import BackupFailed, backup
from webapp.store.bell import Bell
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger

ANA = "Ana-------------------"


def play(database: Database, n: int) -> None:
    """Open the table, then gain 1 again and again."""
    tables = Tables(SqlLedger(database), Bell(database), "a key for the tests alone")
    for seq in range(1, n + 1):
        entry = {"id": f"e{seq}".ljust(22, "_"), "seq": seq}
        opening = {"type": "open", "seats": [{"seat": ANAS}]}
        gain = {"type": "gain", "seat": ANAS, "kind": "energy", "n": 1}
        raw = entry | (opening if seq == 1 else gain)
        assert isinstance(tables.post(TABLE, ANA, ANA, [raw], now=0), Posted)


def test_a_backup_under_load_is_one_moment_of_the_ledger(database: Database, tmp_path: Path):
    play(database, 1)
    writers = Database(f"sqlite:///{database.path}")
    thread = threading.Thread(target=play, args=(writers, 200))
    thread.start()
    for n in range(5):
        copy = tmp_path / f"copy-{n}.sqlite3"
        tables, entries = backup(database, copy)
        kept = Database(f"sqlite:///{copy}")
        reading = SqlLedger(kept).read(TABLE, 0)
        assert tables == 1 and reading
        assert [row.seq for row in reading.rows] == list(range(1, entries + 1))
        assert reading.acks[ANA] == reading.kept.table.seq == entries
        assert reading.kept.table.balance(ANAS, "energy") == entries - 1
        kept.dispose()
    thread.join()
    writers.dispose()


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
