"""The pages of a table: to play, to watch, its ledger, its sheets; and their fragments."""

from collections.abc import Iterable, Iterator

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from webapp.domain.deltas import amount
from webapp.domain.readers import MOST_WITH, NAME, REASON
from webapp.domain.rows import Row
from webapp.domain.search import LONGEST_QUERY
from webapp.domain.table import MOST
from webapp.services.links import new_entry_id, new_seat_id
from webapp.services.ports import MOST_ROWS
from webapp.views import card_sheets, rules_sheets, wording
from webapp.views.asking import absolute, author, now, tables
from webapp.views.counters import dying_rule, dying_words
from webapp.views.missing import missing
from webapp.views.naming import isolated
from webapp.views.refused import refusals_of_phones
from webapp.views.rows import short_seats
from webapp.views.rules_sheets import new_kind
from webapp.views.seen import Seen, seen_by
from webapp.views.shown import show_watched

tables_pages = Blueprint("tables_pages", __name__)
tables_pages.add_app_template_global(new_entry_id, "new_id")
tables_pages.add_app_template_global(new_seat_id, "new_seat")
tables_pages.add_app_template_global(refusals_of_phones, "refusal_templates")
tables_pages.add_app_template_global(absolute, "absolute")
tables_pages.add_app_template_filter(isolated, "isolated")
tables_pages.add_app_template_global(wording.has_words, "has_words")
tables_pages.add_app_template_global(wording.some_words, "some_words")
tables_pages.add_app_template_global(wording.with_words, "with_words")
tables_pages.add_app_template_global(wording.colours, "colours")
tables_pages.add_app_template_global(wording.shapes, "shapes")

tables_pages.add_app_template_global(new_kind, "new_kind")
tables_pages.add_app_template_global(wording.spent_words, "spent_words")
tables_pages.add_app_template_global(dying_words, "dying_words")
tables_pages.add_app_template_global(dying_rule, "dying_rule")

SPENDING = ("pay", "lose", "resolution_choose")
SHEETS_OF_RULES = {**rules_sheets.SHEETS, **card_sheets.SHEETS}
FIELDS = {"name": NAME, "reason": REASON, "digits": len(str(MOST)), "query": LONGEST_QUERY}
"""How many characters a field takes."""

SHEETS = frozenset({
    "add-seat", "conflict", "correct", "forget", "ledger", "links", "menu", "new-game", "order",
    "pay", "seat", "share", "undo", *SHEETS_OF_RULES,
})  # fmt: skip


@tables_pages.app_context_processor
def say_how_long_fields_are() -> dict:
    return {"most": FIELDS}


@tables_pages.get("/t/<table>")
def table(table: str) -> ResponseReturnValue:
    """The table to play at."""
    seen = _seen(table)
    return render_template("tables/show.html", **seen.context, **_messages(seen), **_share(seen))


@tables_pages.get("/w/<watch>")
def watched(watch: str) -> ResponseReturnValue:
    """The table to watch only."""
    return render_template("tables/show.html", **_watched(watch).context)


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
    return render_template("tables/sheet.html", **_sheet(table, name, alone=True))


@tables_pages.get("/f/t/<table>/sheet/<name>")
def sheet(table: str, name: str) -> ResponseReturnValue:
    """A sheet to lay over the table."""
    return render_template("tables/_sheet.html", **_sheet(table, name))


@tables_pages.get("/t/<table>/share")
def share(table: str) -> ResponseReturnValue:
    """Link, QR code and join code, on a page of its own."""
    seen = _seen(table)
    return render_template("share/show.html", **seen.context, **_share(seen))


@tables_pages.get("/t/<table>/ledger")
def ledger(table: str) -> ResponseReturnValue:
    """Who did what, when, newest first."""
    seen = _seen(table)
    return render_template("ledger/show.html", alone=True, **seen.context, **seen.rows())


@tables_pages.get("/w/<watch>/ledger")
def watched_ledger(watch: str) -> ResponseReturnValue:
    """The same for a watcher."""
    seen = _watched(watch)
    return render_template("ledger/show.html", alone=True, **seen.context, **seen.rows())


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


def _seen(id: str) -> Seen:
    return seen_by(author(), tables().view(id) or missing(id))


def _watched(watch: str) -> Seen:
    view = tables().by_watch(watch) or missing(watch)
    return Seen(view, show_watched(view), None, read_only=True)


def _messages(seen: Seen) -> dict:
    """What became of a form that was sent before, as the address says."""
    for told in ("refused", "overtaken", "already"):
        if row := seen.find(request.args.get(told, "")):
            return seen.message(told, row)
    return {}


def _sheet(id: str, name: str, alone: bool = False) -> dict:
    if name not in SHEETS:
        abort(404)
    seen = _seen(id)
    seat = seen.shown.seat(request.args.get("seat")) or abort(404)
    own = {"share": _share, "conflict": _conflict, "undo": _undo, "ledger": Seen.rows}.get(name)
    of_rules = SHEETS_OF_RULES.get(name)
    return {
        **seen.context,
        "sheet": name,
        "seat": seat,
        **(own(seen) if own else {}),
        **(of_rules(seen, seat) if of_rules else {}),
        "alone": alone,
    }


def _share(seen: Seen) -> dict:
    return {
        "play_url": absolute(f"/t/{seen.view.id}"),
        "watch_url": absolute(f"/w/{seen.view.watch}"),
        "code_time": wording.for_another(seen.view.code_until, now()),
    }


def _conflict(seen: Seen) -> dict:
    """
    The conflict of ?entry=, and the payments of which each, taken back, would make it fit.

    Somebody else may have settled it since the page was drawn.
    """
    entry = request.args.get("entry")
    conflict = next((c for c in seen.shown.conflicts if c.entry == entry), None)
    if conflict is None:
        return {"sheet": "settled"} if seen.find(entry or "") else abort(404)
    table = seen.view.table
    seat, figures = conflict.seat.id, table.conflict(conflict.entry).params
    kind = figures.get("kind", "energy")
    short = figures.get("need", 0) - table.balance(seat, kind)
    payments = _payments_after(_rows_of_this_game(seen), {seat}, table.game)
    enough = [row for row in payments if -amount(row.delta, seat, kind) >= max(short, 1)]
    return {"conflict": conflict, "payments": seen.show(enough)}


def _rows_of_this_game(seen: Seen) -> Iterator[Row]:
    """Newest first, down to the one it began with."""
    before = None
    while rows := tables().ledger(seen.view.id, MOST_ROWS, before):
        for row in rows:
            if row.entry.id == seen.view.table.game:
                return
            yield row
        before = rows[-1].seq


def _undo(seen: Seen) -> dict:
    """
    The row of ?entry=, and the later payments without which it can't be taken back.

    One undo takes so many with it and no more: `left` stay, and `enough` says whether it will do.
    """
    row = seen.find(request.args.get("entry", "")) or abort(404)
    table_id, table = seen.view.id, seen.view.table
    short = short_seats([row], table)
    later = (tables().view(table_id, after=row.seq) or missing(table_id)).rows if short else ()
    payments = _payments_after(reversed(later), short, table.game)
    taken = payments[:MOST_WITH]
    return {
        "row": seen.show([row])[0],
        "later": seen.show(taken),
        "left": len(payments) - len(taken),
        "enough": not short_seats([row, *taken], table),
    }


def _payments_after(rows: Iterable[Row], seats: set[str], game: str) -> list[Row]:
    """Which of these rows are payments and losses of these seats that still count."""
    return [
        row
        for row in rows
        if row.entry.type in SPENDING
        and any(n < 0 for seat in seats for n in row.delta.get(seat, {}).values())
        and not row.undone
        and row.entry.game == game
    ]
