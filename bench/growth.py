"""
What one more entry costs as one ledger grows from 10 to 100,000, in process and durable.

Beside it the same at a table with effects in force, each of which has a say in every gain.
"""

import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
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
EFFECTS = ("winding-constrictor", "izzet-generatorium")
WITH = " with effects"
ENDS = (SIZES[0], SIZES[-1])  # sizes of the ledgers with effects


class Grown:
    """A table whose ledger is as long as one likes."""

    def __init__(self, tables: Tables, effects: Sequence[str] = ()) -> None:
        self._tables = tables
        self._id, self._seq = new_table_id(), 0
        self._post([self._entry("open", seats=[{"seat": SEAT}])])
        for card in effects:
            effect = secrets.token_urlsafe(16)
            self._post([self._entry("effect_on", effect=effect, card=card, controller=SEAT)])

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
        every = {("", size): Grown(reservoir.tables) for size in SIZES}
        every |= {(WITH, size): Grown(reservoir.tables, EFFECTS) for size in ENDS}
        for (_, size), table in every.items():
            table.grow(size)
        times: dict[tuple[str, int], list[float]] = {key: [] for key in every}
        for _ in range(TIMES):
            for key, table in every.items():
                times[key].append(table.one_more())
        reservoir.database.dispose()
        file = Path(folder) / "reservoir.sqlite3"
        yield Figure("size of the database", file.stat().st_size / 1e6, "MB")
    middle = {key: median(seconds) for key, seconds in times.items()}
    for (how, size), seconds in middle.items():
        yield Figure(f"one more entry after {size:,}{how}, p50", 1000 * seconds, "ms")
    for how in ("", WITH):
        grown = middle[how, ENDS[1]] / middle[how, ENDS[0]]
        yield Figure(f"after 100,000 beside after 10{how}", grown, "", 1.1)
