"""A table as one reader sees it in one request."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from webapp.domain.rows import Row
from webapp.services.tables import TableView
from webapp.views.asking import now, number, tables
from webapp.views.refused import show_refusal
from webapp.views.rows import RowShown, show_rows
from webapp.views.shown import TableShown, show_table

ROWS = 50
"""A page of the ledger."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table read for one request, and what its templates get."""

    view: TableView
    shown: TableShown
    author: str | None
    read_only: bool = False

    @property
    def context(self) -> dict:
        return {"table": self.shown, "author": self.author, "read_only": self.read_only}

    def rows(self) -> dict:
        """A page of the ledger, from below ?before= where that is given."""
        before = number(request.args.get("before"))
        rows = tables().ledger(self.view.id, ROWS + 1, before)
        return {
            "rows": self.show(rows[:ROWS]),
            "older": rows[ROWS - 1].seq if len(rows) > ROWS else None,
        }

    def message(self, told: str | None, row: Row) -> dict:
        """What a template tells about an entry that came by a form."""
        return {
            "refusal": show_refusal(row) if told == "refused" else None,
            "overtaken": self.show([row])[0] if told == "overtaken" else None,
            "already": told == "already",
        }

    def show(self, rows: Sequence[Row]) -> list[RowShown]:
        return show_rows(rows, self.shown, self.view.table, self.find, now())

    def find(self, entry: str) -> Row | None:
        return tables().row(self.view.id, entry) if entry else None


def seen_by(author: str | None, view: TableView) -> Seen:
    """For one who plays, in the layout that the address asks for."""
    latest = tables().my_latest(view.id, author) if author else None
    shown = show_table(view, author, wanted=request.args.get("layout"), latest=latest)
    return Seen(view, shown, author)
