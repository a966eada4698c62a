"""The table as its ledger makes it: seats, totals, open conflicts. It does not grow with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from webapp.domain.deltas import Delta
from webapp.domain.parts import Dispute, Effect, OwnKind, PastTurn, Resolution, Tallies
from webapp.domain.refusals import Code

COLOURS = ("aether", "brass", "rose", "leaf", "violet", "ember", "sand", "slate")
SHAPES = ("circle", "diamond", "triangle", "hexagon", "square", "star", "drop", "cross")
KINDS = ("energy", "poison", "experience", "rad", "ticket", "life")
"""Beside these a table may have its own. Life is no counter, and kept only where a table asks."""
MODES = ("casual", "tournament")
VARIANTS = ("normal", "2hg")
MOST_SEATS = 8
MOST_EFFECTS = 12
"""So many may be in force at once: their orders stay countable."""
MOST = 1_000_000
"""No total and no amount is higher: a limit of the program, not of the game."""


@dataclass(frozen=True)
class Seat:
    """One player at the table. `left_at` and `left_by` say when (seq) and through whom it left."""

    id: str
    name: str | None
    colour: str
    shape: str
    status: str = "active"  # or "left"
    holder: str | None = None  # the author whose phone it is
    counters: Mapping[str, int] = field(default_factory=lambda: {"energy": 0})
    left_at: int = 0
    left_by: str | None = None
    team: int | None = None
    pins: tuple[str, ...] = ()  # slugs of the cards whose buttons it shows

    @property
    def is_here(self) -> bool:
        """Whether its player is at the table."""
        return self.status == "active"


@dataclass(frozen=True)
class Conflict:
    """An entry that held in what its author saw and no longer did: people settle it."""

    entry: str
    seat: str
    code: Code
    params: Mapping[str, object]
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """
    A fold of the ledger up to `seq`.

    `game` is the current one, `previous` the one it ended ("" for the first), `since` the seq
    at which it began with every counter at 0, `last_play` the seq of the last accepted play.
    `shelved` are the conflicts of the previous game, for the case that its end is undone. `life` is
    what every player starts with, None where the table doesn't keep it. `turn` is the seat whose
    turn began at `turn_at`, as far as anybody has said; `tallies` are those of this turn.
    """

    name: str | None = None
    game: str = ""
    seq: int = 0
    seats: tuple[Seat, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    previous: str = ""
    since: int = 0
    last_play: int = 0
    shelved: tuple[Conflict, ...] = ()
    life: int | None = None
    mode: str = "casual"
    variant: str = "normal"
    kinds: tuple[OwnKind, ...] = ()
    effects: tuple[Effect, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    turn: str | None = None
    turn_at: int = 0
    tallies: Tallies = field(default_factory=dict)
    last_turn: PastTurn | None = None

    def seat(self, id: str) -> Seat | None:
        """The seat of that id, wherever it sits."""
        return next((seat for seat in self.seats if seat.id == id), None)

    def conflict(self, entry: str) -> Conflict | None:
        """The open conflict about that entry."""
        return next((conflict for conflict in self.conflicts if conflict.entry == entry), None)

    def without_conflict(self, entry: str) -> "Table":
        """The same table with the conflict about that entry closed."""
        return replace(self, conflicts=tuple(c for c in self.conflicts if c.entry != entry))

    def balance(self, seat: str, kind: str) -> int:
        """How many counters of a kind a seat has."""
        found = self.seat(seat)
        return found.counters.get(kind, 0) if found else 0

    def is_here(self, seat: str) -> bool:
        """Whether that seat's player is at the table."""
        found = self.seat(seat)
        return found is not None and found.is_here

    @property
    def doubts(self) -> tuple[Dispute, ...]:
        """The totals that somebody doubts in this game."""
        return tuple(dispute for dispute in self.disputes if dispute.game == self.game)

    @property
    def in_force(self) -> tuple[Effect, ...]:
        """The effects that have not ended."""
        return tuple(effect for effect in self.effects if effect.in_force)

    def knows(self, kind: str) -> bool:
        """Whether counters of that kind are kept here."""
        if kind == "life":
            return self.life is not None
        return kind in KINDS or any(own.kind == kind for own in self.kinds)

    def mates(self, seat: str) -> tuple[str, ...]:
        """The seats of a player's team, the own one first: alone but in Two-Headed Giant."""
        found = self.seat(seat)
        if found is None or found.team is None or self.variant != "2hg":
            return (seat,)
        others = (s.id for s in self.seats if s.team == found.team and s.id != seat and s.is_here)
        return (seat, *others)

    def are_mates(self, one: str, other: str) -> bool:
        """Whether these are the same player or of one team."""
        return other in self.mates(one)

    def resolution(self, id: str) -> Resolution | None:
        """The resolution of that id, also where it is over."""
        return next((resolution for resolution in self.resolutions if resolution.id == id), None)

    def is_resolving(self, id: str) -> bool:
        """Whether something may still come of that resolution."""
        found = self.resolution(id)
        return found is not None and found.resolves

    def with_resolution(self, resolution: Resolution) -> "Table":
        """The same table with that resolution in place of the one of its id."""
        kept = tuple(resolution if r.id == resolution.id else r for r in self.resolutions)
        return replace(self, resolutions=kept)

    def with_seat(self, seat: Seat) -> "Table":
        """The same table with that seat in place of the one of its id."""
        return replace(self, seats=tuple(seat if s.id == seat.id else s for s in self.seats))

    def moved(self, delta: Delta) -> "Table":
        """The same table after counters have moved."""
        if not delta:
            return self
        return replace(self, seats=tuple(_moved(s, delta.get(s.id, {})) for s in self.seats))


EMPTY = Table()
"""A table before its first entry."""


def to_json(table: Table) -> dict[str, Any]:
    """The snapshot as plain JSON. What was added to tables later is left out where it is empty."""
    told = {name: value for name, value in vars(table).items() if _is_told(name, value)}
    for name in (*_LISTS, "conflicts", "shelved"):
        if name in told:
            told[name] = [_plain(each) for each in told[name]]
    if table.last_turn:
        told["last_turn"] = vars(table.last_turn)
    return told


def from_json(obj: Mapping[str, Any]) -> Table:
    """The table of a snapshot that `to_json` made, also of one made before there were effects."""
    lists = {name: tuple(_LISTS[name](**each) for each in obj.get(name, ())) for name in _LISTS}
    last = obj.get("last_turn")
    return Table(**{
        **obj,
        **lists,
        "seats": tuple(Seat(**{**s, "pins": tuple(s.get("pins", ()))}) for s in obj["seats"]),
        "conflicts": tuple(_conflict(c) for c in obj["conflicts"]),
        "shelved": tuple(_conflict(c) for c in obj["shelved"]),
        "last_turn": last and PastTurn(**last),
    })  # fmt: skip


_LISTS: Mapping[str, Any] = {
    "seats": Seat, "kinds": OwnKind, "effects": Effect, "resolutions": Resolution,
    "disputes": Dispute,
}  # fmt: skip
_BEFORE = {"name", "game", "seq", "seats", "conflicts", "previous", "since", "last_play", "shelved"}


def _is_told(name: str, value: object) -> bool:
    return name in _BEFORE or value != getattr(EMPTY, name)


def _plain(part: Any) -> dict[str, Any]:
    """A part as plain JSON; a seat's team and pins are left out where it has none."""
    later = ("team", "pins")
    return {name: value for name, value in vars(part).items() if name not in later or value}


def _conflict(obj: Mapping[str, Any]) -> Conflict:
    return Conflict(**{**obj, "code": Code(obj["code"]), "answers": tuple(obj["answers"])})


def _moved(seat: Seat, change: Mapping[str, int]) -> Seat:
    if not change:
        return seat
    counters = dict(seat.counters)
    for kind, n in change.items():
        counters[kind] = counters.get(kind, 0) + n
    kept = {k: n for k, n in counters.items() if n or k in ("energy", "life")}
    return replace(seat, counters=kept)
