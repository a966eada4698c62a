"""What one more entry costs as one ledger grows from 10 to 100,000, in process and durable."""

import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import Figure
from webapp import assemble
from webapp.services.links import new_table_id
from webapp.services.tables import Tables
from webapp.settings import Settings
from webapp.store import migrate

SIZES = (10, 1_000, 10_000, 100_000)
TIMES = 600
AT_ONCE = 100
CLIENT = "bench".ljust(22, "-")
SEAT = "SEAT0000"


class Grown:
    """A table whose ledger is as long as one likes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._id, self._seq = new_table_id(), 0
        self._post([self._entry("open", seats=[{"seat": SEAT}])])

    def grow(self, size: int) -> None:
        while missing := size - self._seq:
            self._post([self._gain() for _ in range(min(AT_ONCE, missing))])

    def one_more(self) -> float:
        """Seconds."""
        entries = [self._gain()]
        begun = time.perf_counter()
        self._post(entries)
        return time.perf_counter() - begun

    def _gain(self) -> dict[str, Any]:
        return self._entry("gain", seat=SEAT, kind="energy", n=1, seen=self._seq, at=self._seq)

    def _entry(self, type: str, **fields: Any) -> dict[str, Any]:
        self._seq += 1
        return {"id": secrets.token_urlsafe(16), "seq": self._seq, "type": type, **fields}

    def _post(self, entries: list[dict[str, Any]]) -> None:
        posted = self._tables.post(self._id, CLIENT, CLIENT, entries, now=self._seq)
        assert all(a.row.outcome == "accepted" for a in posted.outcomes), posted


def measure() -> Iterator[Figure]:
    """One entry at each ledger in turn, so that what else the machine does falls on all."""
    with tempfile.TemporaryDirectory(prefix="reservoir-bench-") as folder:
        settings = Settings.from_env({"RESERVOIR_INSTANCE": folder, "SECRET_KEY": "k" * 16})
        reservoir = assemble(settings, lambda: 0)
        migrate.upgrade(reservoir.database)
        grown = {size: Grown(reservoir.tables) for size in SIZES}
        for size, table in grown.items():
            table.grow(size)
        times: dict[int, list[float]] = {size: [] for size in SIZES}
        for _ in range(TIMES):
            for size, table in grown.items():
                times[size].append(table.one_more())
        reservoir.database.dispose()
        file = Path(folder) / "reservoir.sqlite3"
        yield Figure("size of the database", file.stat().st_size / 1e6, "MB")
    first = median(times[SIZES[0]])
    for size in SIZES:
        yield Figure(f"one more entry after {size:,}, p50", 1000 * median(times[size]), "ms")
    yield Figure("after 100,000 beside after 10", median(times[SIZES[-1]]) / first, "", 1.1)
