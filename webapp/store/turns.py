"""Turns at writing, one after another, between greenlets, threads and processes."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from webapp.services.ports import Busy

NAP = 0.001  # seconds between two tries


class Turns:
    """
    Who of this process may write next.

    SQLite's own wait for a lock would stop every stream of a gevent worker, so nobody waits inside
    SQLite: a process makes one line, and the first in it tries, and naps, and tries again. Nothing
    that another process needs is held during a nap: a busy worker naps long, and would hold up all.
    """

    def __init__(self, limit: float = 5.0) -> None:
        self._limit = limit
        self._line = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[float]:
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


def patiently(attempt: Callable[[], bool], deadline: float) -> None:
    """Try until it answers True, napping between; Busy when the monotonic clock says `deadline`."""
    while not attempt():
        if time.monotonic() >= deadline:
            raise Busy
        time.sleep(NAP)
