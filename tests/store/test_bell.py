"""The bell: who is woken, by whom, and when nothing runs."""

import gc
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.people import ANAS, TABLE, Person
from webapp.services.feed import Feed
from webapp.services.ports import Busy
from webapp.settings import Settings
from webapp.store import bell as bells
from webapp.store.bell import Bell
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger

ROOT = Path(__file__).parent.parent.parent
SOON = 20.0  # seconds; what is expected comes at once
NEVER = 0.0

pytestmark = pytest.mark.usefixtures("at_table")


class Hearing:
    """An ear that a test waits with."""

    def __init__(self) -> None:
        self._rung = threading.Semaphore(0)

    def ring(self) -> None:
        self._rung.release()

    def wait(self, seconds: float) -> bool:
        return self._rung.acquire(timeout=seconds)


def test_a_commit_of_another_process_rings(settings: Settings, database: Database):
    bell = Bell(database)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        gain_in_another_process(settings)
        assert ear.wait(SOON)


def test_a_join_code_made_by_another_process_is_told_to_the_phones_of_this_one(
    settings: Settings, database: Database
):
    bell = Bell(database)
    ear = Hearing()
    feed = Feed(SqlLedger(database), bell).follow(TABLE, ear)
    before = next(feed)
    in_another_process(settings, f'assert ben.web.post("/t/{TABLE}/code").status_code == 303')
    assert ear.wait(SOON)
    after = next(feed)
    feed.close()
    assert before and after and before.code != after.code
    assert before.table.seq == after.table.seq


def test_a_commit_of_this_process_rings(ana: Person, database: Database):
    bell = Bell(database)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        ana.post(ana.gain(ANAS, 1))
        assert ear.wait(SOON)


def test_only_the_table_that_moved_rings(ana: Person, database: Database):
    bell = Bell(database)
    other = ana.web.post("/tables", data={"seats": "2"}).location.removeprefix("/t/")
    ear, still = Hearing(), Hearing()
    with bell.listen(TABLE, ear), bell.listen(other, still):
        ana.post(ana.gain(ANAS, 1))
        assert ear.wait(SOON)
        assert not still.wait(NEVER)


def test_one_ring_wakes_once(ana: Person, database: Database):
    bell = Bell(database)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        bell.ring(TABLE)
        assert ear.wait(NEVER)
        assert not ear.wait(NEVER)


def test_one_entry_wakes_once_whoever_tells_of_it(database: Database):
    bell = Bell(database)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        bell.ring(TABLE, 7)
        assert ear.wait(NEVER)
        stamp = bell.stamp(TABLE)
        bell.ring(TABLE, 7)
        bell.ring(TABLE, 6)
        assert not ear.wait(NEVER)
        assert bell.stamp(TABLE) == stamp
        bell.ring(TABLE, 8)
        assert ear.wait(NEVER)


def test_a_ring_answers_with_its_stamp_where_no_other_came_since(database: Database):
    bell = Bell(database)
    assert bell.ring(TABLE, 6, bell.stamp(TABLE)) == 0  # nobody listens
    with bell.listen(TABLE, Hearing()):
        heard = bell.stamp(TABLE)
        assert bell.ring(TABLE, 7, heard) == bell.stamp(TABLE) != heard
        assert bell.ring(TABLE, 7, bell.stamp(TABLE)) == 0  # it was rung for that before
        assert bell.ring(TABLE, 8, heard) == 0


def test_after_a_restore_lower_seqs_wake_again(database: Database):
    bell = Bell(database)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        bell.ring(TABLE, 7)
        bell.ring_all()
        assert ear.wait(NEVER)
        bell.ring(TABLE, 3)
        assert ear.wait(NEVER)


def test_the_stamp_changes_with_every_ring_and_is_never_used_again(database: Database):
    bell = Bell(database)
    stamps = []
    for _ in range(2):
        with bell.listen(TABLE, Hearing()):
            stamps.append(bell.stamp(TABLE))
            bell.ring(TABLE)
            stamps.append(bell.stamp(TABLE))
    assert len(set(stamps)) == 4 and 0 not in stamps
    assert bell.stamp(TABLE) == 0


def test_nothing_runs_before_the_first_listener_and_after_the_last(database: Database):
    def watchers() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "bell"]

    gc.collect()  # streams that a test before has not closed
    for watcher in watchers():
        watcher.join(SOON)
    bell = Bell(database)
    assert not watchers()
    with bell.listen(TABLE, Hearing()), bell.listen(TABLE, Hearing()):
        (watcher,) = watchers()
    watcher.join(SOON)
    assert not watchers()
    with bell.listen(TABLE, Hearing()):
        assert len(watchers()) == 1


def test_a_ring_before_anyone_listens_is_nobodys(database: Database):
    bell = Bell(database)
    bell.ring(TABLE)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        assert not ear.wait(NEVER)


def test_a_watcher_that_failed_tries_again(
    ana: Person, database: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bells, "PAUSE", 0.01)
    bell, watch = Bell(database), database.watch
    faults = [sqlite3.OperationalError("unable to open database file")] * 2

    def sometimes() -> AbstractContextManager[Callable[[], bool]]:
        if faults:
            raise faults.pop()
        return watch()

    monkeypatch.setattr(database, "watch", sometimes)
    ear = Hearing()
    with bell.listen(TABLE, ear):
        ana.post(ana.gain(ANAS, 1))
        assert ear.wait(SOON)
    assert not faults


def test_whoever_could_not_listen_leaves_no_ear_behind(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    bell, busy = Bell(database), iter([Busy()])
    reading = database.reading
    monkeypatch.setattr(database, "reading", lambda: raised(next(busy, None)) or reading())
    with pytest.raises(Busy), bell.listen(TABLE, Hearing()):
        pass
    assert bell.stamp(TABLE) == 0
    with bell.listen(TABLE, Hearing()):
        assert bell.stamp(TABLE) > 0


def raised(fault: Exception | None) -> None:
    if fault:
        raise fault


def gain_in_another_process(settings: Settings) -> None:
    gain = '{**ben.gain(ANAS, 1), "seq": 2, "id": "another-process-345678"}'
    in_another_process(settings, f"assert ben.post({gain}).status_code == 200")


def in_another_process(settings: Settings, act: str) -> None:
    program = f"""
from tests.people import ANAS, Person
from webapp import create_app
from webapp.settings import Settings
app = create_app(Settings.from_env({{"RESERVOIR_INSTANCE": "{settings.instance}"}}))
ben = Person("Ben", app)
{act}
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
