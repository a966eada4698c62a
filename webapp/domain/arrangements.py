"""What people arrange beside the game: pinned cards, own kinds, mode, teams, doubted totals."""

from dataclasses import replace

from webapp.domain.bodies import DisputeEnd, DisputeOpen, KindAdd, Mode, Pin, Team, Unpin
from webapp.domain.entries import Entry
from webapp.domain.parts import Dispute, OwnKind
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Verdict, accepted, refused
from webapp.domain.table import Table

MOST_PINS = 30
MOST_OWN_KINDS = 12
MOST_DISPUTES = 50


def pin(table: Table, wish: Pin) -> Verdict:
    """A seat shows the buttons of one more card; once it does, pinning is nothing new."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if wish.card in seat.pins:
        return accepted(table)
    if len(seat.pins) >= MOST_PINS:
        return refused(table, Refusal(Code.TOO_MANY, {"max": MOST_PINS}))
    return accepted(table.with_seat(replace(seat, pins=(*seat.pins, wish.card))))


def unpin(table: Table, wish: Unpin) -> Verdict:
    """A card leaves a seat's buttons."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    left = tuple(card for card in seat.pins if card != wish.card)
    return accepted(table.with_seat(replace(seat, pins=left)))


def add_kind(table: Table, wish: KindAdd) -> Verdict:
    """Counters of a kind that the table names itself."""
    if table.knows(wish.kind):
        return refused(table, bad_field("kind", Why.TAKEN))
    if len(table.kinds) >= MOST_OWN_KINDS:
        return refused(table, Refusal(Code.TOO_MANY, {"max": MOST_OWN_KINDS}))
    return accepted(replace(table, kinds=(*table.kinds, OwnKind(wish.kind, wish.name))))


def set_mode(table: Table, wish: Mode) -> Verdict:
    """Casual or tournament, normal or Two-Headed Giant; what is not given stays."""
    mode, variant = wish.mode or table.mode, wish.variant or table.variant
    return accepted(replace(table, mode=mode, variant=variant))


def set_team(table: Table, wish: Team) -> Verdict:
    """A player joins a team, or none."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    return accepted(table.with_seat(replace(seat, team=wish.team)))


def doubt(table: Table, entry: Entry, wish: DisputeOpen) -> Verdict:
    """Somebody says that a total is not right: everyone sees it until it is settled."""
    if table.seat(wish.seat) is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if not table.knows(wish.kind):
        return refused(table, bad_field("kind", Why.CHOICE))
    if len(table.doubts) >= MOST_DISPUTES:
        return refused(table, Refusal(Code.TOO_MANY, {"max": MOST_DISPUTES}))
    said = Dispute(entry.id, entry.game, wish.seat, wish.kind)
    return accepted(replace(table, disputes=(*table.disputes, said)))


def end_doubt(table: Table, wish: DisputeEnd) -> Verdict:
    """The total is agreed upon."""
    left = tuple(dispute for dispute in table.disputes if dispute.entry != wish.entry)
    if len(left) == len(table.disputes):
        return refused(table, Refusal(Code.UNKNOWN_ENTRY))
    return accepted(replace(table, disputes=left))
