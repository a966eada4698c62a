"""One client's entries, decided one after another on top of what a table's ledger holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.domain.decide import decide
from webapp.domain.entries import Entry, read_entry
from webapp.domain.rows import Row
from webapp.domain.table import Table
from webapp.services.ports import Line, Writing

Raw = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Answered:
    """What is answered about one entry: its row, and whether it had been there before."""

    row: Row
    replay: bool = False
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """An entry is missing between what is there and what came. Nothing was kept."""

    expect: int


@dataclass(frozen=True, slots=True)
class SeqConflict:
    """Another entry already has this place in the client's count. Nothing was kept."""


class Batch:
    """
    The entries of one post, and the Past that the domain asks about.

    Rows are read from the store at most once, and only those that a decision asks for.
    """

    def __init__(self, writing: Writing, table: Table, client: str, author: str, now: int) -> None:
        self.table = table
        self.before = self.last = writing.last(client)
        self.marks: dict[str, bool] = {}
        self.answers: list[Answered] = []
        self._writing = writing
        self.client = client
        self._author, self._now = author, now
        self._known: dict[str, Row | None] = {}
        self._fresh: dict[str, Row] = {}
        self._raws: dict[str, Raw] = {}
        self._start = self._since = table.seq
        self._stored: Sequence[Row] = ()

    def take(self, raws: Sequence[Raw]) -> Gap | SeqConflict | None:
        """Decide them all, or say why none can be."""
        self._known = dict.fromkeys(str(raw["id"]) for raw in raws)
        self._known |= self._writing.known(list(self._known))
        for raw in raws:
            entry = self._read(raw)
            before = self.find(entry.id)
            if entry.seq > self.last + 1:
                return Gap(self.last + 1)
            if before is None and entry.seq <= self.last:
                return SeqConflict()
            self.last = max(self.last, entry.seq)
            self._repeat(entry, before) if before else self._decide(entry, raw)
        return None

    @property
    def lines(self) -> Sequence[Line]:
        """What is to be kept, in order."""
        return [Line(row, self._raws[id]) for id, row in self._fresh.items()]

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of these lines."""
        return tuple(self._fresh.values())

    @property
    def acks(self) -> Mapping[str, int]:
        """How far the client's count has come, where that is new; a form has no count."""
        counted = self.last > self.before and not self.client.startswith("form:")
        return {self.client: self.last} if counted else {}

    def find(self, id: str) -> Row | None:
        """The row of an entry id, `undone` up to date (Past)."""
        if id in self._fresh:
            return self._fresh[id]
        if id not in self._known:
            self._known[id] = self._writing.known([id]).get(id)
        row = self._known[id]
        return row and self._marked(row)

    def after(self, seq: int) -> Sequence[Row]:
        """The rows above a seq, oldest first (Past)."""
        if seq < self._since:
            # Twice as far as before, at least: many entries may each ask for a little more.
            self._since = max(0, min(seq, 2 * self._since - self._start))
            self._stored = self._writing.after(self._since)
        rows = self._stored[max(0, seq - self._since) :]  # a ledger's seq has no gaps
        stored = map(self._marked, rows) if self.marks else rows
        return [*stored, *(r for r in self._fresh.values() if r.seq > seq)]

    def _marked(self, row: Row) -> Row:
        undone = self.marks.get(row.entry.id, row.undone)
        return row if undone == row.undone else replace(row, undone=undone)

    def _read(self, raw: Raw) -> Entry:
        table = self.table
        return read_entry(
            raw,
            client=self.client,
            author=self._author,
            game=table.game,
            seen=table.seq,
            now=self._now,
        )

    def _decide(self, entry: Entry, raw: Raw) -> None:
        decision = decide(self.table, entry, self)
        row = replace(decision.row, by=_seat_of(entry, decision.table, self.table))
        self.table = decision.table
        self._raws[entry.id] = raw
        self._fresh[entry.id] = row
        for id, undone in decision.marks.items():
            self._mark(id, undone)
        self.answers.append(Answered(self._fresh[entry.id]))

    def _mark(self, id: str, undone: bool) -> None:
        if id not in self._fresh:
            self.marks[id] = undone
            return
        self._fresh[id] = replace(self._fresh[id], undone=undone)

    def _repeat(self, entry: Entry, before: Row) -> None:
        differs = not entry.says_the_same_as(before.entry)
        self.answers.append(Answered(before, replay=True, differs=differs))


def _seat_of(entry: Entry, *tables: Table) -> str | None:
    """
    The seat its author held, after it or else before it.

    Of several, it is the one that the entry is about: one phone may be there for everyone.
    """
    held = [s.id for table in tables for s in table.seats if s.holder == entry.author]
    about = getattr(entry.body, "seat", None)
    return about if about in held else next(iter(held), None)
