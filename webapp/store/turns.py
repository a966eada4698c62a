"""Turns at writing, one after another, between greenlets, threads and processes."""

import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from webapp.services.ports import Busy

NAP = 0.001  # seconds between two tries


class Turns:
    """
    Who may write next.

    SQLite's own wait for a lock would stop every stream of a gevent worker, so nobody ever waits
    inside SQLite: in this process a plain lock makes the line; between processes the first of
    each line naps between tries. The file is held by the one whose turn is next, so that a busy
    process can't pass by another one that waits. It is opened anew each time and locked by the
    system, so a fork or a killed process leaves nothing behind.
    """

    def __init__(self, path: Path, limit: float = 5.0) -> None:
        self._path = path
        self._limit = limit
        self._line = threading.Lock()

    @contextmanager
    def line(self) -> Iterator[float]:
        """
        Be the only one of this process, and get the deadline on the monotonic clock.

        Raises Busy after `limit` seconds.
        """
        deadline = time.monotonic() + self._limit
        if not self._line.acquire(timeout=self._limit):
            raise Busy
        try:
            yield deadline
        finally:
            self._line.release()

    def begin(self, attempt: Callable[[], bool], deadline: float) -> None:
        """Be the next of all processes, and try until the one before has ended. Raises Busy."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            patiently(lambda: _lock(file), deadline)
            patiently(attempt, deadline)
        finally:
            os.close(file)


def patiently(attempt: Callable[[], bool], deadline: float) -> None:
    """Try until it answers True, napping between; Busy when the monotonic clock says `deadline`."""
    while not attempt():
        if time.monotonic() >= deadline:
            raise Busy
        time.sleep(NAP)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
