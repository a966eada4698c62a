"""A copy of the database, made while the server runs."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from webapp.store.engine import Database
from webapp.store.transaction import driver


class BackupFailed(Exception):
    """There is no copy, and why."""


def backup(database: Database, file: Path) -> tuple[int, int]:
    """
    Copy one moment of the database to a new file, whole or not at all, for its owner alone.

    Writers need not wait. The copy is checked before it gets its name; the answer is how many
    tables and entries it holds. Raises BackupFailed.
    """
    if not database.path.exists():
        raise BackupFailed(f"There is no database at {database.path}.")
    if file.exists():
        raise BackupFailed(f"{file} is there already and was left as it is.")
    made = ""
    try:
        handle, made = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        os.close(handle)
        counts = _copy(database, made)
        os.link(made, file)  # unlike a rename, never over another file
    except OSError as fault:
        raise BackupFailed(f"{file} could not be written: {fault}.") from fault
    finally:
        if made:
            os.unlink(made)
    return counts


def _copy(database: Database, made: str) -> tuple[int, int]:
    with database.reading() as connection, closing(sqlite3.connect(made)) as copy:
        try:
            driver(connection).backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as fault:
            raise BackupFailed(f"The copy could not be made: {fault}.") from fault
        if verdict != "ok":
            raise BackupFailed(f"The database is damaged, and so is a copy of it: {verdict}")
        count = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM entries)"
        return copy.execute(count).fetchone()
