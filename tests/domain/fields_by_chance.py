"""The fields of entries by chance: mostly they name what is there, and fit it."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tests.builders import SEATS, an_id
from tests.ledger import Ledger
from webapp.domain.bodies import Pay
from webapp.domain.effects import NEEDS, Event, met
from webapp.domain.games import UNDOABLE
from webapp.domain.readers import ANSWERS, LOSSES, TARGETS
from webapp.domain.rows import Row
from webapp.domain.table import MOST

Fields = dict[str, Any]

PEOPLE = tuple(SEATS.values())
KINDS = (*["energy"] * 9, *["poison"] * 3, "rad", "ticket")
SELDOM = ("experience", "life", "custom:x")
NEW_SEATS = tuple(f"NEW0000{i}" for i in range(5))
GROUPS = (an_id("g1"), an_id("g2"))
CARDS = (
    *NEEDS, *["winding-constrictor", "aether-refinery"] * 4,
    *["izzet-generatorium", "vorinclex-monstrous-raider"] * 2,
)  # fmt: skip


def a_seat_alone(chance: Random, ledger: Ledger) -> Fields:
    return {"seat": _a_seat(chance)}


def _a_seat(chance: Random) -> str:
    return PEOPLE[3] if chance.random() < 0.02 else chance.choice(PEOPLE[:2] * 3 + PEOPLE[2:3])


def _a_kind(chance: Random, ledger: Ledger) -> str:
    known = [kind for kind in SELDOM if ledger.table.knows(kind)]
    return chance.choice(known if known and chance.random() < 0.15 else KINDS)


def _maybe(chance: Random, likely: float, **fields: Any) -> Fields:
    return fields if chance.random() < likely else {}


def _gain(chance: Random, ledger: Ledger) -> Fields:
    seat, kind = _player(chance, ledger), _a_kind(chance, ledger)
    n = chance.randint(1, 4) if chance.random() < 0.99 else MOST
    kinds = chance.sample(("energy", "poison", "rad"), chance.randint(2, 3))
    also = [{"kind": kind, "n": chance.randint(1, 3)} for kind in kinds[1:]]
    several = {"kind": kinds[0], "also": also}
    resolving = _maybe(chance, 0.4, resolution=_a_resolution(chance, ledger))
    return {
        "seat": seat, "kind": kind, "n": n,
        **_maybe(chance, 0.15, **several), **_maybe(chance, 0.2, placer=_a_seat(chance)),
        **_maybe(chance, 0.3, order=_order(chance, ledger, seat, kind)),
        **_maybe(chance, 0.1, card="aether-hub"), **(resolving if ledger.table.resolutions else {}),
    }  # fmt: skip


def _player(chance: Random, ledger: Ledger) -> str:
    """Often one who has effects."""
    seats = [effect.controller for effect in ledger.table.in_force if effect.controller]
    return chance.choice(seats) if seats and chance.random() < 0.6 else _a_seat(chance)


def _order(chance: Random, ledger: Ledger, seat: str, kind: str = "energy") -> list[str]:
    """The effects that have a say when that player gets some, shuffled; seldom others."""
    table = ledger.table
    ids = met(table, table.in_force, Event(seat, seat, {kind: 1}))
    if chance.random() < 0.2:
        ids = frozenset(effect.id for effect in table.effects)
    return chance.sample(sorted(ids), len(ids))


def _pay(chance: Random, ledger: Ledger) -> Fields:
    """Often what somebody has paid just now, or all that there is."""
    lately = [row for row in ledger.rows[-5:] if row.accepted and row.entry.type == "pay"]
    if lately and chance.random() < 0.5 and isinstance(lately[-1].entry.body, Pay):
        body = lately[-1].entry.body
        unseen = _maybe(chance, 0.6, seen=lately[-1].seq - 1)
        return {"seat": body.seat, "kind": body.kind, "n": body.n, **unseen}
    seat, kind = _a_seat(chance), chance.choice((*["energy"] * 9, "ticket"))
    there = ledger.table.balance(seat, kind)
    n = there if there and chance.random() < 0.7 else chance.randint(1, 4)
    return {"seat": seat, "kind": kind, "n": n}


def _lose(chance: Random, ledger: Ledger) -> Fields:
    n = chance.choice((1, 2, 5, *LOSSES))
    group = _maybe(chance, 0.5, group=chance.choice(GROUPS))
    return {"seat": _a_seat(chance), "kind": _a_kind(chance, ledger), "n": n, **group}


def _proliferate(chance: Random, ledger: Ledger) -> Fields:
    table = ledger.table
    able = [seat.id for seat in table.seats if any(seat.counters.values())]
    poisoned = [seat.id for seat in table.seats if seat.counters.get("poison")]
    able = poisoned if chance.random() < 0.3 else able
    seats = able if chance.random() < 0.7 else chance.sample(PEOPLE[:3], chance.randint(0, 3))
    orders = {seat: _order(chance, ledger, seat) for seat in seats}
    return {
        "seats": seats, **_maybe(chance, 0.6, by=_a_seat(chance)),
        **_maybe(chance, 0.2, order=orders),
    }  # fmt: skip


def _double(chance: Random, ledger: Ledger) -> Fields:
    seat, kinds = (
        _player(chance, ledger),
        chance.sample(("energy", "poison", "rad"), chance.randint(1, 3)),
    )
    order = _maybe(chance, 0.3, order=_order(chance, ledger, seat))
    return {"seat": seat, "kinds": kinds, **order}


def _correct(chance: Random, ledger: Ledger) -> Fields:
    return {
        "seat": _a_seat(chance), "kind": _a_kind(chance, ledger),
        "from": chance.randint(0, 5), "to": chance.randint(0, 6),
    }  # fmt: skip


def _undo(chance: Random, ledger: Ledger) -> Fields:
    others = [_an_entry_id(chance, ledger) for _ in range(chance.choice((0, 0, 0, 1, 3)))]
    return {"entry": _an_entry_id(chance, ledger), "with": others}


def _an_entry_id(chance: Random, ledger: Ledger) -> str:
    rows = [row for row in ledger.rows[-20:] if _matters(row) or chance.random() < 0.05]
    return chance.choice((rows or ledger.rows)[-5:]).entry.id


def _matters(row: Row) -> bool:
    return row.accepted and row.entry.type in UNDOABLE


def _settle(chance: Random, ledger: Ledger) -> Fields:
    conflicts = ledger.table.conflicts
    if not conflicts:
        return {"entry": _an_entry_id(chance, ledger), "answer": "drop"}
    conflict = chance.choice(conflicts)
    answer = chance.choice(conflict.answers if chance.random() < 0.9 else ANSWERS)
    undo = _maybe(chance, 0.6, undo=_an_entry_id(chance, ledger))
    return {"entry": conflict.entry, "answer": answer, "to": chance.randint(0, 8), **undo}


def _effect_on(chance: Random, ledger: Ledger) -> Fields:
    card, number = chance.choice(CARDS), len(ledger.rows)
    needs = NEEDS[card] if chance.random() < 0.95 else ("target",)
    seats = {field: _a_seat(chance) for field in ("controller", *needs)}
    effect = an_id(f"x{number if chance.random() < 0.95 else number // 4}")
    return {"effect": effect, "card": card, **seats, **_maybe(chance, 0.2, until="turn")}


def _effect_off(chance: Random, ledger: Ledger) -> Fields:
    ids = [effect.id for effect in ledger.table.effects] or [an_id("nothing")]
    return {"effect": chance.choice(ids)}


def _resolution_open(chance: Random, ledger: Ledger) -> Fields:
    return {
        "resolution": an_id(f"r{len(ledger.rows)}"), "seat": _a_seat(chance),
        "card": "harnessed-lightning", "targets": chance.choice(TARGETS),
        **_maybe(chance, 0.5, min=chance.randint(1, 3)),
    }  # fmt: skip


def _resolution(chance: Random, ledger: Ledger) -> Fields:
    pay = chance.choice((None, 0, 1, 2, 3))
    return {"resolution": _a_resolution(chance, ledger), "pay": pay}


def _a_resolution(chance: Random, ledger: Ledger) -> str:
    ids = [resolution.id for resolution in ledger.table.resolutions] or [an_id("nothing")]
    return chance.choice(ids[-3:])


def _mode(chance: Random, ledger: Ledger) -> Fields:
    variant = chance.choice(("2hg", "2hg", "normal"))
    return {"variant": variant, **_maybe(chance, 0.3, mode=chance.choice(("casual", "tournament")))}


def _team(chance: Random, ledger: Ledger) -> Fields:
    return {"seat": _a_seat(chance), **_maybe(chance, 0.9, team=chance.choice((1, 1, 1, 2)))}


def _doubt_ends(chance: Random, ledger: Ledger) -> Fields:
    doubts = [dispute.entry for dispute in ledger.table.disputes]
    return {"entry": chance.choice(doubts or [an_id("open")])}


def _seat_order(chance: Random, ledger: Ledger) -> Fields:
    seats: Sequence[str] = [seat.id for seat in ledger.table.seats]
    return {"order": chance.sample(seats, len(seats))}


def _pinned(chance: Random, ledger: Ledger) -> Fields:
    return {"seat": _a_seat(chance), "card": chance.choice(("aether-hub", "roc", "No card"))}


FIELDS: Mapping[str, Callable[[Random, Ledger], Fields]] = {
    "gain": _gain, "pay": _pay, "lose": _lose, "proliferate": _proliferate, "double": _double,
    "correct": _correct, "undo": _undo, "settle": _settle, "effect_on": _effect_on,
    "effect_off": _effect_off, "resolution_open": _resolution_open,
    "resolution_choose": _resolution, "resolution_close": _resolution,
    "new_game": lambda chance, ledger: {}, "mode": _mode, "team": _team,
    "kind_add": lambda chance, ledger: {"kind": "custom:x", "name": "X"},
    "dispute": lambda chance, ledger: {"seat": _a_seat(chance), "kind": chance.choice(KINDS)},
    "dispute_end": _doubt_ends, "seat_order": _seat_order, "pin": _pinned, "unpin": _pinned,
    "seat_add": lambda chance, ledger: {"seat": chance.choice((*NEW_SEATS, "NEW00009", PEOPLE[0]))},
    "seat_rename": lambda chance, ledger: {"seat": _a_seat(chance), "name": "N"},
    "seat_take": lambda chance, ledger: {"seat": _a_seat(chance), "over": chance.random() < 0.5},
    "turn": lambda chance, ledger: _maybe(chance, 0.6, seat=_a_seat(chance)),
    "open": lambda chance, ledger: {"seats": [{"seat": PEOPLE[0]}]},
}  # fmt: skip
