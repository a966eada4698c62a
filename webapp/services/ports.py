"""What the services need from a store and a bell, in their own words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from webapp.domain.book import Concerns, Fact, Said, Status
from webapp.domain.cards import Card
from webapp.domain.rows import Row
from webapp.domain.search import Name
from webapp.domain.search_texts import Text
from webapp.domain.table import Table

MOST_ROWS = 1000
"""So many rows are read at once, at most: a long ledger holds nobody up."""


class Unavailable(Exception):
    """The store can't be used now. Nothing was kept, and trying again later is safe."""


class Busy(Unavailable):
    """Others held the turn for longer than the time limit. Trying again helps."""


class Broken(Unavailable):
    """The database can't be read or written until its operator has seen to it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """
    One table as it is kept beside its ledger; `code_until` in ms, `epoch` the database's.

    `generation` counts the links to watch that it had before.
    """

    id: str
    watch: str
    code: str
    code_until: int
    epoch: str
    table: Table
    generation: int = 0


class End(StrEnum):
    """Why a link leads nowhere any more."""

    ROTATED = "rotated"
    FORGOTTEN = "forgotten"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Gone:
    """A link that was one; `table_id` is what a link to play was replaced by, where it was."""

    why: End
    table_id: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """
    One snapshot: the table, its rows after a seq in order, and how far each client has come.

    Of more than MOST_ROWS, `rows` are the newest.
    """

    kept: Kept
    rows: tuple[Row, ...]
    acks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A row to keep, with the entry as it was received."""

    row: Row
    raw: Mapping[str, object]


class Writing(Protocol):
    """One table inside one transaction, alone."""

    kept: Kept | None

    def taken(self) -> bool:
        """Whether its id has ended, or is one to watch: no table begins under that."""

    def create(self, kept: Kept, now: int) -> Kept:
        """Keep a new table, and answer with what is kept: the epoch filled in."""

    def last(self, client: str) -> int:
        """The client's highest decided seq at this table, 0 when there is none."""

    def known(self, ids: Sequence[str]) -> Mapping[str, Row]: ...

    def after(self, seq: int) -> Sequence[Row]: ...

    def append(
        self, lines: Sequence[Line], marks: Mapping[str, bool], table: Table, now: int
    ) -> None:
        """Add lines to the ledger, mark rows as undone or not, and keep the fold."""

    def acknowledge(self, client: str, seq: int) -> None: ...

    def move(self, to: str, code: str, until: int) -> None:
        """Give the table another id and code, and end its link to play."""

    def rewatch(self, watch: str) -> None:
        """Give it the link to watch of the next generation, and end the one before."""

    def forget(self, why: End) -> None:
        """Delete the table and its ledger, and end its links."""


class Ledger(Protocol):
    """The ledgers of all tables. Every call is one transaction."""

    def writing(self, table_id: str) -> AbstractContextManager[Writing]: ...

    def read(self, table_id: str, after: int | None) -> Reading | None: ...

    def table_of_watch(self, watch: str) -> str | None: ...

    def table_of_code(self, code: str, now: int) -> str | None: ...

    def set_code(self, table_id: str, code: str, until: int) -> bool:
        """False when there is no such table."""

    def gone(self, link: str) -> Gone | None:
        """What became of an id to play or to watch; None for one that never was, or still is."""

    def forget_idle(self, before: int) -> str | None:
        """Delete one table with no entry since then (ms), and answer with its id."""

    def page(self, table_id: str, limit: int, before: int | None) -> Sequence[Row]:
        """The rows before a seq, newest first."""

    def find(self, table_id: str, entry_id: str) -> Row | None: ...

    def latest(self, table_id: str, author: str, types: Sequence[str]) -> Row | None:
        """The author's last accepted row of these types that is not undone."""


class Ear(Protocol):
    def ring(self) -> None:
        """Told by any thread that there may be something new. It must not wait."""


class Bell(Protocol):
    """A ring is a wake-up, never data."""

    def ring(self, table_id: str, seq: int | None = None, heard: int | None = None) -> int:
        """
        Wake those who listen. Who was woken for a seq needs no other ring for it.

        The answer is its stamp; 0 where nobody was woken, or something else rang after `heard`.
        """

    def ring_all(self) -> None: ...

    def listen(self, table_id: str, ear: Ear) -> AbstractContextManager[None]:
        """Everything that is committed from here on is heard."""

    def stamp(self, table_id: str) -> int:
        """Changes with every ring; 0 while nobody listens."""


@dataclass
class Summary:
    """
    What one dump brought to the rulings book.

    `touched` has its cards; `doubles` are rulings said twice; `unknown` are cards it has rulings
    of and no name for; `rulings_gone` are those that it no longer has. All are counted.
    """

    file: str
    kind: str
    as_of: str
    cards_added: int = 0
    names_added: int = 0
    names_replaced: int = 0
    rulings_read: int = 0
    rulings_added: int = 0
    rulings_gone: int = 0
    rulings_kept: int = 0
    doubles: int = 0
    touched: set[int] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    left_alone: Counter[str] = field(default_factory=Counter)

    @property
    def cards(self) -> int:
        """How many cards it speaks of that the book has."""
        return len(self.touched)


class Book(Protocol):
    """The imported cards and rulings. Where nothing was imported it is empty."""

    def filled(self) -> bool:
        """Whether anything was imported."""

    def names(self, query: str, language: str) -> tuple[Name, ...]:
        """Names that may match a query, the likeliest first."""

    def texts(self, query: str, language: str) -> tuple[Text, ...]:
        """Texts of rulings that may match a query."""

    def card(self, slug: str) -> Card | None:
        """A card; a shipped one only with what was imported of it."""

    def rulings_of(self, slug: str) -> tuple[Said, ...]:
        """The rulings of a card, the newest first."""

    def ruling(self, id: str) -> Said | None:
        """One ruling by its id."""

    def cards_with(self, id: str, most: int) -> tuple[Card, ...]:
        """The cards that have a ruling, so many at most, by their English names."""

    def how_many(self, id: str) -> int:
        """How many cards have a ruling."""

    def concerns(self, ids: Sequence[str], most: int) -> Mapping[str, Concerns]:
        """Of each of these rulings how many cards have it, which if not more, and who says it."""

    def status(self) -> Status | None:
        """What there is; None where nothing was imported."""


class Writer(Protocol):
    """A book under construction."""

    def take(self, facts: Iterable[Fact], kind: str, file: str, as_of: str, now: str) -> Summary:
        """Take all facts of one dump; both days are ISO dates."""

    def title(self, name: str) -> tuple[str, str] | None:
        """The English name of a card by any of its names, and the language of that one."""
