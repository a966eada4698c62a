"""A table as templates show it: names, totals and layout for one reader."""

from dataclasses import dataclass

from webapp.domain.rows import Row
from webapp.domain.table import Conflict, Seat, Table
from webapp.services.links import shown_code
from webapp.services.tables import TableView
from webapp.views.counters import CounterShown, counters_of
from webapp.views.effects import EffectShown, effects_of
from webapp.views.naming import seat_name
from webapp.views.pins import PinShown, ResolutionShown, pins_of, resolving
from webapp.views.wording import conflict_words, table_name, undo_name

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
    counters: tuple[CounterShown, ...] = ()
    team: int | None = None
    spent: int = 0
    """Energy paid or lost this turn."""
    pins: tuple[PinShown, ...] = ()


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
    effects: tuple[EffectShown, ...] = ()
    dying: tuple[SeatShown, ...] = ()
    mode: str = "casual"
    variant: str = "normal"
    life: int | None = None
    turn: SeatShown | None = None
    next: SeatShown | None = None
    """Whose turn comes next; None where nobody plays any more."""
    resolving: tuple[ResolutionShown, ...] = ()

    @property
    def picking(self) -> bool:
        """Whether the reader has no seat yet."""
        return self.layout == "pick"

    @property
    def in_use(self) -> bool:
        """Whether the table has something in force to show: effects, a turn, tournament mode."""
        return bool(self.effects or self.turn or self.mode != "casual")

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
    turn = by_id.get(table.turn or "")
    return {
        "watch": view.watch,
        "name": table_name(table),
        "given_name": table.name or "",
        "seq": table.seq,
        "game": table.game,
        "seats": seats,
        "conflicts": tuple(_conflict(table, c, by_id) for c in table.conflicts),
        "effects": effects_of(table),
        "dying": tuple(
            s for s in seats if s.status == "active" and any(c.deadly for c in s.counters)
        ),
        "mode": table.mode,
        "variant": table.variant,
        "life": table.life,
        "turn": turn,
        "next": _next(seats, turn),
        "resolving": resolving(table),
    }


def _next(seats: tuple[SeatShown, ...], turn: SeatShown | None) -> SeatShown | None:
    """Who plays after that one in the order of the seats; the first where it is nobody's turn."""
    at = seats.index(turn) + 1 if turn else 0
    return next((s for s in (*seats[at:], *seats[:at]) if s.status == "active"), None)


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
        counters=counters_of(table, seat),
        team=seat.team,
        pins=pins_of(table, seat),
        spent=table.tallies.get(seat.id, {}).get("energy", {}).get("spent", 0),
    )


def _conflict(table: Table, conflict: Conflict, seats: dict[str, SeatShown]) -> ConflictShown:
    words = conflict_words(conflict, table)
    return ConflictShown(conflict.entry, seats[conflict.seat], words, conflict.answers)
