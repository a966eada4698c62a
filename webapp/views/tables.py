"""The pages of a table: to play, to watch, its ledger, its sheets; and their fragments."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from webapp.domain.rows import Row
from webapp.services.links import new_entry_id, new_seat_id
from webapp.services.tables import TableView
from webapp.views import wording
from webapp.views.asking import absolute, author, now, number, tables
from webapp.views.errors import Problem
from webapp.views.refused import refusals_of_phones, show_refusal
from webapp.views.shown import (
    RowShown,
    TableShown,
    payments_after,
    short_seats,
    show_rows,
    show_table,
    show_watched,
)

tables_pages = Blueprint("tables_pages", __name__)
tables_pages.add_app_template_global(new_entry_id, "new_id")
tables_pages.add_app_template_global(new_seat_id, "new_seat")
tables_pages.add_app_template_global(refusals_of_phones, "refusal_templates")
tables_pages.add_app_template_global(absolute, "absolute")
tables_pages.add_app_template_global(wording.colours, "colours")
tables_pages.add_app_template_global(wording.shapes, "shapes")

ROWS = 50
SHEETS = frozenset({
    "add-seat", "conflict", "correct", "ledger", "menu", "new-game", "order", "pay", "seat",
    "share", "undo",
})  # fmt: skip


@tables_pages.get("/t/<table>")
def table(table: str) -> ResponseReturnValue:
    """The table to play at."""
    seen = _seen(table)
    return render_template(
        "tables/show.html", page="table", **seen.context, **_messages(seen), **_share(seen)
    )


@tables_pages.get("/w/<watch>")
def watched(watch: str) -> ResponseReturnValue:
    """The table to watch only."""
    return render_template("tables/show.html", page="watch", **_watched(watch).context)


@tables_pages.get("/f/t/<table>/seats")
def seats(table: str) -> ResponseReturnValue:
    """The part of a table that changes with its structure."""
    return render_template("tables/_seats.html", **_seen(table).context)


@tables_pages.get("/f/w/<watch>/seats")
def watched_seats(watch: str) -> ResponseReturnValue:
    """The same for a watcher."""
    return render_template("tables/_seats.html", **_watched(watch).context)


@tables_pages.get("/t/<table>/sheet/<name>")
def sheet_page(table: str, name: str) -> ResponseReturnValue:
    """A sheet as a page of its own, for a phone without scripts."""
    return render_template("tables/sheet.html", page="sheet", **_sheet(table, name, alone=True))


@tables_pages.get("/f/t/<table>/sheet/<name>")
def sheet(table: str, name: str) -> ResponseReturnValue:
    """A sheet to lay over the table."""
    return render_template("tables/_sheet.html", **_sheet(table, name))


@tables_pages.get("/t/<table>/share")
def share(table: str) -> ResponseReturnValue:
    """Link, QR code and join code, on a page of its own."""
    seen = _seen(table)
    return render_template("share/show.html", page="share", **seen.context, **_share(seen))


@tables_pages.get("/t/<table>/ledger")
def ledger(table: str) -> ResponseReturnValue:
    """Who did what, when, newest first."""
    seen = _seen(table)
    return render_template(
        "ledger/show.html", page="ledger", alone=True, **seen.context, **seen.rows()
    )


@tables_pages.get("/w/<watch>/ledger")
def watched_ledger(watch: str) -> ResponseReturnValue:
    """The same for a watcher."""
    seen = _watched(watch)
    return render_template(
        "ledger/show.html", page="ledger", alone=True, **seen.context, **seen.rows()
    )


@tables_pages.get("/f/t/<table>/ledger")
def ledger_rows(table: str) -> ResponseReturnValue:
    """The rows alone."""
    seen = _seen(table)
    return render_template("ledger/_rows.html", **seen.context, **seen.rows())


@tables_pages.get("/f/w/<watch>/ledger")
def watched_ledger_rows(watch: str) -> ResponseReturnValue:
    """The rows alone, for a watcher."""
    seen = _watched(watch)
    return render_template("ledger/_rows.html", **seen.context, **seen.rows())


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

    def show(self, rows: Sequence[Row]) -> list[RowShown]:
        return show_rows(rows, self.shown, self.view.table, self.find, now())

    def find(self, entry: str) -> Row | None:
        return tables().row(self.view.id, entry) if entry else None


def _seen(id: str) -> Seen:
    me = author()
    view = tables().view(id) or _no_table()
    latest = tables().my_latest(id, me) if me else None
    shown = show_table(view, me, wanted=request.args.get("layout"), latest=latest)
    return Seen(view, shown, me)


def _watched(watch: str) -> Seen:
    view = tables().by_watch(watch) or _no_table()
    return Seen(view, show_watched(view), None, read_only=True)


def _messages(seen: Seen) -> dict:
    """What became of a form that was sent before, as ?refused= and ?already= say."""
    row = seen.find(request.args.get("refused", ""))
    refusal = show_refusal(row.refusal) if row and row.refusal else None
    return {"refusal": refusal, "already": seen.find(request.args.get("already", ""))}


def _sheet(id: str, name: str, alone: bool = False) -> dict:
    if name not in SHEETS:
        abort(404)
    seen = _seen(id)
    seat = seen.shown.seat(request.args.get("seat")) or abort(404)
    own = {"share": _share, "conflict": _conflict, "undo": _undo, "ledger": Seen.rows}.get(name)
    return {
        **seen.context,
        "sheet": name,
        "seat": seat,
        **(own(seen) if own else {}),
        "alone": alone,
    }


def _share(seen: Seen) -> dict:
    return {
        "play_url": absolute(f"/t/{seen.view.id}"),
        "watch_url": absolute(f"/w/{seen.view.watch}"),
        "code_time": wording.for_another(seen.view.code_until, now()),
    }


def _conflict(seen: Seen) -> dict:
    """The conflict of ?entry=, and which payments could be taken back to make it fit."""
    entry = request.args.get("entry")
    conflict = next((c for c in seen.shown.conflicts if c.entry == entry), None) or abort(404)
    rows = tables().ledger(seen.view.id, ROWS)
    payments = payments_after(rows, {conflict.seat.id}, seen.view.table.game)
    return {"conflict": conflict, "payments": seen.show(payments)}


def _undo(seen: Seen) -> dict:
    """The row of ?entry=, and the later payments without which it can't be taken back."""
    row = seen.find(request.args.get("entry", "")) or abort(404)
    table, short = seen.view.table, short_seats(row, seen.view.table)
    later = tables().view(seen.view.id, after=row.seq).rows if short else ()
    payments = payments_after(reversed(later), short, table.game)
    return {"row": seen.show([row])[0], "later": seen.show(payments)}


def _no_table() -> TableView:
    raise Problem(404, "no_such_table")
