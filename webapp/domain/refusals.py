"""Why an entry is not possible, and the rulings and rules that say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Code(StrEnum):
    """Every reason to say no. Only catalogs turn one into words."""

    INSUFFICIENT = "INSUFFICIENT"  # {have, need, kind?}
    BAD_FIELD = "BAD_FIELD"  # {field, why}
    TOO_MANY = "TOO_MANY"  # {max}
    UNKNOWN_SEAT = "UNKNOWN_SEAT"
    UNKNOWN_ENTRY = "UNKNOWN_ENTRY"
    UNKNOWN_TYPE = "UNKNOWN_TYPE"
    PLAYER_LEFT = "PLAYER_LEFT"
    SEAT_HELD = "SEAT_HELD"
    SEATS_FULL = "SEATS_FULL"
    ALREADY_OPEN = "ALREADY_OPEN"
    OTHERS_PLAYED = "OTHERS_PLAYED"
    UNDO_BELOW_ZERO = "UNDO_BELOW_ZERO"  # {entries, kind?}
    UNDO_NOT_POSSIBLE = "UNDO_NOT_POSSIBLE"
    NO_CONFLICT = "NO_CONFLICT"
    CANT_GET = "CANT_GET"  # {effect, card}
    ORDER_REQUIRED = "ORDER_REQUIRED"  # {seat, outcomes}
    NOT_RESOLVING = "NOT_RESOLVING"
    ALREADY_CHOSEN = "ALREADY_CHOSEN"
    BELOW_MIN = "BELOW_MIN"  # {min}
    NO_COUNTERS = "NO_COUNTERS"  # {seat}
    TEAM_POISON_TWICE = "TEAM_POISON_TWICE"
    UNKNOWN_CARD = "UNKNOWN_CARD"
    UNKNOWN_EFFECT = "UNKNOWN_EFFECT"
    NO_SUCH_ACTION = "NO_SUCH_ACTION"


class Why(StrEnum):
    """What is wrong with a field: the `why` of BAD_FIELD."""

    WHOLE = "whole"  # no whole number
    MIN = "min"  # too small, too few
    MAX = "max"  # too big
    BLANK = "blank"  # nothing but white space
    LONG = "long"  # too long, too many
    CHARACTERS = "characters"  # holds characters that could disturb the page
    FORM = "form"  # missing, or not of the kind or form it should have
    CHOICE = "choice"  # not one of those there are
    TAKEN = "taken"  # there is one of that id already
    PERMUTATION = "permutation"  # not every seat exactly once
    FIRST = "first"  # a table begins with `open`


RULES = {
    "101.3": "2022-04-29",
    "107.1": "2025-02-07",
    "107.1c": "2025-02-07",
    "118.3": "2026-09-25",
    "118.12": "2026-09-25",
    "122.5": "2025-02-07",
    "603.12": "2026-09-25",
    "608.2b": "2022-04-29",
    "614.17a": "2025-02-07",
    "614.17c": "2025-02-07",
    "616.1": "2025-02-07",
    "701.34": "2026-09-25",
    "701.34b": "2026-09-25",
}
"""Comprehensive rules that are cited: number → the edition's date, shown with it."""

_TOTALS = ("energy-track-totals",)
_AMOUNT = ("energy-track-totals", "107.1")
_CITES = {
    Code.INSUFFICIENT: ("energy-get-pay-lose", "118.3"),
    Code.CANT_GET: ("energy-get-pay-lose", "614.17c"),
    Code.ORDER_REQUIRED: ("energy-get-pay-lose", "616.1"),
    Code.NOT_RESOLVING: (
        "energy-may-pay-illegal-targets", "energy-get-illegal-targets", "608.2b"
    ),
    Code.ALREADY_CHOSEN: ("energy-may-pay-once", "118.12"),
    Code.BELOW_MIN: ("energy-get-pay-lose", "107.1c"),
    Code.NO_COUNTERS: ("energy-get-pay-lose", "701.34"),
    Code.TEAM_POISON_TWICE: ("energy-get-pay-lose", "701.34b"),
    Code.UNKNOWN_EFFECT: ("energy-get-pay-lose", "614.17a"),
    Code.NO_SUCH_ACTION: ("energy-kind-of-counter", "122.5"),
}  # fmt: skip


@dataclass(frozen=True)
class Refusal:
    """One no: its code, and the figures its words need."""

    code: Code
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def cites(self) -> tuple[str, ...]:
        """Ruling ids and rule numbers, at least one."""
        if self.params.get("why") in (Why.WHOLE, Why.MIN):
            return _AMOUNT
        return cites(self.code)


def cites(code: Code) -> tuple[str, ...]:
    """Ruling ids and rule numbers behind a code, at least one."""
    return _CITES.get(code, _TOTALS)


def bad_field(name: str, why: Why) -> Refusal:
    """A field that can't be read or doesn't fit."""
    return Refusal(Code.BAD_FIELD, {"field": name, "why": why.value})


def of_kind(kind: str) -> Mapping[str, object]:
    """The kind as a figure of a refusal: it goes without saying where it is energy."""
    return {} if kind == "energy" else {"kind": kind}
