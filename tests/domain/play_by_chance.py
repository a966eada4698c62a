"""
Whole games by chance: entries of every type by several authors, who have seen more or less.

Mostly what is named is there: effects in force, open resolutions, entries that may be undone.
"""

from collections.abc import Mapping, Sequence
from random import Random

from tests.builders import an_id
from tests.domain.fields_by_chance import FIELDS, NEW_SEATS, PEOPLE, Fields, a_seat_alone
from tests.ledger import Ledger

LAGS = (0, 0, 0, 1, 1, 2, 3, 5, 8, 99)
WEIGHTS = {
    "gain": 30, "pay": 16, "lose": 6, "proliferate": 6, "double": 4, "correct": 5, "undo": 20,
    "settle": 8, "effect_on": 3, "effect_off": 2, "resolution_open": 2, "resolution_choose": 3,
    "resolution_close": 1, "turn": 4, "new_game": 2, "kind_add": 1, "mode": 1, "team": 2, "pin": 1,
    "unpin": 1, "dispute": 1, "dispute_end": 1, "seat_leave": 1, "seat_return": 2, "seat_add": 2,
    "seat_take": 3, "seat_order": 1, "seat_rename": 1, "move": 1, "open": 1,
}  # fmt: skip
FLAVOURS: Sequence[Mapping[str, int]] = (
    {},
    {"effect_on": 30, "effect_off": 5, "gain": 50, "proliferate": 12, "double": 8},
    {"effect_on": 16, "effect_off": 8, "proliferate": 12, "undo": 30},
    {"resolution_open": 14, "resolution_choose": 24, "resolution_close": 4},
    {"turn": 14, "new_game": 8, "lose": 16, "effect_on": 8, "effect_off": 4},
    {"mode": 16, "team": 30, "seat_leave": 3, "seat_return": 4, "effect_on": 6, "proliferate": 20},
)
"""What a ledger is full of, beside the usual."""


def an_opening(chance: Random) -> Fields:
    """A table of three, seldom of eight, with life or without."""
    others = NEW_SEATS if chance.random() < 0.1 else ()
    seats = [{"seat": seat} for seat in (*PEOPLE[:3], *others)]
    life = {"life": 20} if chance.random() < 0.3 else {}
    return {"id": an_id("open"), "seq": 1, "type": "open", "seats": seats, **life}


def a_setting(chance: Random) -> list[Fields]:
    """What comes first: seldom a team of two who are both poisoned, else nothing."""
    wishes = [
        {"type": "mode", "variant": "2hg"},
        *({"type": "team", "seat": seat, "team": 1} for seat in PEOPLE[:2]),
        *({"type": "gain", "seat": seat, "kind": "poison", "n": 1} for seat in PEOPLE[:2]),
    ]
    common = [{"id": an_id(f"e{n}"), "seq": n, "at": n} for n in range(2, 2 + len(wishes))]
    both = [{**each, **wish} for each, wish in zip(common, wishes, strict=True)]
    return both if chance.random() < 0.1 else []


def a_flavour(chance: Random) -> Mapping[str, int]:
    """How often each type comes in one ledger."""
    return {**WEIGHTS, **chance.choice(FLAVOURS)}


def an_entry(chance: Random, ledger: Ledger, flavour: Mapping[str, int]) -> Fields:
    """A raw entry for the end of a ledger."""
    number, table = len(ledger.rows) + 1, ledger.table
    type = _possible(chance, ledger, chance.choices(list(flavour), list(flavour.values()))[0])
    common = {
        "id": an_id(f"e{number}"), "seq": number, "type": type,
        "at": number * chance.choice((1000, 4000)),
        "game": table.game if chance.random() < 0.97 else _a_game(chance, ledger),
        "seen": max(0, table.seq - chance.choice(LAGS)),
    }  # fmt: skip
    return {**common, **FIELDS.get(type, a_seat_alone)(chance, ledger)}


def _possible(chance: Random, ledger: Ledger, type: str) -> str:
    """Mostly only what there is something for."""
    table = ledger.table
    instead = {
        "settle": "pay" if not table.conflicts else None,
        "resolution_choose": "resolution_open" if not table.resolutions else None,
        "resolution_close": "gain" if not table.resolutions else None,
        "effect_off": "effect_on" if not table.in_force else None,
        "dispute_end": "dispute" if not table.disputes else None,
    }
    return instead.get(type) or type if chance.random() < 0.95 else type


def _a_game(chance: Random, ledger: Ledger) -> str:
    games = [row.entry.id for row in ledger.rows if row.entry.type in ("open", "new_game")]
    return chance.choice(games[-3:])
