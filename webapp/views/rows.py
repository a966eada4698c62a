"""Rows of a ledger as templates show them: in words, with the totals before and after."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from webapp.domain.bodies import Correct
from webapp.domain.deltas import together
from webapp.domain.games import UNDOABLE
from webapp.domain.rows import Row
from webapp.domain.table import Table
from webapp.views.kinds import icon_of
from webapp.views.more_words import became_words
from webapp.views.naming import Find, seat_name
from webapp.views.shown import SeatShown, TableShown
from webapp.views.wording import ago, flag_words, outcome_words, row_words


@dataclass(frozen=True, slots=True)
class Change:
    """What one entry did to one kind of counters at one seat."""

    seat: SeatShown
    kind: str
    icon: str
    delta: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class RowShown:
    """One row of the ledger, in words; `needs_more`: undoing it takes later payments back too."""

    id: str
    at_iso: str
    ago: str
    by: str | None
    words: str
    reason: str | None
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    became: str | None
    undone: bool
    undoable: bool
    needs_more: bool


def show_rows(
    rows: Sequence[Row], shown: TableShown, table: Table, find: Find, now: int
) -> list[RowShown]:
    """Rows of a ledger, in the order given."""
    return [_row(row, shown, table, find, now) for row in rows]


def _row(row: Row, shown: TableShown, table: Table, find: Find, now: int) -> RowShown:
    body = row.entry.body
    current = row.entry.game == table.game or row.entry.id == table.game
    return RowShown(
        id=row.entry.id,
        at_iso=datetime.fromtimestamp(row.entry.at / 1000, UTC).isoformat(timespec="seconds"),
        ago=ago(row.entry.at, now),
        by=seat_name(table, row.by) if row.by else None,
        words=row_words(row, table, find),
        reason=body.reason if isinstance(body, Correct) else None,
        changes=tuple(_changes(row, shown)),
        notes=tuple(filter(None, [outcome_words(row), *map(flag_words, row.flags)])),
        became=became_words(row, table, find),
        undone=row.undone,
        undoable=row.accepted and not row.undone and current and row.entry.type in UNDOABLE,
        needs_more=bool(short_seats([row], table)),
    )


def short_seats(rows: Iterable[Row], table: Table) -> set[str]:
    """The seats that would fall below 0 if these rows alone were undone, all at once."""
    return {
        seat
        for seat, kinds in together(*(row.delta for row in rows)).items()
        if any(n > table.balance(seat, kind) for kind, n in kinds.items() if kind != "life")
    }


def _changes(row: Row, shown: TableShown) -> list[Change]:
    changes = []
    for id, kinds in row.delta.items():
        seat = shown.seat(id)
        for kind, n in kinds.items() if seat else ():
            after = row.totals.get(id, {}).get(kind, 0)
            changes.append(Change(seat, kind, icon_of(kind), n, after - n, after))
    return changes
