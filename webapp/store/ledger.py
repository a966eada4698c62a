"""The ledgers of all tables, kept in SQL."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Select, select, update

from webapp.domain.rows import Outcome, Row
from webapp.domain.table import Table, from_json, to_json
from webapp.services.ports import Kept, Line, Reading
from webapp.store.engine import Database
from webapp.store.rows import columns, row_of
from webapp.store.schema import clients, entries, meta, tables


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
            rows = _after(connection, table_id, after) if after is not None else ()
            return Reading(kept, tuple(rows), _acks(connection, table_id))

    def table_of_watch(self, watch: str) -> str | None:
        return self._id(select(tables.c.id).where(tables.c.watch == watch))

    def table_of_code(self, code: str, now: int) -> str | None:
        valid = (tables.c.code == code, tables.c.code_until > now)
        return self._id(select(tables.c.id).where(*valid))

    def set_code(self, table_id: str, code: str, until: int) -> bool:
        change = update(tables).where(tables.c.id == table_id)
        with self._database.writing() as connection:
            return connection.execute(change.values(code=code, code_until=until)).rowcount > 0

    def page(self, table_id: str, limit: int, before: int | None) -> Sequence[Row]:
        rows = _rows(table_id).order_by(entries.c.seq.desc()).limit(limit)
        if before is not None:
            rows = rows.where(entries.c.seq < before)
        with self._database.reading() as connection:
            return _read_rows(connection, rows)

    def find(self, table_id: str, entry_id: str) -> Row | None:
        with self._database.reading() as connection:
            found = _read_rows(connection, _rows(table_id).where(entries.c.id == entry_id))
        return found[0] if found else None

    def latest(self, table_id: str, author: str, types: Sequence[str]) -> Row | None:
        mine = (
            entries.c.author == author,
            entries.c.type.in_(types),
            entries.c.outcome == Outcome.ACCEPTED,
            entries.c.undone.is_(False),
        )
        newest = _rows(table_id).where(*mine).order_by(entries.c.seq.desc()).limit(1)
        with self._database.reading() as connection:
            found = _read_rows(connection, newest)
        return found[0] if found else None

    def _id(self, query: Select[tuple[str]]) -> str | None:
        with self._database.reading() as connection:
            return connection.scalar(query)


class SqlWriting:
    """Implements services.ports.Writing."""

    def __init__(self, connection: Connection, table_id: str) -> None:
        self._connection = connection
        self._table_id = table_id
        self.kept = _kept(connection, table_id)

    def create(self, kept: Kept, now: int) -> Kept:
        self._connection.execute(
            tables.insert().values(
                id=kept.id,
                watch=kept.watch,
                code=kept.code,
                code_until=kept.code_until,
                seq=0,
                snapshot=to_json(kept.table),
                created=now,
                touched=now,
            )
        )
        self.kept = _kept(self._connection, self._table_id)
        return self.kept

    def last(self, client: str) -> int:
        mine = (clients.c.table_id == self._table_id, clients.c.client == client)
        return self._connection.scalar(select(clients.c.seq).where(*mine)) or 0

    def known(self, ids: Sequence[str]) -> Mapping[str, Row]:
        found = _read_rows(self._connection, _rows(self._table_id).where(entries.c.id.in_(ids)))
        return {row.entry.id: row for row in found}

    def after(self, seq: int) -> Sequence[Row]:
        return _after(self._connection, self._table_id, seq)

    def append(
        self, lines: Sequence[Line], marks: Mapping[str, bool], table: Table, now: int
    ) -> None:
        run = self._connection.execute
        run(entries.insert(), [columns(self._table_id, line, now) for line in lines])
        for entry_id, undone in marks.items():
            marked = (entries.c.table_id == self._table_id, entries.c.id == entry_id)
            run(update(entries).where(*marked).values(undone=undone))
        fold = {"seq": table.seq, "snapshot": to_json(table), "touched": now}
        run(update(tables).where(tables.c.id == self._table_id).values(fold))

    def acknowledge(self, client: str, seq: int) -> None:
        mine = (clients.c.table_id == self._table_id, clients.c.client == client)
        change = update(clients).where(*mine).values(seq=seq)
        if self._connection.execute(change).rowcount == 0:
            row = {"table_id": self._table_id, "client": client, "seq": seq}
            self._connection.execute(clients.insert(), row)


def _kept(connection: Connection, table_id: str) -> Kept | None:
    epoch = select(meta.c.value).where(meta.c.name == "epoch").scalar_subquery()
    query = select(tables, epoch.label("epoch")).where(tables.c.id == table_id)
    found = connection.execute(query).mappings().one_or_none()
    if found is None:
        return None
    names = ("id", "watch", "code", "code_until", "epoch")
    return Kept(**{name: found[name] for name in names}, table=from_json(found["snapshot"]))


def _acks(connection: Connection, table_id: str) -> Mapping[str, int]:
    query = select(clients.c.client, clients.c.seq).where(clients.c.table_id == table_id)
    return dict(connection.execute(query).all())


def _rows(table_id: str) -> Select:
    return select(entries).where(entries.c.table_id == table_id)


def _after(connection: Connection, table_id: str, seq: int) -> Sequence[Row]:
    newer = _rows(table_id).where(entries.c.seq > seq).order_by(entries.c.seq)
    return _read_rows(connection, newer)


def _read_rows(connection: Connection, query: Select) -> Sequence[Row]:
    return [row_of(found) for found in connection.execute(query).mappings()]
