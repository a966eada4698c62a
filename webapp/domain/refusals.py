"""Why an entry is not possible, and the rulings and rules that say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Code(StrEnum):
    """Every reason to say no. Only catalogs turn one into words."""

    INSUFFICIENT = "INSUFFICIENT"  # {have, need}
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
    UNDO_BELOW_ZERO = "UNDO_BELOW_ZERO"  # {entries}
    UNDO_NOT_POSSIBLE = "UNDO_NOT_POSSIBLE"
    NO_CONFLICT = "NO_CONFLICT"


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


RULES = {"118.3": "2026-09-25", "107.1": "2025-02-07"}
"""Comprehensive rules that are cited: number → the edition's date, shown with it."""

_TOTALS = ("energy-track-totals",)
_AMOUNT = ("energy-track-totals", "107.1")
_PAYMENT = ("energy-get-pay-lose", "118.3")


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
    return _PAYMENT if code is Code.INSUFFICIENT else _TOTALS


def bad_field(name: str, why: Why) -> Refusal:
    """A field that can't be read or doesn't fit."""
    return Refusal(Code.BAD_FIELD, {"field": name, "why": why.value})
