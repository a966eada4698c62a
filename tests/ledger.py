"""A ledger in memory: the fold that every table must equal."""

from collections.abc import Iterable
from dataclasses import replace

from webapp.domain.decide import decide
from webapp.domain.entries import Entry
from webapp.domain.rows import Row
from webapp.domain.table import EMPTY, Table


class Ledger:
    """Rows in order and the table they make; a `Past` for the entry that comes next."""

    def __init__(self) -> None:
        self.table: Table = EMPTY
        self.rows: list[Row] = []
        self._places: dict[str, int] = {}

    def add(self, entry: Entry) -> Row:
        """Decide an entry and write it down. Its id must be new."""
        decision = decide(self.table, entry, self)
        for id, undone in decision.marks.items():
            place = self._places[id]
            self.rows[place] = replace(self.rows[place], undone=undone)
        self._places[entry.id] = len(self.rows)
        self.rows.append(decision.row)
        self.table = decision.table
        return decision.row

    def find(self, id: str) -> Row | None:
        """The row of an entry id."""
        place = self._places.get(id)
        return None if place is None else self.rows[place]

    def after(self, seq: int) -> list[Row]:
        """The rows whose seq is higher, oldest first."""
        return self.rows[max(0, seq) :]


def fold(entries: Iterable[Entry]) -> Ledger:
    """The ledger of entries in the order in which they were decided."""
    ledger = Ledger()
    for entry in entries:
        ledger.add(entry)
    return ledger
