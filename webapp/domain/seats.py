"""Who sits at the table. Seats belong to the table, not to a game: what happens to them stays."""

from dataclasses import replace

from webapp.domain.bodies import SeatAdd, SeatLeave, SeatOrder, SeatRename, SeatReturn, SeatTake
from webapp.domain.deltas import change
from webapp.domain.entries import Entry
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Verdict, accepted, refused
from webapp.domain.table import COLOURS, MOST_SEATS, SHAPES, Seat, Table


def seated(seats: tuple[Seat, ...], wish: SeatAdd) -> Seat:
    """A new seat beside others: where no colour or shape is wished, the first that is free."""
    colours, shapes = {seat.colour for seat in seats}, {seat.shape for seat in seats}
    return Seat(
        id=wish.seat,
        name=wish.name,
        colour=wish.colour or next(c for c in COLOURS if c not in colours),
        shape=wish.shape or next(s for s in SHAPES if s not in shapes),
    )


def add(table: Table, wish: SeatAdd) -> Verdict:
    """One more seat, held by nobody yet."""
    if table.seat(wish.seat):
        return refused(table, bad_field("seat", Why.TAKEN))
    if len(table.seats) >= MOST_SEATS:
        return refused(table, Refusal(Code.SEATS_FULL))
    life = change(wish.seat, "life", table.life or 0)
    return accepted(replace(table, seats=(*table.seats, seated(table.seats, wish))), life)


def rename(table: Table, wish: SeatRename) -> Verdict:
    """Another name, colour or shape; what is not given stays."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    return accepted(table.with_seat(replace(
        seat,
        name=wish.name or seat.name,
        colour=wish.colour or seat.colour,
        shape=wish.shape or seat.shape,
    )))  # fmt: skip


def take(table: Table, entry: Entry, wish: SeatTake) -> Verdict:
    """Bind a seat to its author; another's only after they were asked (`over`)."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if not seat.is_here:
        return refused(table, Refusal(Code.PLAYER_LEFT))
    if seat.holder not in (None, entry.author) and not wish.over:
        return refused(table, Refusal(Code.SEAT_HELD))
    return accepted(table.with_seat(replace(seat, holder=entry.author)))


def leave(table: Table, entry: Entry, wish: SeatLeave) -> Verdict:
    """Its player goes; the counters stay where they are."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if not seat.is_here:
        return refused(table, Refusal(Code.PLAYER_LEFT))
    gone = replace(
        seat, status="left", holder=None, left_at=table.seq + 1, left_by=entry.author
    )  # fmt: skip
    return accepted(table.with_seat(gone))


def come_back(table: Table, entry: Entry, wish: SeatReturn) -> Verdict:
    """
    The seat is in the game and free: its player is back, or whoever holds it stands up.

    What another phone has taken in the meantime stays with that phone.
    """
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    holder = None if seat.holder == entry.author else seat.holder
    return accepted(table.with_seat(replace(seat, status="active", holder=holder)))


def order(table: Table, wish: SeatOrder) -> Verdict:
    """The seats in another order: each exactly once."""
    if sorted(wish.order) != sorted(seat.id for seat in table.seats):
        return refused(table, bad_field("order", Why.PERMUTATION))
    places = {id: place for place, id in enumerate(wish.order)}
    return accepted(replace(table, seats=tuple(sorted(table.seats, key=lambda s: places[s.id]))))
