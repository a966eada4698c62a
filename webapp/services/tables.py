"""Opening, playing and reading tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from webapp.domain.bodies import Malformed
from webapp.domain.entries import read_entry
from webapp.domain.games import TAKEN_BACK
from webapp.domain.refusals import Refusal, Why, bad_field
from webapp.domain.rows import Row
from webapp.domain.table import EMPTY, MOST_SEATS, Table
from webapp.services import links
from webapp.services.batch import Answered, Batch, Gap, Raw, SeqConflict
from webapp.services.ports import Bell, Kept, Ledger, Reading, Writing

CODE_LIFE = 24 * 60 * 60 * 1000  # ms


@dataclass(frozen=True, slots=True)
class TableView:
    """
    One table as it was at one moment, for one who asks.

    `rows` are those after `after`, the newest MOST_ROWS of them, none when that is None; `ack` is
    how far the asking client's own count has come, None when no client asks.
    """

    id: str
    watch: str
    code: str
    code_until: int
    epoch: str
    table: Table
    rows: tuple[Row, ...] = ()
    after: int | None = None
    ack: int | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """The answers to a batch, in its order, and the table after it."""

    outcomes: tuple[Answered, ...]
    view: TableView

    @property
    def seq(self) -> int:
        return self.view.table.seq

    @property
    def ack(self) -> int:
        return self.view.ack or 0

    @property
    def table(self) -> Table:
        return self.view.table


@dataclass(frozen=True, slots=True)
class NoSuchTable:
    """Nobody has opened a table of that id."""


class Tables:
    """
    What people do with tables; `key` makes the links to watch. May raise ports.Unavailable.

    `wrote` gets what was added to a table and the stamp of the bell's ring for it, where nothing
    else can have come meanwhile.
    """

    def __init__(
        self,
        ledger: Ledger,
        bell: Bell,
        key: str,
        wrote: Callable[[Reading, int], None] | None = None,
    ) -> None:
        self._ledger = ledger
        self._bell = bell
        self._key = key
        self._wrote = wrote

    def open_new(
        self, name: str | None, seats: int, author: str, now: int, life: object = None
    ) -> str | Refusal:
        """Make a table whose maker sits on its first seat, and answer with its id."""
        if not 1 <= seats <= MOST_SEATS:
            return bad_field("seats", Why.MIN if seats < 1 else Why.MAX)
        ids = [links.new_seat_id() for _ in range(seats)]
        first: Raw = {
            "id": links.new_entry_id(),
            "seq": 1,
            "type": "open",
            "name": name,
            "life": life,
            "seats": [{"seat": seat} for seat in ids],
        }
        sit: Raw = {"id": links.new_entry_id(), "seq": 2, "type": "seat_take", "seat": ids[0]}
        client = f"form:{first['id']}"
        entry = read_entry(first, client=client, author=author, game="", seen=0, now=now)
        if isinstance(entry.body, Malformed):
            return entry.body.refusal
        table_id = links.new_table_id()
        self.post(table_id, client, author, [first, sit], now)
        return table_id

    def post(
        self, table_id: str, client: str, author: str, raws: Sequence[Raw], now: int
    ) -> Posted | NoSuchTable | Gap | SeqConflict:
        """
        Decide the entries of one client, all in one transaction.

        Each of `raws` has a valid id and seq. A table begins with an `open` that is accepted.
        """
        with self._ledger.writing(table_id) as writing:
            heard = self._bell.stamp(table_id)  # of what is not in `kept`, nothing has rung yet
            kept = writing.kept or self._opened_by(raws[:1], writing, table_id, now)
            if kept is None:
                return NoSuchTable()
            batch = Batch(writing, kept.table, client, author, now)
            if problem := batch.take(raws):
                return problem
            if writing.kept is None and not batch.answers[0].row.accepted:
                return NoSuchTable()
            kept = _keep(writing, kept, batch, now)
        if batch.lines:
            stamp = self._bell.ring(table_id, batch.table.seq, heard)
            if self._wrote and stamp:
                self._wrote(Reading(kept, batch.rows, batch.acks), stamp)
        return Posted(tuple(batch.answers), _view(kept, ack=batch.last))

    def view(
        self, table_id: str, client: str | None = None, after: int | None = None
    ) -> TableView | None:
        """The table, with the rows after a seq and the ack of a client, where these are given."""
        reading = self._ledger.read(table_id, after)
        return view_of(reading, client, after) if reading else None

    def by_watch(self, watch: str, after: int | None = None) -> TableView | None:
        """The table behind a link to watch."""
        table_id = self._ledger.table_of_watch(watch)
        return self.view(table_id, after=after) if table_id else None

    def by_code(self, code: str, now: int) -> str | None:
        """The id of the table with that join code, while the code is valid."""
        return self._ledger.table_of_code(code, now)

    def renew_code(self, table_id: str, now: int) -> bool:
        """Give the table another join code; the one before is void. False without such a table."""
        is_there = self._ledger.set_code(table_id, links.new_code(), now + CODE_LIFE)
        if is_there:
            self._bell.ring(table_id)
        return is_there

    def ledger(self, table_id: str, limit: int, before: int | None = None) -> Sequence[Row]:
        """Its rows, newest first, from below a seq where one is given."""
        return self._ledger.page(table_id, limit, before)

    def row(self, table_id: str, entry_id: str) -> Row | None:
        return self._ledger.find(table_id, entry_id)

    def my_latest(self, table_id: str, author: str) -> Row | None:
        """
        What the author's undo takes back: the last play of their own that is still in force.

        The beginning of a game counts among them while nobody has played in it.
        """
        row = self._ledger.latest(table_id, author, TAKEN_BACK)
        reading = self._ledger.read(table_id, None) if row else None
        if row is None or reading is None:
            return None
        table = reading.kept.table
        begins = row.entry.id == table.game and table.last_play <= row.seq
        return row if begins or row.entry.game == table.game else None

    def _opened_by(
        self, first: Sequence[Raw], writing: Writing, table_id: str, now: int
    ) -> Kept | None:
        """
        The table that begins with this entry, if it is one to begin with.

        None begins under an id to watch, or its watchers would meet a table of somebody else; nor
        under an id that has ended, whoever may still have the link.
        """
        opens = any(raw.get("type") == "open" for raw in first)
        if not (opens and links.valid_table_id(table_id)) or writing.taken():
            return None
        watch = links.watch_id(self._key, table_id)
        return Kept(table_id, watch, links.new_code(), now + CODE_LIFE, "", EMPTY)


def view_of(reading: Reading, client: str | None, after: int | None) -> TableView:
    """What one asks for, out of what was read for many: `after` is not below what was read."""
    rows = () if after is None else tuple(row for row in reading.rows if row.seq > after)
    ack = None if client is None else reading.acks.get(client, 0)
    return _view(reading.kept, rows, after, ack)


def _view(
    kept: Kept, rows: tuple[Row, ...] = (), after: int | None = None, ack: int | None = None
) -> TableView:
    return TableView(
        kept.id, kept.watch, kept.code, kept.code_until, kept.epoch, kept.table, rows, after, ack
    )


def _keep(writing: Writing, kept: Kept, batch: Batch, now: int) -> Kept:
    if writing.kept is None:
        kept = writing.create(kept, now)
    if batch.lines:
        writing.append(batch.lines, batch.marks, batch.table, now)
    for client, seq in batch.acks.items():
        writing.acknowledge(client, seq)
    return replace(kept, table=batch.table)
