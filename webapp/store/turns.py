"""Turns at writing, one after another, between greenlets, threads and processes."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from webapp.services.ports import Busy
from webapp.store.transaction import Transaction

NAP = 0.001  # seconds between two tries
MOST = 16  # who write in one round; another process waits for its end


class Turns:
    """
    Who of this process may write next, and who together.

    SQLite's own wait for a lock would stop every stream of a gevent worker, so nobody waits inside
    SQLite: a process makes one line, and the first in it tries, and naps, and tries again. Nothing
    that another process needs is held during a nap: a busy worker naps long, and would hold up all.
    Whoever has come into the line meanwhile writes in the same transaction, each in a part of it
    that is undone alone; the last one commits for all. Else every nap of a busy worker would be
    one entry's, and the line would grow for ever.
    """

    def __init__(self, begin: Callable[[float], Transaction], limit: float) -> None:
        """`begin` takes a deadline on the monotonic clock; one waits `limit` seconds at most."""
        self._begin = begin
        self._limit = limit
        self._line = Line()
        self._round: Round | None = None

    @contextmanager
    def turn(self) -> Iterator[Connection]:
        """
        Be the only one of this process to write; on leaving, everything is on the disk.

        Raises Busy after `limit` seconds.
        """
        deadline = time.monotonic() + self._limit
        if not self._line.enter(self._limit):
            raise Busy
        try:
            round = self._round = self._round or Round(self._begin(deadline))
        except BaseException:
            self._line.leave()
            raise
        try:
            with round.part() as connection:
                yield connection
        finally:
            self._go_on(round)
        round.wait()

    def _go_on(self, round: "Round") -> None:
        if round.open and self._line.call():
            return
        self._round = None
        try:
            round.end()
        finally:
            self._line.leave()


class Round:
    """One transaction, and those who write in it: all of them are on the disk, or none."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._parts = 0
        self._fault: BaseException | None = None
        self._ended = threading.Event()

    @property
    def open(self) -> bool:
        """Whether one more may write in it."""
        return self._fault is None and self._parts < MOST

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """What one of them writes; an exception takes back that alone."""
        self._parts += 1
        try:
            with self._transaction.part() as connection:
                yield connection
        except BaseException as fault:
            if not self._transaction.alive:  # SQLite has taken back everything
                self._fault = fault
            raise

    def end(self) -> None:
        """Commit; whoever waits learns how that went."""
        try:
            if self._fault is None:
                self._transaction.commit()
        except BaseException as fault:
            self._fault = fault
        try:
            self._transaction.close(self._fault is None)
        finally:
            self._ended.set()

    def wait(self) -> None:
        """Until it is on the disk. Raises what has kept it from there."""
        self._ended.wait()
        if self._fault:
            raise self._fault


class Line:
    """Who waits, in the order they came; one has the turn. Who is killed in it dies with all."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def enter(self, seconds: float) -> bool:
        """Wait for the turn. False when it does not come in time."""
        with self._mutex:
            if not self._taken:
                self._taken = True
                return True
            call = threading.Lock()
            call.acquire()
            self._waiting.append(call)
        return call.acquire(timeout=seconds) or not self._withdraw(call)

    def call(self) -> bool:
        """Give the turn to the next, if anyone waits."""
        with self._mutex:
            return self._call()

    def leave(self) -> None:
        """Give the turn to the next, or to whoever comes."""
        with self._mutex:
            self._taken = self._call()

    def _call(self) -> bool:
        if not self._waiting:
            return False
        self._waiting.popleft().release()
        return True

    def _withdraw(self, call: threading.Lock) -> bool:
        """False when it was called just now."""
        with self._mutex:
            if call not in self._waiting:
                return False
            self._waiting.remove(call)
            return True


def patiently(attempt: Callable[[], bool], deadline: float) -> None:
    """Try until it answers True, napping between; Busy when the monotonic clock says `deadline`."""
    while not attempt():
        if time.monotonic() >= deadline:
            raise Busy
        time.sleep(NAP)
