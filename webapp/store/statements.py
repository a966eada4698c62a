"""The SQL of the ledger, put together once: building a statement costs more than running it."""

from sqlalchemy import bindparam, delete, func, select, update

from webapp.domain.rows import Outcome
from webapp.store.schema import clients, entries, gone, meta, tables

_TABLE = bindparam("table")
_epoch = select(meta.c.value).where(meta.c.name == "epoch").scalar_subquery()
_rows = select(entries).where(entries.c.table_id == _TABLE)

TABLE = select(tables, _epoch.label("epoch")).where(tables.c.id == _TABLE)
TABLE_OF_WATCH = select(tables.c.id).where(tables.c.watch == bindparam("watch"))
TABLE_OF_CODE = select(tables.c.id).where(
    tables.c.code == bindparam("code"), tables.c.code_until > bindparam("now")
)
NEW_TABLE = tables.insert()
SET_CODE = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(code=bindparam("new"), code_until=bindparam("until"))
)
SET_FOLD = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(seq=bindparam("last"), snapshot=bindparam("fold"), touched=bindparam("now"))
)

ROWS_AFTER = _rows.where(entries.c.seq > bindparam("after")).order_by(entries.c.seq)
ROWS_OF = _rows.where(entries.c.id.in_(bindparam("ids", expanding=True)))
ROWS_BEFORE = (
    _rows.where(entries.c.seq < bindparam("before"))
    .order_by(entries.c.seq.desc())
    .limit(bindparam("most"))
)
LATEST_OF_AUTHOR = (
    _rows.where(
        entries.c.author == bindparam("author"),
        entries.c.type.in_(bindparam("types", expanding=True)),
        entries.c.outcome == Outcome.ACCEPTED.value,
        entries.c.undone.is_(False),
    )
    .order_by(entries.c.seq.desc())
    .limit(1)
)
NEW_ROWS = entries.insert()
SET_UNDONE = (
    update(entries)
    .where(entries.c.table_id == _TABLE, entries.c.id == bindparam("entry"))
    .values(undone=bindparam("now_undone"))
)

ACKS = select(clients.c.client, clients.c.seq).where(clients.c.table_id == _TABLE)
ACK = ACKS.with_only_columns(clients.c.seq).where(clients.c.client == bindparam("phone"))
NEW_CLIENT = clients.insert()
SET_ACK = (
    update(clients)
    .where(clients.c.table_id == _TABLE, clients.c.client == bindparam("phone"))
    .values(seq=bindparam("last"))
)

#: The owner of entries, clients and ended links, changed in each: foreign keys hold at the commit.
MOVE = [
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(id=bindparam("to"), code=bindparam("new"), code_until=bindparam("until")),
    *(
        update(owned).where(owned.c.table_id == _TABLE).values(table_id=bindparam("to"))
        for owned in (entries, clients, gone)
    ),
]
SET_WATCH = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(watch=bindparam("new"), generation=tables.c.generation + 1)
)
DELETE_TABLE = delete(tables).where(tables.c.id == _TABLE)
IDLE_TABLE = select(tables.c.id).where(tables.c.touched < bindparam("before")).limit(1)

GONE = select(gone.c.why, gone.c.table_id).where(gone.c.hash == bindparam("hashed"))
NEW_GONE = gone.insert()

#: Where the bell has looked last: the newest entry, and the newest ended link.
LAST_PLACES = select(
    select(func.max(entries.c.place)).scalar_subquery(),
    select(func.max(gone.c.place)).scalar_subquery(),
)
TABLES_AFTER = select(entries.c.table_id).where(entries.c.place > bindparam("after")).distinct()
