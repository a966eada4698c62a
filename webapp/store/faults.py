"""What can be wrong with the database itself, and what its operator can do about it."""

import logging
import math
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from webapp.services.ports import Broken

AGAIN = 60.0  # seconds until the same fault is worth another line in the log

DAMAGED = (
    "is damaged. Stop the server and put the last backup in its place (docs/deploy.md, "
    '"Backup, update"); phones then send again what it does not have'
)
READ_ONLY = "can't be written. Give the server's user the right to write the file and its folder"
WHAT_TO_DO = {
    sqlite3.SQLITE_FULL: "can't grow: the disk is full. Make room on it",
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: (
        "can't be opened. See that its folder is there, has room, and may be written by the "
        "server's user"
    ),
    sqlite3.SQLITE_PERM: "can't be opened: the server's user may not",
    sqlite3.SQLITE_IOERR: (
        "can't be reached: reading or writing failed. See whether the disk is full or failing"
    ),
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}

log = logging.getLogger(__name__)


class Faults:
    """The faults of one database as one process has met them; `clock` tells seconds."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.last: str | None = None
        self._path = path
        self._clock = clock
        self._due = -math.inf

    @property
    def damaged(self) -> bool:
        return self.last == DAMAGED

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turn a fault of the database into Broken, logged with what to do. Others pass."""
        try:
            yield
        except (sqlite3.Error, DBAPIError, JSONDecodeError) as error:
            advice = _advice(error)
            if advice is None:
                raise
            self._tell(advice, error)
            raise Broken(self._words(advice)) from error

    def mended(self) -> None:
        """What failed last works again."""
        log.warning("The database %s works again.", self._path)
        self.last = None

    def _tell(self, advice: str, error: Exception) -> None:
        """One line, not one for each of a thousand phones that try again."""
        if advice != self.last or self._clock() >= self._due:
            log.error("%s (%s)", self._words(advice), getattr(error, "orig", error))
            self._due = self._clock() + AGAIN
        if not self.damaged:
            self.last = advice

    def _words(self, advice: str) -> str:
        return f"The database {self._path} {advice}."


def _advice(error: Exception) -> str | None:
    """What to do about a fault of the database itself; None for any other."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:  # bytes that are no text or no JSON, where we had written some
        torn = isinstance(cause, JSONDecodeError) or "decode" in str(cause)
        return DAMAGED if torn else None
    return WHAT_TO_DO.get(code & 0xFF)
