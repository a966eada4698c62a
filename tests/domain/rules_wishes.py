"""Ledgers by chance as in wishes.py, with effects, resolutions, turns and all kinds."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from tests.builders import SEATS, an_id
from tests.domain import wishes
from tests.domain.wishes import AUTHORS, Wish, read
from tests.ledger import Ledger
from webapp.domain.effects import NEEDS
from webapp.domain.entries import Entry

TYPES = (
    *["gain"] * 14, *["pay"] * 8, *["lose"] * 6, *["proliferate"] * 5, *["double"] * 3,
    *["correct"] * 3, *["undo"] * 12, *["settle"] * 5, *["effect_on"] * 6, *["effect_off"] * 3,
    *["resolution_open"] * 5, *["resolution_choose"] * 7, "resolution_close", *["turn"] * 3,
    *["pin", "unpin", "mode", "mode", "team", "team", "dispute", "dispute_end", "kind_add"],
    "new_game", "seat_add", "seat_leave", "seat_return", "seat_take", "seat_order",
)  # fmt: skip
KINDS = ("energy", "energy", "energy", "poison", "rad", "ticket", "custom:acorn", "life")
CARDS = tuple(NEEDS)
TARGETS = ("none", "legal", "some", "illegal")
OPENING = {**wishes.OPENING, "life": 20}
RESOLUTIONS = ("resolution_choose", "resolution_close")

small = st.integers(0, 99)
rules_wishes = st.lists(st.tuples(*[small] * 7), max_size=30)


def raw_of_rules(ledger: Ledger, wish: Wish) -> dict[str, Any]:
    """The entry of a wish at the end of a ledger, with everything that it names."""
    kind, author, seat, n, back, lag, game = wish
    type = TYPES[kind % len(TYPES)]
    if type == "settle" and not ledger.table.conflicts and n % 9:
        type = "resolution_choose"
    place = wishes.TYPES.index(type if type in wishes.TYPES else "gain")
    raw = wishes.raw_entry(ledger, (place, author, seat, n, back, lag, game))
    fields = {"type": type, "kind": KINDS[back % len(KINDS)], **_own(ledger, type, wish, raw)}
    return {**raw, **fields}


def rules_entry(ledger: Ledger, wish: Wish) -> Entry:
    """The same, read."""
    return read(raw_of_rules(ledger, wish), AUTHORS[wish[1] % len(AUTHORS)], ledger)


def rules_opened() -> Ledger:
    """A ledger with its first entry, which keeps life."""
    ledger = Ledger()
    ledger.add(read(OPENING, "ana", ledger))
    return ledger


def rules_played(wishes: Iterable[Wish]) -> Ledger:
    """A ledger in which all of the wishes were decided."""
    ledger = rules_opened()
    for wish in wishes:
        ledger.add(rules_entry(ledger, wish))
    return ledger


def _own(ledger: Ledger, type: str, wish: Wish, raw: dict[str, Any]) -> dict[str, Any]:
    _, _, seat, n, back, lag, game = wish
    people = list(SEATS.values())
    other = people[(seat + n) % 2]
    if type in ("pin", "unpin"):
        return {"card": CARDS[n % len(CARDS)]}
    if type == "gain":
        return _gain(ledger, wish, other)
    if type in RESOLUTIONS or type == "resolution_open":
        return _resolution(ledger, type, wish, raw["id"])
    if type in ("effect_on", "effect_off"):
        return _effect(ledger, type, wish, raw["id"], other)
    return {
        "lose": {"n": ["all", "half-up", "half-down", n % 4 + 1, n % 4 + 1][lag % 5],
                 "group": an_id("group") if game % 3 == 0 else None},
        "proliferate": {"seats": people[: n % 3], "by": other if back % 2 else None,
                        "order": {} if game % 2 else _orders(ledger, people[: n % 3], lag)},
        "double": {"kinds": list(dict.fromkeys(KINDS[back % 8 : back % 8 + 1 + n % 2])),
                   "order": _order(ledger, lag) if game % 4 == 0 else None},
        "turn": {"seat": other if n % 3 else None},
        "mode": {"mode": ("casual", "tournament")[n % 2], "variant": ("normal", "2hg")[back % 2]},
        "team": {"team": (None, 1, 1, 2)[n % 4]},
        "dispute_end": {"entry": next((d.entry for d in ledger.table.doubts), an_id("open"))},
        "kind_add": {"kind": "custom:acorn", "name": "Acorn"},
    }.get(type, {})  # fmt: skip


def _gain(ledger: Ledger, wish: Wish, other: str) -> dict[str, Any]:
    _, _, _, n, back, lag, game = wish
    going = [r.id for r in ledger.table.resolutions]
    return {
        "also": [{"kind": KINDS[(back + 3) % 8], "n": 1}] if n % 5 == 0 else None,
        "placer": other if back % 3 == 0 else None,
        "order": _order(ledger, lag) if game % 3 == 0 else None,
        "resolution": going[back % len(going)] if going and n % 7 == 0 else None,
    }


def _order(ledger: Ledger, lag: int) -> list[str]:
    ids = [effect.id for effect in ledger.table.in_force]
    turn = lag % len(ids) if ids else 0
    return [*ids[turn:], *ids[:turn]]


def _orders(ledger: Ledger, seats: list[str], lag: int) -> dict[str, list[str]]:
    return {seat: _order(ledger, lag) for seat in seats[:1]}


def _effect(ledger: Ledger, type: str, wish: Wish, id: str, other: str) -> dict[str, Any]:
    _, _, seat, n, back, _, game = wish
    if type == "effect_off":
        known = [effect.id for effect in ledger.table.effects]
        return {"effect": known[back % len(known)] if known else id}
    card = CARDS[n % len(CARDS)] if game % 2 else ("winding-constrictor", "aether-refinery")[n % 2]
    named = dict.fromkeys(NEEDS[card], other)
    return {"effect": id, "card": card, "until": "turn" if back % 3 == 0 else None, **named}


def _resolution(ledger: Ledger, type: str, wish: Wish, id: str) -> dict[str, Any]:
    _, _, _, n, back, lag, _ = wish
    if type == "resolution_open":
        return {"resolution": id, "card": "thriving-rats", "targets": TARGETS[(n % 9) % 4],
                "min": lag % 2}  # fmt: skip
    known = [r.id for r in ledger.table.resolutions] or [id]
    return {"resolution": known[-1 - back % len(known)], "pay": None if n % 4 == 0 else n % 5}
