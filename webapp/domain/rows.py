"""A decided entry, and what a decision may ask of the ledger before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from webapp.domain.deltas import Delta
from webapp.domain.entries import Entry
from webapp.domain.refusals import Refusal
from webapp.domain.table import Table


class Outcome(StrEnum):
    """How an entry ended: exactly one of these, and never another later."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    CONFLICT = "conflict"
    DUPLICATE = "duplicate"
    STALE = "stale"
    ARCHIVED = "archived"


class Flag(StrEnum):
    """What people may want to look at again in an accepted entry."""

    MOVED_SINCE = "moved-since"
    POSSIBLE_DUPLICATE = "possible-duplicate"
    CLAMPED = "clamped"
    EFFECTS_CHANGED = "effects-changed"


@dataclass(frozen=True)
class Row:
    """
    One line of the ledger.

    `entry.game` is the game's own id, also where a phone knew it by its twin's. `totals` are
    those after the entry, only of the seats it moved. `compensates` are the entries that it
    takes back itself; `undone` is the one thing that may change later, by another's marks. `by` is
    the seat that its author held, as far as the ledger's keeper has written it down.
    """

    seq: int
    entry: Entry
    outcome: Outcome
    delta: Delta = field(default_factory=dict)
    totals: Delta = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    refusal: Refusal | None = None
    compensates: tuple[str, ...] = ()
    undone: bool = False
    by: str | None = None

    @property
    def cites(self) -> tuple[str, ...]:
        """Ruling ids and rule numbers behind its refusal."""
        return self.refusal.cites if self.refusal else ()

    @property
    def accepted(self) -> bool:
        """Whether it took effect at its place."""
        return self.outcome is Outcome.ACCEPTED


class Past(Protocol):
    """The rows before the entry that is being decided, with `undone` up to date."""

    def find(self, id: str) -> Row | None:
        """The row of an entry id at this table."""

    def after(self, seq: int) -> Sequence[Row]:
        """The rows whose seq is higher, oldest first."""


@dataclass(frozen=True)
class Verdict:
    """What the rules answer about one entry; `table` is the one to go on with, counters apart."""

    outcome: Outcome
    table: Table
    delta: Delta = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    refusal: Refusal | None = None
    compensates: tuple[str, ...] = ()
    marks: Mapping[str, bool] = field(default_factory=dict)


def accepted(table: Table, delta: Delta | None = None) -> Verdict:
    """It holds, and moves that much."""
    return Verdict(Outcome.ACCEPTED, table, delta or {})


def refused(table: Table, refusal: Refusal) -> Verdict:
    """It does not hold, for that reason."""
    return Verdict(Outcome.REFUSED, table, refusal=refusal)


def without_effect(table: Table, outcome: Outcome) -> Verdict:
    """It changes nothing, and there is nobody to refuse: duplicate, stale, archived."""
    return Verdict(outcome, table)
