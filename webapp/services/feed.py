"""Following a table live: its state now, then again after every change."""

import random
import time
from collections.abc import Callable, Iterator

from webapp.services.ports import Bell, Ear, Ledger, Reading, Unavailable
from webapp.services.tables import TableView, view_of

BEAT = 15.0  # seconds of silence that a phone takes for alive
LIFE = 300.0  # seconds after which a stream ends, give or take a fifth


class Feed:
    """
    The live feeds of one process.

    The bell only wakes: what is told is read again, once for all feeds of a table, except what this
    process has just written itself. Nothing of the store is held while a feed waits.
    """

    def __init__(
        self, ledger: Ledger, bell: Bell, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ledger = ledger
        self._bell = bell
        self._clock = clock
        self._shared: dict[str, tuple[int, int, Reading]] = {}
        self._closed = False

    def follow(
        self, table_id: str, ear: Ear, after: int | None = None, client: str | None = None
    ) -> Iterator[TableView | None]:
        """
        Yield the table at once, and whenever asked again what came since; None where nothing did.

        It never waits: ask again when the ear is rung, and after a BEAT without a ring. Another
        link to watch or join code is something new, too. It ends after LIFE, when the feed is
        closed, and when there is no such table (any more). Who comes while the server stops is told
        once: an end without a word means that there is no table. Where the store fails, a feed that
        has begun ends, and another raises ports.Unavailable.
        """
        end = self._clock() + LIFE * random.uniform(0.8, 1.2)
        try:
            with self._bell.listen(table_id, ear):
                yield from self._follow(table_id, after, client, end)
        finally:
            if not self._bell.stamp(table_id):
                self._shared.pop(table_id, None)

    def add(self, written: Reading, stamp: int) -> None:
        """
        Take what this process has written as read, where it goes on from what was read before.

        Of `acks` it has those that have changed. It holds until another ring than that of `stamp`.
        """
        kept, rows = written.kept, written.rows
        _, _, known = self._shared.get(kept.id, (0, 0, None))
        since = kept.table.seq - len(rows)
        if known and (known.kept.table.seq, known.kept.epoch) == (since, kept.epoch):
            reading = Reading(kept, rows, {**known.acks, **written.acks})
            self._shared[kept.id] = (stamp, since, reading)

    def close(self) -> None:
        """End every feed now: the server stops."""
        self._closed = True
        self._bell.ring_all()

    def _follow(
        self, table_id: str, after: int | None, client: str | None, end: float
    ) -> Iterator[TableView | None]:
        told = None
        while reading := self._read_on(table_id, after, told):
            kept = reading.kept
            if (now := (kept.table.seq, kept.watch, kept.code)) != told:
                view = view_of(reading, client, after)
                told, after = now, kept.table.seq
                yield view
            else:
                yield None
            if self._closed or self._clock() >= end:
                return

    def _read_on(self, table_id: str, after: int | None, told: object) -> Reading | None:
        """A feed that has begun ends where the store fails: its phone comes again by itself."""
        try:
            return self._read(table_id, after)
        except Unavailable:
            if told is None:
                raise
            return None

    def _read(self, table_id: str, after: int | None) -> Reading | None:
        """What is there after a seq; read once for all feeds between two rings."""
        stamp = self._bell.stamp(table_id)
        if shared := self._shared.get(table_id):
            of, since, reading = shared
            if of == stamp and (after is None or after >= since):
                return reading
        found = self._ledger.read(table_id, after)
        if found:
            since = found.kept.table.seq if after is None else after
            self._shared[table_id] = (stamp, since, found)
        return found
