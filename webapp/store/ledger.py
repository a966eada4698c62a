"""The ledgers of all tables, kept in SQL."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection

from webapp.domain.rows import Row
from webapp.domain.table import Table, from_json, to_json
from webapp.services.ports import MOST_ROWS, End, Gone, Kept, Line, Reading
from webapp.store import statements
from webapp.store.engine import Database, check_keys_at_commit
from webapp.store.prepared import Prepared
from webapp.store.rows import columns, row_of

NO_END = 2**62  # above every seq
MOST_KEPT = 2000  # rows and tables that a process keeps as it read them, about 5 MB


class SqlLedger:
    """Implements services.ports.Ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def writing(self, table_id: str) -> Iterator["SqlWriting"]:
        with self._database.writing() as connection:
            yield SqlWriting(connection, table_id)

    def read(self, table_id: str, after: int | None) -> Reading | None:
        with self._database.reading() as connection:
            if (kept := _kept(connection, table_id)) is None:
                return None
            since = None if after is None else max(after, kept.table.seq - MOST_ROWS)
            rows = () if since is None else _after(connection, table_id, since)
            acks = statements.ACKS.run(connection, table=table_id).fetchall()
            return Reading(kept, tuple(rows), dict(acks))

    def table_of_watch(self, watch: str) -> str | None:
        return self._id(statements.TABLE_OF_WATCH, watch=watch)

    def table_of_code(self, code: str, now: int) -> str | None:
        return self._id(statements.TABLE_OF_CODE, code=code, now=now)

    def set_code(self, table_id: str, code: str, until: int) -> bool:
        with self.writing(table_id) as writing:
            return writing.recode(code, until)

    def page(self, table_id: str, limit: int, before: int | None) -> Sequence[Row]:
        end = NO_END if before is None else before
        return self._rows(statements.ROWS_BEFORE, table=table_id, before=end, most=limit)

    def find(self, table_id: str, entry_id: str) -> Row | None:
        found = self._rows(statements.ROW_OF, table=table_id, entry=entry_id)
        return found[0] if found else None

    def latest(self, table_id: str, author: str, types: Sequence[str]) -> Row | None:
        query = statements.latest_of_author(tuple(types))
        found = self._rows(query, table=table_id, author=author)
        return found[0] if found else None

    def gone(self, link: str) -> Gone | None:
        with self._database.reading() as connection:
            found = statements.GONE.row(connection, hashed=hashed(link))
        return Gone(End(found["why"]), found["table_id"]) if found else None

    def forget_idle(self, before: int) -> str | None:
        with self._database.writing() as connection:
            table_id: str | None = statements.IDLE_TABLE.value(connection, before=before)
            if table_id is not None:
                SqlWriting(connection, table_id).forget(End.IDLE)
        return table_id

    def _id(self, query: Prepared, **values: object) -> str | None:
        with self._database.reading() as connection:
            return query.value(connection, **values)

    def _rows(self, query: Prepared, **values: object) -> Sequence[Row]:
        with self._database.reading() as connection:
            return _rows(connection, query, **values)


class SqlWriting:
    """Implements services.ports.Writing."""

    def __init__(self, connection: Connection, table_id: str) -> None:
        self._connection = connection
        self._table = table_id
        self.kept = _kept(connection, table_id)

    def taken(self) -> bool:
        watched = statements.TABLE_OF_WATCH.value(self._connection, watch=self._table)
        return bool(watched or statements.GONE.row(self._connection, hashed=hashed(self._table)))

    def create(self, kept: Kept, now: int) -> Kept:
        row = {
            "id": kept.id,
            "watch": kept.watch,
            "code": kept.code,
            "code_until": kept.code_until,
            "seq": 0,
            "snapshot": to_json(kept.table),
            "created": now,
            "touched": now,
        }
        statements.NEW_TABLE.run(self._connection, **row)
        self.kept = _kept(self._connection, self._table)
        return self.kept

    def last(self, client: str) -> int:
        return statements.ACK.value(self._connection, table=self._table, phone=client) or 0

    def known(self, ids: Sequence[str]) -> Mapping[str, Row]:
        asked = {"table": self._table, "connection": self._connection}
        found = (row for id in ids for row in _rows(query=statements.ROW_OF, entry=id, **asked))
        return {row.entry.id: row for row in found}

    def after(self, seq: int) -> Sequence[Row]:
        return _after(self._connection, self._table, seq)

    def append(
        self, lines: Sequence[Line], marks: Mapping[str, bool], table: Table, now: int
    ) -> None:
        to, owner = self._connection, self._table
        statements.NEW_ROWS.run_for_each(to, (columns(owner, line, now) for line in lines))
        for entry_id, undone in marks.items():
            statements.SET_UNDONE.run(to, table=owner, entry=entry_id, now_undone=undone)
        fold = to_json(table)
        statements.SET_FOLD.run(to, table=owner, last=table.seq, fold=fold, now=now)

    def acknowledge(self, client: str, seq: int) -> None:
        to, owner = self._connection, self._table
        if statements.SET_ACK.run(to, table=owner, phone=client, last=seq).rowcount == 0:
            statements.NEW_CLIENT.run(to, table_id=owner, client=client, seq=seq)

    def move(self, to: str, code: str, until: int) -> None:
        check_keys_at_commit(self._connection)
        new = {"new": code, "until": until}
        statements.MOVE_TABLE.run(self._connection, table=self._table, to=to, **new)
        for statement in statements.MOVE_OWNED:
            statement.run(self._connection, table=self._table, to=to)
        self._end(self._table, End.ROTATED, to)

    def recode(self, code: str, until: int) -> bool:
        """The code before has ended like a link, by which the bells of other processes know."""
        if self.kept is None:
            return False
        new = {"new": code, "until": until}
        statements.SET_CODE.run(self._connection, table=self._table, **new)
        self._end(self.kept.code, End.ROTATED)
        return True

    def rewatch(self, watch: str) -> None:
        assert self.kept
        statements.SET_WATCH.run(self._connection, table=self._table, new=watch)
        self._end(self.kept.watch, End.ROTATED)

    def forget(self, why: End) -> None:
        assert self.kept
        statements.DELETE_TABLE.run(self._connection, table=self._table)
        for link in (self._table, self.kept.watch):
            self._end(link, why)

    def _end(self, link: str, why: End, table_id: str | None = None) -> None:
        row = {"hash": hashed(link), "why": why.value, "table_id": table_id}
        statements.NEW_GONE.run(self._connection, **row)


def hashed(link: str) -> str:
    """All that is kept of an id that has ended; 128 random bits need no salt."""
    return sha256(link.encode()).hexdigest()


def _kept(connection: Connection, table_id: str) -> Kept | None:
    found = statements.TABLE.run(connection, table=table_id).fetchone()
    return found and _kept_of(found)


def _after(connection: Connection, table_id: str, seq: int) -> Sequence[Row]:
    return _rows(connection, statements.ROWS_AFTER, table=table_id, after=seq)


def _rows(connection: Connection, query: Prepared, **values: object) -> Sequence[Row]:
    return [_row_of(found) for found in query.run(connection, **values)]


# What was read is read again by every feed of a table and with most entries; the same columns are
# the same frozen thing.
@lru_cache(MOST_KEPT)
def _kept_of(found: tuple[Any, ...]) -> Kept:
    columns = statements.TABLE.named(found)
    names = ("id", "watch", "code", "code_until", "epoch", "generation")
    return Kept(**{name: columns[name] for name in names}, table=from_json(columns["snapshot"]))


@lru_cache(MOST_KEPT)
def _row_of(found: tuple[Any, ...]) -> Row:
    return row_of(statements.ROW_OF.named(found))
