"""One transaction of SQLite, in parts that can be undone alone."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection


def driver(connection: Connection) -> sqlite3.Connection:
    """What is beneath a connection. Its transactions begin when and how we say."""
    return connection.connection.driver_connection


class Transaction:
    """A transaction that has begun; `give_back` takes its connection, and whether all went well."""

    def __init__(
        self, connection: Connection, give_back: Callable[[Connection, bool], None]
    ) -> None:
        self._connection = connection
        self._driver = driver(connection)
        self._give_back = give_back
        self._outer = connection.begin()

    @property
    def alive(self) -> bool:
        """False once SQLite has rolled back all of it, as it does where it can't write."""
        return self._driver.in_transaction

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """Undone alone on an exception."""
        self._driver.execute("SAVEPOINT part")
        try:
            yield self._connection
        except BaseException:
            if self.alive:
                self._driver.execute("ROLLBACK TO part")
            raise
        finally:
            if self.alive:
                self._driver.execute("RELEASE part")

    def commit(self) -> None:
        self._outer.commit()

    def close(self, well: bool) -> None:
        """Let go of it; what was not committed is undone."""
        self._give_back(self._connection, well)
