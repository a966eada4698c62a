"""A database in trouble: what becomes of each fault, and what its operator reads."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.people import TABLE, Clock
from tests.store.test_backup import play
from webapp.services.feed import Feed
from webapp.services.ports import Broken
from webapp.store import health
from webapp.store.bell import Bell
from webapp.store.engine import Database
from webapp.store.faults import AGAIN, Faults
from webapp.store.ledger import SqlLedger
from webapp.views.stream import Stream


def fault(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("told by SQLite")
    error.sqlite_errorcode = code
    return error


def meet(faults: Faults, error: Exception) -> None:
    with faults.told():
        raise error


@pytest.mark.parametrize(
    "code, words",
    [
        (sqlite3.SQLITE_FULL, "the disk is full"),
        (sqlite3.SQLITE_READONLY, "can't be written"),
        (sqlite3.SQLITE_READONLY | 3 << 8, "can't be written"),
        (sqlite3.SQLITE_IOERR | 3 << 8, "reading or writing failed"),
        (sqlite3.SQLITE_CANTOPEN, "can't be opened"),
        (sqlite3.SQLITE_CORRUPT, "is damaged"),
        (sqlite3.SQLITE_NOTADB, "is damaged"),
    ],
)
def test_a_fault_of_the_database_is_told_with_what_to_do(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, code: int, words: str
):
    with pytest.raises(Broken, match=words):
        meet(Faults(tmp_path), fault(code))
    assert words in caplog.text and str(tmp_path) in caplog.text


@pytest.mark.parametrize("error", [fault(sqlite3.SQLITE_ERROR), KeyError("ours"), ValueError()])
def test_any_other_fault_is_our_own_and_passes(tmp_path: Path, error: Exception):
    with pytest.raises(type(error)):
        meet(Faults(tmp_path), error)


def test_a_thousand_phones_that_try_again_are_one_line_a_minute(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
):
    clock = Clock()
    faults = Faults(tmp_path, clock)

    def lines() -> int:
        return sum(str(tmp_path) in record.getMessage() for record in caplog.records)

    for later, told in ((0, 1), (AGAIN - 1, 1), (1, 2)):
        clock.time += later
        for _ in range(500):
            with pytest.raises(Broken):
                meet(faults, fault(sqlite3.SQLITE_FULL))
        assert lines() == told


def test_damage_is_remembered_whatever_comes_after(tmp_path: Path):
    faults = Faults(tmp_path)
    for code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL):
        with pytest.raises(Broken):
            meet(faults, fault(code))
    assert faults.damaged


def test_another_fault_is_told_at_once(caplog: pytest.LogCaptureFixture, tmp_path: Path):
    faults = Faults(tmp_path, Clock())
    for code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY):
        with pytest.raises(Broken):
            meet(faults, fault(code))
    assert "the disk is full" in caplog.text and "can't be written" in caplog.text


def test_a_server_is_fit_again_once_it_has_written(database: Database):
    assert health.fit(database)
    with pytest.raises(Broken), database.writing():
        raise fault(sqlite3.SQLITE_FULL)
    assert database.faults.last
    assert health.fit(database)
    assert not database.faults.last


def test_a_damaged_database_is_never_fit(database: Database):
    with pytest.raises(Broken), database.reading():
        raise fault(sqlite3.SQLITE_CORRUPT)
    assert not health.fit(database)


def test_text_that_we_had_not_written_is_damage(database: Database):
    with database.writing() as connection:
        connection.execute(text("UPDATE meta SET value = CAST(x'ff' AS TEXT)"))
    with pytest.raises(Broken, match="damaged"), database.reading() as connection:
        connection.execute(text("SELECT value FROM meta")).all()


def test_a_stream_ends_without_a_fault_where_the_database_fails(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    play(database, 2)
    ledger, bell = SqlLedger(database), Bell(database)
    follower = Feed(ledger, bell).follow(TABLE, Stream())
    assert next(follower).table.seq == 2

    def broken(*_: object) -> None:
        raise Broken("down")

    monkeypatch.setattr(ledger, "read", broken)
    bell.ring(TABLE)
    assert list(follower) == []
    with pytest.raises(Broken):
        next(Feed(ledger, bell).follow(TABLE, Stream()))
