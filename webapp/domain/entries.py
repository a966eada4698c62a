"""Entries: one fact each, as a phone wrote it down, and how one is read from the wire."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from webapp.domain import bodies
from webapp.domain.bodies import Body, Malformed
from webapp.domain.fields import LIMIT, Fields, valid_id, valid_seat, whole
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.table import COLOURS, KINDS, MOST_SEATS, SHAPES

__all__ = ["Entry", "read_entry", "valid_id", "valid_seat", "valid_seq"]

NAME = 30
REASON = 80
MOST_WITH = 100
ANSWERS = ("twin", "drop", "retry", "total")
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999: no calendar goes further."""

_TYPE = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")


@dataclass(frozen=True)
class Entry:
    """
    One fact of a table's ledger.

    `seq` counts its client's entries, `seen` is the server's seq that its author had folded,
    `at` is in milliseconds and only shown. `type` is "" when there was none that can be kept.
    """

    id: str
    client: str
    author: str
    seq: int
    type: str
    game: str
    at: int
    seen: int
    body: Body

    def says_the_same_as(self, other: "Entry") -> bool:
        """Whether a replay has the content of the first one."""
        return (self.type, self.body) == (other.type, other.body)


def valid_seq(value: object) -> bool:
    """Whether this can be an entry's place among its client's entries."""
    number = whole(value)
    return number is not None and 1 <= number < LIMIT


def read_entry(
    raw: Mapping[str, object], *, client: str, author: str, game: str, seen: int, now: int
) -> Entry:
    """
    Read an entry whose id and seq are valid already; a missing game, at or seen is as given.

    It never raises: whatever else is wrong becomes a `Malformed` body, and so a refusal.
    """
    fields = Fields(raw)
    at = fields.number("at", 0, LATEST) if fields.has("at") else now
    since = fields.number("seen", 0, LIMIT - 1) if fields.has("seen") else seen
    in_game = _game(fields) if fields.has("game") else game
    type_, body = _body(fields)
    if fields.fault:
        at, since, in_game, body = now, seen, game, Malformed(fields.fault)
    return Entry(
        id=str(raw["id"]), client=client, author=author, seq=whole(raw["seq"]) or 0,
        type=type_, game=in_game, at=at, seen=since, body=body,
    )  # fmt: skip


def _game(fields: Fields) -> str:
    value = fields.raw.get("game")
    if isinstance(value, str) and valid_id(value):
        return value
    fields.refuse(bad_field("game", Why.CHOICE if isinstance(value, str) else Why.FORM))
    return ""


def _body(fields: Fields) -> tuple[str, Body]:
    value = fields.raw.get("type")
    if not (isinstance(value, str) and _TYPE.match(value)):
        fields.refuse(bad_field("type", Why.FORM))
        return "", bodies.NewGame()
    reader = _READERS.get(value)
    if reader is None:
        fields.refuse(Refusal(Code.UNKNOWN_TYPE))
        return value, bodies.NewGame()
    return value, reader(fields)


def _open(fields: Fields) -> Body:
    name = fields.text("name", NAME)
    seats = tuple(_seat_in(fields, raw) for raw in fields.list("seats"))
    if not seats:
        fields.refuse(bad_field("seats", Why.MIN))
    if len(seats) > MOST_SEATS:
        fields.refuse(Refusal(Code.SEATS_FULL))
    if len({seat.seat for seat in seats}) < len(seats):
        fields.refuse(bad_field("seats", Why.TAKEN))
    return bodies.Open(name, seats)


def _seat_in(fields: Fields, raw: object) -> bodies.SeatAdd:
    if not isinstance(raw, Mapping):
        fields.refuse(bad_field("seats", Why.FORM))
        return bodies.SeatAdd("")
    inner = Fields(raw)
    seat = _seat_add(inner)
    if inner.fault:
        fields.refuse(inner.fault)
    return seat


def _seat_add(fields: Fields) -> bodies.SeatAdd:
    seat, name = fields.new_seat(), fields.text("name", NAME)
    return bodies.SeatAdd(seat, name, *_looks(fields))


def _looks(fields: Fields) -> tuple[str | None, str | None]:
    colour = fields.choice("colour", COLOURS) if fields.has("colour") else None
    shape = fields.choice("shape", SHAPES) if fields.has("shape") else None
    return colour, shape


def _seat_rename(fields: Fields) -> Body:
    seat, name = fields.seat(), fields.text("name", NAME)
    if not (fields.has("name") or fields.has("colour") or fields.has("shape")):
        fields.refuse(bad_field("name", Why.BLANK))
    return bodies.SeatRename(seat, name, *_looks(fields))


def _gain(fields: Fields) -> Body:
    seat, kind, n = fields.seat(), fields.choice("kind", KINDS), fields.amount("n", 1)
    if fields.has("also"):
        fields.refuse(bad_field("also", Why.CHOICE))
    return bodies.Gain(seat, kind, n)


def _pay(fields: Fields) -> Body:
    return bodies.Pay(fields.seat(), fields.choice("kind", KINDS), fields.amount("n", 1))


def _correct(fields: Fields) -> Body:
    seat, kind = fields.seat(), fields.choice("kind", KINDS)
    from_, to = fields.amount("from", 0), fields.amount("to", 0)
    return bodies.Correct(seat, kind, from_, to, fields.note("reason", REASON))


def _undo(fields: Fields) -> Body:
    return bodies.Undo(fields.entry("entry"), fields.entries("with", MOST_WITH))


def _settle(fields: Fields) -> Body:
    entry, answer = fields.entry("entry"), fields.choice("answer", ANSWERS)
    undo = fields.entry("undo") if answer == "retry" and fields.has("undo") else None
    to = fields.amount("to", 0) if answer == "total" else None
    return bodies.Settle(entry, answer, undo, to)


_READERS: Mapping[str, Callable[[Fields], Body]] = {
    "open": _open,
    "seat_add": _seat_add,
    "seat_rename": _seat_rename,
    "seat_take": lambda fields: bodies.SeatTake(fields.seat(), fields.flag("over")),
    "seat_leave": lambda fields: bodies.SeatLeave(fields.seat()),
    "seat_return": lambda fields: bodies.SeatReturn(fields.seat()),
    "seat_order": lambda fields: bodies.SeatOrder(fields.seats("order")),
    "gain": _gain,
    "pay": _pay,
    "correct": _correct,
    "undo": _undo,
    "settle": _settle,
    "new_game": lambda fields: bodies.NewGame(),
}
