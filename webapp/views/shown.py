"""A table as templates show it: names, totals and layout for one reader."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from webapp.domain.bodies import Correct
from webapp.domain.deltas import together
from webapp.domain.games import UNDOABLE
from webapp.domain.rows import Row
from webapp.domain.table import Conflict, Seat, Table
from webapp.services.links import shown_code
from webapp.services.tables import TableView
from webapp.views.naming import seat_name
from webapp.views.wording import (
    Find,
    ago,
    conflict_words,
    flag_words,
    outcome_words,
    row_words,
    table_name,
    undo_name,
)

FIRST_PLAY = 3
"""The seq of the first entry after `open` and its maker's `seat_take`."""


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat for one reader; `name` is never empty."""

    id: str
    name: str
    given_name: str
    colour: str
    shape: str
    status: str
    energy: int
    held: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class ConflictShown:
    """An open conflict, in words, with the answers it allows."""

    entry: str
    seat: SeatShown
    words: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoShown:
    """What the Undo button takes back."""

    entry: str
    what: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """
    One table for one reader.

    `id` and `code` are None for a watcher. `layout` is pick, seat, tiles or watch; `fresh` means
    that nothing has happened since its maker sat down.
    """

    id: str | None
    watch: str
    code: str | None
    code_until: int
    name: str
    given_name: str
    seq: int
    game: str
    layout: str
    query: str
    seats: tuple[SeatShown, ...]
    conflicts: tuple[ConflictShown, ...]
    undo: UndoShown | None
    fresh: bool

    @property
    def picking(self) -> bool:
        """Whether the reader has no seat yet."""
        return self.layout == "pick"

    @property
    def free(self) -> tuple[SeatShown, ...]:
        """The seats that nobody holds."""
        return tuple(s for s in self.seats if not s.held and s.status == "active")

    @property
    def mine(self) -> tuple[SeatShown, ...]:
        """The seats that the reader holds."""
        return tuple(s for s in self.seats if s.mine)

    def seat(self, id: str | None) -> SeatShown | None:
        """The seat of that id; without one the reader's own, else the first."""
        if id:
            return next((seat for seat in self.seats if seat.id == id), None)
        return next((s for s in self.seats if s.mine), self.seats[0] if self.seats else None)


@dataclass(frozen=True, slots=True)
class Change:
    """What one entry did to one seat."""

    seat: SeatShown
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
    undone: bool
    undoable: bool
    needs_more: bool


def show_table(
    view: TableView, author: str | None, *, wanted: str | None = None, latest: Row | None = None
) -> TableShown:
    """For one who plays. `wanted` is "tiles" for one phone for all; `latest` is what to undo."""
    table = view.table
    seats = tuple(_seat(table, seat, author) for seat in table.seats)
    mine = [seat.id for seat in seats if seat.mine]
    layout = "tiles" if wanted == "tiles" or len(mine) > 1 else "seat" if mine else "pick"
    only = mine[0] if len(mine) == 1 else None
    return TableShown(
        id=view.id,
        code=shown_code(view.code),
        code_until=view.code_until,
        layout=layout,
        query="?layout=tiles" if wanted == "tiles" else "",
        undo=latest and UndoShown(latest.entry.id, undo_name(latest, table, only)),
        fresh=layout == "seat" and table.seq < FIRST_PLAY,
        **_common(view, seats),
    )


def show_watched(view: TableView) -> TableShown:
    """For one who watches: nothing here leads back to the table's own link."""
    seats = tuple(_seat(view.table, seat, None) for seat in view.table.seats)
    return TableShown(
        id=None, code=None, code_until=0, layout="watch", query="", undo=None, fresh=False,
        **_common(view, seats),
    )  # fmt: skip


def _common(view: TableView, seats: tuple[SeatShown, ...]) -> dict:
    table = view.table
    by_id = {seat.id: seat for seat in seats}
    return {
        "watch": view.watch,
        "name": table_name(table),
        "given_name": table.name or "",
        "seq": table.seq,
        "game": table.game,
        "seats": seats,
        "conflicts": tuple(_conflict(table, c, by_id) for c in table.conflicts),
    }


def _seat(table: Table, seat: Seat, author: str | None) -> SeatShown:
    return SeatShown(
        id=seat.id,
        name=seat_name(table, seat.id),
        given_name=seat.name or "",
        colour=seat.colour,
        shape=seat.shape,
        status=seat.status,
        energy=seat.counters.get("energy", 0),
        held=seat.holder is not None,
        mine=author is not None and seat.holder == author,
    )


def _conflict(table: Table, conflict: Conflict, seats: dict[str, SeatShown]) -> ConflictShown:
    words = conflict_words(conflict, table)
    return ConflictShown(conflict.entry, seats[conflict.seat], words, conflict.answers)


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
        seat, delta = shown.seat(id), kinds.get("energy", 0)
        if seat and delta:
            after = row.totals.get(id, {}).get("energy", 0)
            changes.append(Change(seat, delta, after - delta, after))
    return changes
