"""Entries that nobody should send: every field with everything that JSON can hold."""

from random import Random
from typing import Any

from tests.builders import SEATS, an_id

TEXTS = (
    "", " ", "\u3000\u00a0", "Ana", " Ana ", "\ufeffAna", "A\u200bna", "A\u0085", "\u0085Ana",
    "\x1fAna", "Ana\x1c", "\u180eAna", "e\u0301", "\u0041\u030a\u0323", "\uac00\u11a8", "\ud83d",
    "\ude00x", "\U0001f600" * 30, "\U0001f600" * 31, "x" * 30, "x" * 31, "e\u0301" * 30,
    "\u1e9b\u0323" * 30, "\u0344" * 16, "x" * 301, "a\u0301" * 160, "\u2126", "\u202eA", "A\u2066",
    "<b>Ana on=1</b>", "Ana\nBen", "A\u2028B", "\u2028A", "\u0000", "constructor", "__proto__",
    "\u2060", "A\u00adna", "\u3164", "\u115fAna", "\u1160", "\uffa0", "Ana\U000e0041", "\u2800",
    "\u0301", "\u0301 \u0308", "\ufe0f", "\u200d", "\u200cAna", "\u2764\ufe0f",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f3f4\U000e0067\U000e007f",
    "toString", "a" * 80, "a" * 81, "\u00df", "\u0130", "\u1100\u1161\u11a8", "\ufb01",
)  # fmt: skip
NUMBERS = (
    0, 1, 2, 3, -1, -0.0, 0.0, 2.0, 2.5, -2.0, 1e6, 1_000_000, 1_000_001, 1e300, -1e300, 10**30,
    -(10**30), 10**400, 2**53, 2**53 - 1, 2**53 + 1, 253_402_300_799_999, 253_402_300_800_000,
    0.1, 1e-7, 5e-324,
)  # fmt: skip
WORDS = (
    *SEATS.values(), an_id("open"), an_id("e2"), "A" * 22, "A" * 21, "A" * 23, "ANA000", "ana00000",
    "ILOU0000", "ANA00000\n", "energy", "poison", "aether", "star", "drop", "total", "retry",
    "pay", "gain", "undo", "settle", "correct", "seat_add", "seat_rename", "seat_order", "open",
    "turn", "all", "half-up", "half-down", "solemnity", "winding-constrictor", "custom:x",
    "custom:", "custom:" + "x" * 30, "custom:" + "x" * 31, "custom:<b>", "custom:\u202ex", "life",
    "a" * 150, "a" * 151, "a--b", "a---b", "-a", "2hg", "normal", "tournament", "illegal", "none",
    "new_game", "Pay", "pay ", "hasOwnProperty", "valueOf", "x" * 32, "x" * 33, "9pay", "pay\n",
)  # fmt: skip
FIELDS = (
    "type", "type", "seat", "kind", "n", "from", "to", "reason", "entry", "with", "answer", "undo",
    "name", "colour", "shape", "over", "order", "seats", "also", "game", "at", "seen", "__proto__",
    "kinds", "placer", "by", "card", "effect", "controller", "target", "until", "resolution",
    "targets", "min", "pay", "group", "life", "mode", "variant", "team",
)  # fmt: skip


def a_value(chance: Random, depth: int = 0) -> Any:
    """Anything that JSON can hold."""
    kind = chance.randrange(9 if depth < 2 else 6)
    if kind < 2:
        return chance.choice(WORDS)
    if kind < 5:
        return chance.choice(NUMBERS if kind < 4 else TEXTS)
    if kind < 6:
        return chance.choice((None, True, False))
    if kind < 8:
        return [a_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(FIELDS): a_value(chance, depth + 1) for _ in range(chance.randrange(4))}


def spoilt(chance: Random, raw: dict[str, Any]) -> dict[str, Any]:
    """An entry with some of its fields gone or of any value."""
    spoilt = dict(raw)
    for field in chance.sample(FIELDS, chance.randint(1, 2)):
        spoilt[field] = a_value(chance)
        if chance.random() < 0.2:
            del spoilt[field]
    if chance.random() < 0.3:
        named = chance.choice(("name", "reason"))
        spoilt |= {"type": "seat_rename" if named == "name" else "correct"}
        spoilt[named] = chance.choice(TEXTS)
    return {**spoilt, "id": raw["id"], "seq": raw["seq"]}
