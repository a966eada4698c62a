"""The ledger as a file for a spreadsheet: one line per entry and seat that it moved."""

import csv
import io
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from webapp.domain.bodies import Correct
from webapp.domain.rows import Row
from webapp.services.tables import TableView
from webapp.views.asking import tables
from webapp.views.missing import missing

export = Blueprint("export", __name__)

HEAD = (
    *("seq", "time", "type", "outcome", "reason", "by", "seat", "kind"),
    *("change", "before", "after", "undone", "note"),
)
AT_ONCE = 200  # rows
#: What a spreadsheet could take for the beginning of a formula.
ACTIVE = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@export.get("/t/<table>/ledger.csv")
def ledger(table: str) -> ResponseReturnValue:
    """All rows, oldest first, with the times in UTC."""
    view = tables().view(table) or missing(table)
    response = Response(_file(view, tables().ledger), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="reservoir-ledger.csv"'
    return response


def _file(view: TableView, page: Callable[[str, int, int], Sequence[Row]]) -> Iterator[bytes]:
    """Some rows at a time, so that a long ledger does not hold everyone else up."""
    # With its mark at the beginning, Excel reads the file as UTF-8.
    yield _text([HEAD]).encode("utf-8-sig")
    for start in range(0, view.table.seq, AT_ONCE):
        end = min(start + AT_ONCE, view.table.seq)
        rows = reversed(page(view.id, end - start, end + 1))
        yield _text(line for row in rows for line in _lines(row, view)).encode()
        time.sleep(0)


def _text(lines: Iterable[Iterable[object]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(lines)
    return file.getvalue()


def _lines(row: Row, view: TableView) -> Iterator[list[object]]:
    names = {seat.id: seat.name or seat.id for seat in view.table.seats}
    moves = [(seat, kind, n) for seat, kinds in row.delta.items() for kind, n in kinds.items()]
    at = datetime.fromtimestamp(row.entry.at / 1000, UTC).isoformat(timespec="seconds")
    body = row.entry.body
    note = body.reason if isinstance(body, Correct) else None
    by = names.get(row.by or "", "")
    refusal = row.refusal.code if row.refusal else ""
    for seat, kind, n in moves or [("", "", None)]:
        after = row.totals.get(seat, {}).get(kind)
        before = None if n is None or after is None else after - n
        line = [
            row.seq,
            at,
            row.entry.type,
            row.outcome,
            refusal,
            by,
            names.get(seat, seat),
            kind,
        ]
        yield [*map(_plain, [*line, n, before, after, "yes" if row.undone else "", note])]


def _plain(cell: object) -> object:
    """A text that no spreadsheet runs."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(ACTIVE) else cell
