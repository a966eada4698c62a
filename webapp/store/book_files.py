"""Replaces the book as a whole, or leaves it as it is."""

import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webapp.services.ports import Unavailable
from webapp.store.book_schema import FACTS, FORMAT

NAME = "book.sqlite3"
_MAKING = ".book-"


@contextmanager
def replacing(folder: Path, rehearsal: bool) -> Iterator[sqlite3.Connection]:
    """
    A copy of the book to change, which then takes its place; not where it is a rehearsal.

    Whatever goes wrong, also a kill or a full disk, leaves the book as it was. Raises Unavailable
    where another import is under way, and OSError or sqlite3.Error.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(folder):
        for left in folder.glob(f"{_MAKING}*"):  # by one that was killed
            left.unlink()
        handle, name = tempfile.mkstemp(prefix=_MAKING, dir=folder)
        os.close(handle)
        making = Path(name)
        try:
            if readable(folder / NAME):
                shutil.copyfile(folder / NAME, making)
            yield from _changed(making)
            if not rehearsal:
                _sync(making)
                os.replace(making, folder / NAME)
                _sync(folder)
        finally:
            making.unlink(missing_ok=True)


def _changed(file: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(file, isolation_level=None)
    try:
        # Nobody else sees this file, and one that is not whole is thrown away.
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA temp_store = FILE")
        db.execute("PRAGMA cache_size = -65536")
        db.execute("BEGIN")
        for statement in FACTS.split(";"):
            db.execute(statement)
        yield db
        db.execute("COMMIT")
        db.execute(f"PRAGMA user_version = {FORMAT}")
    finally:
        db.close()


def readable(file: Path) -> bool:
    """Whether there is a book, of the format of this program."""
    if not file.is_file():
        return False
    db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        return bool(db.execute("PRAGMA user_version").fetchone()[0] == FORMAT)
    except sqlite3.DatabaseError:
        return False
    finally:
        db.close()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / ".book.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unavailable("Another import is under way. Nothing was changed.") from None
        yield


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
