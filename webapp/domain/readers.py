"""How the fields of each type of entry are read: its body, and a fault where there is one."""

from collections.abc import Callable, Mapping

from webapp.domain import bodies
from webapp.domain.bodies import Body
from webapp.domain.fields import Fields, valid_seat
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.table import (
    COLOURS,
    MODES,
    MOST,
    MOST_EFFECTS,
    MOST_SEATS,
    SHAPES,
    VARIANTS,
)

NAME = 30
REASON = 80
MOST_WITH = 100
MOST_LIFE = 1000
ANSWERS = ("twin", "drop", "retry", "total")
PAID = ("energy", "ticket")
"""The kinds that are costs: whoever has less pays nothing."""
LOSSES = ("all", "half-up", "half-down")
TARGETS = ("none", "legal", "some", "illegal")


def _open(fields: Fields) -> Body:
    name = fields.text("name", NAME)
    seats = tuple(_seat_in(fields, raw) for raw in fields.list("seats"))
    if not seats:
        fields.refuse(bad_field("seats", Why.MIN))
    if len(seats) > MOST_SEATS:
        fields.refuse(Refusal(Code.SEATS_FULL))
    if len({seat.seat for seat in seats}) < len(seats):
        fields.refuse(bad_field("seats", Why.TAKEN))
    life = fields.number("life", 1, MOST_LIFE) if fields.has("life") else None
    return bodies.Open(name, seats, life)


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
    seat, kind, n = fields.seat(), fields.kind(), fields.amount("n", 1)
    also = tuple(_also(fields, raw) for raw in fields.list("also")) if fields.has("also") else ()
    if len({kind, *(each.kind for each in also)}) <= len(also):
        fields.refuse(bad_field("also", Why.CHOICE))
    return bodies.Gain(
        seat, kind, n, also, fields.seat_or_none("placer"), _order(fields),
        fields.card_or_none(), fields.reference_or_none("resolution", Code.NOT_RESOLVING),
    )  # fmt: skip


def _also(fields: Fields, raw: object) -> bodies.Amount:
    inner = Fields(raw if isinstance(raw, Mapping) else {})
    amount = bodies.Amount(inner.kind(), inner.amount("n", 1))
    if inner.fault:
        fields.refuse(inner.fault)
    return amount


def _order(fields: Fields) -> tuple[str, ...] | None:
    if not fields.has("order"):
        return None
    return fields.references("order", MOST_EFFECTS, Code.UNKNOWN_EFFECT)


def _orders(fields: Fields) -> Mapping[str, tuple[str, ...]]:
    """The order that each seat chose."""
    raw = fields.raw.get("order")
    if raw is None:
        return {}
    if not isinstance(raw, Mapping) or len(raw) > MOST_SEATS:
        fields.refuse(bad_field("order", Why.FORM))
        return {}
    orders = {}
    for seat in raw:
        if not valid_seat(seat):
            fields.refuse(Refusal(Code.UNKNOWN_SEAT))
        inner = Fields({"order": raw[seat]})
        orders[seat] = inner.references("order", MOST_EFFECTS, Code.UNKNOWN_EFFECT)
        if inner.fault:
            fields.refuse(inner.fault)
    return orders


def _pay(fields: Fields) -> Body:
    seat, kind, n = fields.seat(), fields.kind(PAID), fields.amount("n", 1)
    return bodies.Pay(seat, kind, n, fields.card_or_none())


def _lose(fields: Fields) -> Body:
    seat, kind = fields.seat(), fields.kind()
    named = isinstance(fields.raw.get("n"), str)
    n = fields.choice("n", LOSSES) if named else fields.amount("n", 1)
    return bodies.Lose(seat, kind, n, fields.card_or_none(), fields.new_id_or_none("group"))


def _proliferate(fields: Fields) -> Body:
    seats = fields.seats("seats")
    if len(set(seats)) < len(seats):
        fields.refuse(bad_field("seats", Why.TAKEN))
    return bodies.Proliferate(seats, fields.seat_or_none("by"), _orders(fields))


def _double(fields: Fields) -> Body:
    seat, raws = fields.seat(), fields.list("kinds")
    kinds = tuple(Fields({"kinds": raw}).kind(field="kinds", to=fields) for raw in raws)
    if not kinds:
        fields.refuse(bad_field("kinds", Why.MIN))
    if len(set(kinds)) < len(kinds):
        fields.refuse(bad_field("kinds", Why.TAKEN))
    return bodies.Double(seat, kinds, _order(fields))


def _correct(fields: Fields) -> Body:
    seat, kind = fields.seat(), fields.kind()
    least = -MOST if kind == "life" else 0
    from_, to = fields.amount("from", least), fields.amount("to", least)
    return bodies.Correct(seat, kind, from_, to, fields.note("reason", REASON))


def _undo(fields: Fields) -> Body:
    return bodies.Undo(fields.entry("entry"), fields.entries("with", MOST_WITH))


def _settle(fields: Fields) -> Body:
    entry, answer = fields.entry("entry"), fields.choice("answer", ANSWERS)
    undo = fields.entry("undo") if answer == "retry" and fields.has("undo") else None
    to = fields.amount("to", 0) if answer == "total" else None
    return bodies.Settle(entry, answer, undo, to)


def _effect_on(fields: Fields) -> Body:
    return bodies.EffectOn(
        fields.new_id("effect"), fields.card(), fields.seat_or_none("controller"),
        fields.seat_or_none("target"),
        fields.choice("until", ("turn",)) if fields.has("until") else None,
    )  # fmt: skip


def _resolution_open(fields: Fields) -> Body:
    return bodies.ResolutionOpen(
        fields.new_id("resolution"), fields.seat(), fields.card_or_none(),
        fields.choice("targets", TARGETS),
        fields.amount("min", 0) if fields.has("min") else 0,
    )  # fmt: skip


def _resolution_choose(fields: Fields) -> Body:
    pay = fields.amount("pay", 0) if fields.has("pay") else None
    return bodies.ResolutionChoose(_resolution(fields), pay)


def _resolution(fields: Fields) -> str:
    return fields.reference("resolution", Code.NOT_RESOLVING)


def _kind_add(fields: Fields) -> Body:
    kind, name = fields.kind(), fields.text("name", NAME)
    if not kind.startswith("custom:"):
        fields.refuse(bad_field("kind", Why.CHOICE))
    if name is None:
        fields.refuse(bad_field("name", Why.BLANK))
    return bodies.KindAdd(kind, name or "")


def _mode(fields: Fields) -> Body:
    if not (fields.has("mode") or fields.has("variant")):
        fields.refuse(bad_field("mode", Why.FORM))
    return bodies.Mode(
        fields.choice("mode", MODES) if fields.has("mode") else None,
        fields.choice("variant", VARIANTS) if fields.has("variant") else None,
    )


def _team(fields: Fields) -> Body:
    team = fields.number("team", 1, MOST_SEATS) if fields.has("team") else None
    return bodies.Team(fields.seat(), team)


def _move(fields: Fields) -> Body:
    """Counters are never moved from player to player: rule 122.5 knows it of objects only."""
    fields.refuse(Refusal(Code.NO_SUCH_ACTION))
    return bodies.NewGame()


READERS: Mapping[str, Callable[[Fields], Body]] = {
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
    "lose": _lose,
    "proliferate": _proliferate,
    "double": _double,
    "effect_on": _effect_on,
    "effect_off": lambda f: bodies.EffectOff(f.reference("effect", Code.UNKNOWN_EFFECT)),
    "resolution_open": _resolution_open,
    "resolution_choose": _resolution_choose,
    "resolution_close": lambda fields: bodies.ResolutionClose(_resolution(fields)),
    "pin": lambda fields: bodies.Pin(fields.seat(), fields.card()),
    "unpin": lambda fields: bodies.Unpin(fields.seat(), fields.card()),
    "kind_add": _kind_add,
    "turn": lambda fields: bodies.Turn(fields.seat_or_none("seat")),
    "mode": _mode,
    "team": _team,
    "dispute": lambda fields: bodies.DisputeOpen(fields.seat(), fields.kind()),
    "dispute_end": lambda fields: bodies.DisputeEnd(fields.entry("entry")),
    "move": _move,
    "new_game": lambda fields: bodies.NewGame(),
}
