"""What an entry says: one frozen dataclass per type."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.domain.refusals import Refusal


@dataclass(frozen=True)
class SeatAdd:
    seat: str
    name: str | None = None
    colour: str | None = None  # None: the first that is free
    shape: str | None = None


@dataclass(frozen=True)
class Open:
    name: str | None
    seats: tuple[SeatAdd, ...]
    life: int | None = None  # what every player starts with, where the table keeps life


@dataclass(frozen=True)
class SeatRename:
    seat: str
    name: str | None = None  # None: as it was
    colour: str | None = None
    shape: str | None = None


@dataclass(frozen=True)
class SeatTake:
    seat: str
    over: bool = False


@dataclass(frozen=True)
class SeatLeave:
    seat: str


@dataclass(frozen=True)
class SeatReturn:
    seat: str


@dataclass(frozen=True)
class SeatOrder:
    order: tuple[str, ...]


@dataclass(frozen=True)
class Amount:
    kind: str
    n: int


@dataclass(frozen=True)
class Gain:
    seat: str
    kind: str
    n: int
    also: tuple[Amount, ...] = ()  # more kinds in the same event
    placer: str | None = None  # who puts the counters there; None: who gets them
    order: tuple[str, ...] | None = None  # the effects in the order that the player chose
    card: str | None = None
    resolution: str | None = None


@dataclass(frozen=True)
class Pay:
    seat: str
    kind: str
    n: int
    card: str | None = None


@dataclass(frozen=True)
class Lose:
    seat: str
    kind: str
    n: int | str  # a number, or one of LOSSES
    card: str | None = None
    group: str | None = None  # what is lost by one instruction is undone as one


@dataclass(frozen=True)
class Proliferate:
    seats: tuple[str, ...]
    by: str | None = None
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Double:
    seat: str
    kinds: tuple[str, ...]
    order: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Correct:
    seat: str
    kind: str
    from_: int  # what its author saw; `from` on the wire
    to: int
    reason: str | None = None


@dataclass(frozen=True)
class Undo:
    entry: str
    with_: tuple[str, ...] = ()  # later payments to take back too; `with` on the wire


@dataclass(frozen=True)
class Settle:
    entry: str
    answer: str
    undo: str | None = None
    to: int | None = None


@dataclass(frozen=True)
class NewGame:
    pass


@dataclass(frozen=True)
class EffectOn:
    effect: str
    card: str
    controller: str | None = None
    target: str | None = None
    until: str | None = None  # "turn", or until somebody switches it off


@dataclass(frozen=True)
class EffectOff:
    effect: str


@dataclass(frozen=True)
class ResolutionOpen:
    resolution: str
    seat: str
    card: str | None
    targets: str
    min: int = 0  # the least that may be paid, where it is "one or more"


@dataclass(frozen=True)
class ResolutionChoose:
    resolution: str
    pay: int | None = None  # None: it is declined; 0 is a payment


@dataclass(frozen=True)
class ResolutionClose:
    resolution: str


@dataclass(frozen=True)
class Pin:
    seat: str
    card: str


@dataclass(frozen=True)
class Unpin:
    seat: str
    card: str


@dataclass(frozen=True)
class KindAdd:
    kind: str
    name: str


@dataclass(frozen=True)
class Turn:
    seat: str | None = None  # whose turn begins


@dataclass(frozen=True)
class Mode:
    mode: str | None = None  # None: as it was
    variant: str | None = None


@dataclass(frozen=True)
class Team:
    seat: str
    team: int | None = None  # None: no team


@dataclass(frozen=True)
class DisputeOpen:
    seat: str
    kind: str


@dataclass(frozen=True)
class DisputeEnd:
    entry: str


@dataclass(frozen=True)
class Malformed:
    """An entry that can't be read: it is refused, and blocks nobody's queue."""

    refusal: Refusal


Body = (
    Open | SeatAdd | SeatRename | SeatTake | SeatLeave | SeatReturn | SeatOrder
    | Gain | Pay | Lose | Proliferate | Double | Correct | Undo | Settle | NewGame
    | EffectOn | EffectOff | ResolutionOpen | ResolutionChoose | ResolutionClose
    | Pin | Unpin | KindAdd | Turn | Mode | Team | DisputeOpen | DisputeEnd | Malformed
)  # fmt: skip
