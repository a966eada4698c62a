"""What an entry says: one frozen dataclass per type."""

from dataclasses import dataclass

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
class Gain:
    seat: str
    kind: str
    n: int


@dataclass(frozen=True)
class Pay:
    seat: str
    kind: str
    n: int


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
class Malformed:
    """An entry that can't be read: it is refused, and blocks nobody's queue."""

    refusal: Refusal


Body = (
    Open | SeatAdd | SeatRename | SeatTake | SeatLeave | SeatReturn | SeatOrder
    | Gain | Pay | Correct | Undo | Settle | NewGame | Malformed
)  # fmt: skip
