"""SQLite, and everything that is particular to it."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import make_url

from webapp.services.ports import Broken
from webapp.store.faults import READ_ONLY, Faults
from webapp.store.transaction import Transaction, driver
from webapp.store.turns import Turns, patiently

SETTINGS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
READ_LIMIT = 1.0  # seconds; only the start or the end of another process can make a reader wait
READERS = 4  # connections kept open; a read never yields to other greenlets, so few are in use


class Database:
    """
    One SQLite file: snapshots to read from, turns to write in, a watch over its commits.

    All three may raise ports.Broken, where the file can't be used, and ports.Busy.
    """

    def __init__(self, url: str, limit: float = 5.0) -> None:
        self.path = Path(str(make_url(url).database))
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.faults = Faults(self.path)
        self._turns = Turns(self._begin_to_write, limit)
        self._engine = create_engine(
            url, connect_args={"timeout": 0}, hide_parameters=True, pool_size=READERS
        )
        event.listen(self._engine, "connect", _prepare)
        self._idle: list[Connection] = []

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One snapshot: all that is read inside belongs together."""
        with self._usable(), self._connected() as connection:
            _begin_to_read(driver(connection))
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """
        A turn at writing: on the disk when it has ended, undone alone on an exception.

        Those who waited meanwhile may write in the same transaction, one after another.
        """
        with self._usable(), self._turns.turn() as connection:
            yield connection

    def watch(self) -> AbstractContextManager[Callable[[], bool]]:
        """Whether anyone, in any process, has committed since the last call."""
        return _watch(self.path, self.faults)

    def dispose(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self._engine.dispose()

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            with self.faults.told():
                yield
        except Broken:
            if self.faults.last == READ_ONLY:
                self.dispose()  # what was opened to be read only stays so
            raise

    def _begin_to_write(self, deadline: float) -> Transaction:
        connection = self._take()
        try:
            _try(partial(driver(connection).execute, "BEGIN IMMEDIATE"), deadline)
            return Transaction(connection, self._give_back)
        except BaseException:
            self._give_back(connection, False)
            raise

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        connection, well = self._take(), False
        try:
            yield connection
            well = True
        finally:
            self._give_back(connection, well)

    # Kept as they are: to take one out of the engine's pool costs more than most reads.
    def _take(self) -> Connection:
        return self._idle.pop() if self._idle else self._engine.connect()

    def _give_back(self, connection: Connection, well: bool) -> None:
        """Keep it for the next, unless a fault has gone through it."""
        if well and len(self._idle) < READERS:
            self._idle.append(connection)
        else:
            connection.close()


def check_keys_at_commit(connection: Connection) -> None:
    """Let this transaction change both ends of a foreign key, one after the other."""
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")


def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None
    deadline = time.monotonic() + READ_LIMIT
    for statement in SETTINGS:
        _try(partial(connection.execute, statement), deadline)


def _begin_to_read(connection: sqlite3.Connection) -> None:
    """`BEGIN` alone takes no snapshot; the first look does."""
    connection.execute("BEGIN")
    look = partial(connection.execute, "SELECT 1 FROM sqlite_schema LIMIT 1")
    _try(look, time.monotonic() + READ_LIMIT)


def _try(attempt: Callable[[], Any], deadline: float) -> None:
    """Run it as soon as no other connection holds the lock."""
    patiently(partial(_free, attempt), deadline)


def _free(attempt: Callable[[], Any]) -> bool:
    """Run it, and say False when another connection holds the lock."""
    try:
        attempt()
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


@contextmanager
def _watch(path: Path, faults: Faults) -> Iterator[Callable[[], bool]]:
    # A connection of its own that never writes: data_version does not count its own commits.
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    last = None

    def changed() -> bool:
        nonlocal last
        with faults.told():
            before, last = last, connection.execute("PRAGMA data_version").fetchone()[0]
        return before != last

    try:
        yield changed
    finally:
        connection.close()
