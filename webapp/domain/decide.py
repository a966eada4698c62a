"""Every entry gets exactly one outcome: the rules are asked, their answer becomes a row."""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.domain.entries import Entry
from webapp.domain.rows import Flag, Outcome, Past, Row
from webapp.domain.table import Table

__all__ = ["Decision", "Flag", "Outcome", "Past", "Row", "decide"]


@dataclass(frozen=True)
class Decision:
    """The row of an entry, the table after it, and which earlier rows are undone or live by it."""

    row: Row
    table: Table
    marks: Mapping[str, bool]


def decide(table: Table, entry: Entry, past: Past) -> Decision:
    """Decide one entry at its place: `row.seq` is `table.seq + 1`."""
    raise NotImplementedError
