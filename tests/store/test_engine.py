"""SQLite as we use it: what is read, what is written, who waits."""

import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from webapp.services.ports import Broken, Busy
from webapp.store import migrate
from webapp.store.engine import Database
from webapp.store.transaction import Transaction, driver


def epoch(database: Database) -> str:
    with database.reading() as connection:
        return connection.scalar(text("SELECT value FROM meta"))


def set_epoch(database: Database, value: str) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE meta SET value = :value"), {"value": value})


def test_what_is_acknowledged_is_on_the_disk(database: Database):
    with database.reading() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL
        assert connection.scalar(text("PRAGMA busy_timeout")) == 0


def test_an_exception_rolls_everything_back(database: Database):
    before = epoch(database)
    with pytest.raises(RuntimeError), database.writing() as connection:
        connection.execute(text("UPDATE meta SET value = 'x'"))
        raise RuntimeError
    assert epoch(database) == before
    set_epoch(database, "free again")


def test_a_reader_keeps_seeing_one_moment(database: Database):
    with database.reading() as connection:
        before = connection.scalar(text("SELECT value FROM meta"))
        set_epoch(database, "later")
        assert connection.scalar(text("SELECT value FROM meta")) == before
    assert epoch(database) == "later"


def test_nothing_waits_for_a_writer_to_read(database: Database):
    with database.writing():
        assert epoch(database)


def test_writers_take_turns(database: Database):
    count = 40
    set_epoch(database, "0")

    def add() -> None:
        for _ in range(count // 4):
            with database.writing() as connection:
                value = int(connection.scalar(text("SELECT value FROM meta")))
                connection.execute(text("UPDATE meta SET value = :v"), {"v": str(value + 1)})

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert epoch(database) == str(count)


class TestThoseWhoWaitInOneProcess:
    """They write in one transaction: Ana begins it, and the others have come meanwhile."""

    def write(self, database: Database, *others: Callable[[Connection], None]) -> list[Exception]:
        """What each of the others was told, Ana's own fault first."""
        faults: list[Exception] = []

        def run(wish: Callable[[Connection], None]) -> None:
            try:
                with database.writing() as connection:
                    wish(connection)
            except Exception as fault:
                faults.append(fault)

        threads = [threading.Thread(target=run, args=(other,)) for other in others]
        try:
            with database.writing() as connection:
                note(connection, "Ana")
                for place, thread in enumerate(threads, 1):
                    thread.start()
                    while len(database._turns._line._waiting) < place:
                        time.sleep(0.001)
        except Exception as fault:
            faults.insert(0, fault)
        for thread in threads:
            thread.join()
        return faults

    def test_are_all_on_the_disk_before_any_is_answered(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ):
        commits = []
        commit = Transaction.commit
        monkeypatch.setattr(Transaction, "commit", lambda t: (commits.append(1), commit(t)))
        wishes = [partial(note, name=name) for name in ("Ben", "Cleo")]
        assert self.write(database, *wishes) == []
        assert noted(database) == ["Ana", "Ben", "Cleo"]
        assert len(commits) == 1

    def test_lose_nothing_by_the_fault_of_one(self, database: Database):
        def fail(connection: Connection) -> None:
            note(connection, "Dan")
            raise ValueError

        (fault,) = self.write(database, fail, partial(note, name="Ben"))
        assert isinstance(fault, ValueError)
        assert noted(database) == ["Ana", "Ben"]

    def test_are_all_told_when_nothing_of_it_could_be_kept(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ):
        def full(_: Transaction) -> None:
            raise fault(sqlite3.SQLITE_FULL)

        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "commit", full)
            faults = self.write(database, partial(note, name="Ben"))
        assert [type(each) for each in faults] == [Broken, Broken]
        assert noted(database) == []
        set_epoch(database, "free again")

    def test_wait_for_nothing_more_when_the_connection_fails_after_the_commit(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ):
        close = Transaction.close

        def fail(transaction: Transaction, well: bool) -> None:
            close(transaction, well)
            raise fault(sqlite3.SQLITE_IOERR)

        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "close", fail)
            (told,) = self.write(database, partial(note, name="Ben"))
        assert isinstance(told, Broken)
        assert noted(database) == ["Ana", "Ben"]
        set_epoch(database, "free again")

    def test_are_all_told_when_sqlite_has_rolled_back_under_them(self, database: Database):
        def lose(connection: Connection) -> None:
            driver(connection).rollback()
            raise fault(sqlite3.SQLITE_IOERR)

        faults = self.write(database, lose, partial(note, name="Ben"))
        assert [type(each) for each in faults] == [Broken, Broken]
        assert noted(database) == ["Ben"]


def note(connection: Connection, name: str) -> None:
    connection.execute(text("INSERT INTO meta VALUES (:name, '')"), {"name": f"by {name}"})


def noted(database: Database) -> list[str]:
    with database.reading() as connection:
        found = connection.scalars(text("SELECT name FROM meta WHERE name LIKE 'by %'"))
        return sorted(name.removeprefix("by ") for name in found)


def fault(code: int) -> sqlite3.OperationalError:
    made = sqlite3.OperationalError("a fault")
    made.sqlite_errorcode = code
    return made


def test_whoever_waits_longer_than_the_limit_is_told(database: Database):
    impatient = Database(f"sqlite:///{database.path}", limit=0.01)
    with database.writing(), pytest.raises(Busy), impatient.writing():
        pass
    set_epoch(impatient, "free again")
    impatient.dispose()


def test_a_program_that_knows_nothing_of_turns_is_waited_for_too(database: Database):
    impatient = Database(f"sqlite:///{database.path}", limit=0.01)
    foreign = sqlite3.connect(database.path, isolation_level=None)
    foreign.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy), impatient.writing():
        pass
    foreign.execute("ROLLBACK")
    set_epoch(impatient, "free again")
    foreign.close()
    impatient.dispose()


def test_a_turn_comes_as_soon_as_the_one_before_has_ended(database: Database):
    waiting = Database(f"sqlite:///{database.path}", limit=30)
    with database.writing():
        thread = threading.Thread(target=set_epoch, args=(waiting, "second"))
        thread.start()
    thread.join()
    assert epoch(database) == "second"
    waiting.dispose()


def test_the_watch_sees_the_commits_of_others_and_only_those(database: Database):
    with database.watch() as changed:
        assert changed()
        assert not changed()
        set_epoch(database, "new")
        assert changed()
        assert epoch(database) == "new"
        assert not changed()


def test_a_database_is_made_in_a_folder_for_its_owner_alone(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'made' / 'new.sqlite3'}")
    assert database.path.parent.stat().st_mode & 0o777 == 0o700
    assert not migrate.up_to_date(database)
    migrate.upgrade(database)
    assert migrate.up_to_date(database)
    database.dispose()


def test_the_limit_is_one_for_the_whole_wait(database: Database):
    impatient = Database(f"sqlite:///{database.path}", limit=0.01)
    before = time.monotonic()
    with database.writing(), pytest.raises(Busy), impatient.writing():
        pass
    assert time.monotonic() - before < 1
    impatient.dispose()
