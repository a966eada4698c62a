"""What lies on a table beside seats and counters: effects, resolutions, disputes, kinds, turns."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Effect:
    """
    A continuous effect. `on` and `off` are the seqs at which it began and ended (0: in force).

    Who has switched it on and off tells what an author has seen of it. Some that have ended are
    kept for that.
    """

    id: str
    card: str
    controller: str | None
    target: str | None
    until: str | None  # "turn": it ends with the turn
    on: int
    on_by: str
    off: int = 0
    off_by: str | None = None

    @property
    def in_force(self) -> bool:
        """Whether it has not ended."""
        return self.off == 0


@dataclass(frozen=True)
class Resolution:
    """
    One spell or ability that resolves: its single choice to pay, for all phones.

    `chosen` is the seq at which the choice was made (0: not yet), `paid` how much was paid, None
    when it was declined; `closed` the seq at which it ended (0: it goes on).
    """

    id: str
    seat: str
    card: str | None
    targets: str  # one of readers.TARGETS
    min: int
    chosen: int = 0
    paid: int | None = None
    closed: int = 0

    @property
    def resolves(self) -> bool:
        """Whether anything of it can happen: it is not over, and not every target is illegal."""
        return self.closed == 0 and self.targets != "illegal"


@dataclass(frozen=True)
class Dispute:
    """A total that somebody doubts; `entry` is the one that says so, `game` the one it is about."""

    entry: str
    game: str
    seat: str
    kind: str


@dataclass(frozen=True)
class OwnKind:
    """A kind of counters that a table has named itself: `custom:…`."""

    kind: str
    name: str


Tallies = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Seat → kind → {"got", "spent"}: what moved this turn; spent is paid or lost. No zeros."""


@dataclass(frozen=True)
class PastTurn:
    """The turn before: when it began, whose it was, what moved in it."""

    at: int = 0
    seat: str | None = None
    tallies: Tallies = field(default_factory=dict)
