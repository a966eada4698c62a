"""Wakes the live feeds of a table after a commit, whichever process made it."""

import itertools
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from webapp.services.ports import Ear, Unavailable
from webapp.store import statements
from webapp.store.engine import Database

POLL = 0.010  # seconds between two looks at the database
PAUSE = 1.0  # seconds after a look that failed

log = logging.getLogger(__name__)


class Bell:
    """
    The bell of one process.

    While anyone listens, one watcher looks for commits: it starts with the first listener and
    ends after the last, so that nothing runs yet in a process that is going to fork.
    """

    def __init__(self, database: Database, poll: float = POLL) -> None:
        self._database = database
        self._poll = poll
        self._lock = threading.Lock()
        self._ears: dict[str, set[Ear]] = {}
        self._stamps: dict[str, int] = {}
        self._rung: dict[str, int] = {}  # up to which seq the feeds were woken
        self._count = itertools.count(1)
        self._watcher: threading.Thread | None = None
        self._place, self._ended = 0, 0

    @contextmanager
    def listen(self, table_id: str, ear: Ear) -> Iterator[None]:
        """Everything that is committed from here on is heard."""
        with self._lock:
            if self._watcher is None:
                with self._database.reading() as connection:
                    self._place, self._ended = _last_places(connection)
                self._watcher = threading.Thread(target=self._watch, name="bell", daemon=True)
                self._watcher.start()
            if table_id not in self._ears:
                self._ears[table_id] = set()
                self._stamps[table_id] = next(self._count)
            self._ears[table_id].add(ear)
        try:
            yield
        finally:
            self._leave(table_id, ear)

    def stamp(self, table_id: str) -> int:
        """Changes with every ring, 0 while nobody listens: what was read before may be old."""
        return self._stamps.get(table_id, 0)

    def ring(self, table_id: str, seq: int | None = None, heard: int | None = None) -> int:
        """
        Wake the feeds of one table in this process; because of a seq, only once.

        The answer is the stamp of this ring; 0 where it woke nobody, or not as the next after the
        one that was `heard`.
        """
        with self._lock:
            ears = self._ears.get(table_id)
            if not ears or (seq is not None and seq <= self._rung.get(table_id, 0)):
                return 0
            before, stamp = self._stamps[table_id], next(self._count)
            self._stamps[table_id], self._rung[table_id] = stamp, seq or 0
            for ear in ears:
                ear.ring()
            return stamp if heard in (None, before) else 0

    def ring_all(self) -> None:
        """Wake every feed in this process."""
        for table_id in list(self._ears):
            self.ring(table_id)

    def _leave(self, table_id: str, ear: Ear) -> None:
        with self._lock:
            self._ears[table_id].discard(ear)
            if not self._ears[table_id]:
                del self._ears[table_id], self._stamps[table_id]
                self._rung.pop(table_id, None)

    def _watch(self) -> None:
        while True:
            try:
                with self._database.watch() as changed:
                    while self._wanted():
                        if changed():  # the first time always
                            self._ring_what_moved()
                        time.sleep(self._poll)
                    return
            except Unavailable:
                pass  # the store has told its operator
            except Exception:
                log.exception("The bell could not look for new entries and tries again")
            time.sleep(PAUSE)

    def _wanted(self) -> bool:
        with self._lock:
            if not self._ears:
                self._watcher = None
            return bool(self._ears)

    def _ring_what_moved(self) -> None:
        """Ring for each table with new entries; for all after a link or code ended or a restore."""
        with self._database.reading() as connection:
            last, ended = _last_places(connection)
            moved = statements.MOVED_AFTER.run(connection, after=self._place).fetchall()
        if last < self._place or ended != self._ended:
            self.ring_all()
        for table_id, seq in moved:
            self.ring(table_id, seq)
        self._place, self._ended = last, ended


def _last_places(connection: Connection) -> tuple[int, int]:
    last, ended = statements.LAST_PLACES.run(connection).fetchone()
    return last or 0, ended or 0
