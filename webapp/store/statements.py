"""The SQL of the ledger, put together once: building a statement costs more than running it."""

from functools import cache

from sqlalchemy import bindparam, delete, func, or_, select, update

from webapp.domain.rows import Outcome
from webapp.store.prepared import Prepared
from webapp.store.schema import clients, entries, gone, meta, tables

_TABLE = bindparam("table")
_epoch = select(meta.c.value).where(meta.c.name == "epoch").scalar_subquery()
_rows = select(entries).where(entries.c.table_id == _TABLE)

TABLE = Prepared(select(tables, _epoch.label("epoch")).where(tables.c.id == _TABLE))
TABLE_OF_WATCH = Prepared(select(tables.c.id).where(tables.c.watch == bindparam("watch")))
TABLE_OF_CODE = Prepared(
    select(tables.c.id).where(
        tables.c.code == bindparam("code"), tables.c.code_until > bindparam("now")
    )
)
NEW_TABLE = Prepared(
    tables.insert(),
    ("id", "watch", "code", "code_until", "seq", "snapshot", "created", "touched"),
)
SET_CODE = Prepared(
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(code=bindparam("new"), code_until=bindparam("until"))
)
SET_FOLD = Prepared(
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(seq=bindparam("last"), snapshot=bindparam("fold"), touched=bindparam("now"))
)

ROWS_AFTER = Prepared(_rows.where(entries.c.seq > bindparam("after")).order_by(entries.c.seq))
ROW_OF = Prepared(_rows.where(entries.c.id == bindparam("entry")))
ROWS_BEFORE = Prepared(
    _rows.where(entries.c.seq < bindparam("before"))
    .order_by(entries.c.seq.desc())
    .limit(bindparam("most"))
)
NEW_ROWS = Prepared(
    entries.insert(), [column.name for column in entries.c if column is not entries.c.place]
)
SET_UNDONE = Prepared(
    update(entries)
    .where(entries.c.table_id == _TABLE, entries.c.id == bindparam("entry"))
    .values(undone=bindparam("now_undone"))
)


@cache
def latest_of_author(types: tuple[str, ...]) -> Prepared:
    """An author's last accepted row of these types that is not undone."""
    return Prepared(
        _rows.where(
            entries.c.author == bindparam("author"),
            or_(*(entries.c.type == type for type in types)),
            entries.c.outcome == Outcome.ACCEPTED.value,
            entries.c.undone.is_(False),
        )
        .order_by(entries.c.seq.desc())
        .limit(1)
    )


_acks = select(clients.c.client, clients.c.seq).where(clients.c.table_id == _TABLE)
ACKS = Prepared(_acks)
ACK = Prepared(_acks.with_only_columns(clients.c.seq).where(clients.c.client == bindparam("phone")))
NEW_CLIENT = Prepared(clients.insert(), ("table_id", "client", "seq"))
SET_ACK = Prepared(
    update(clients)
    .where(clients.c.table_id == _TABLE, clients.c.client == bindparam("phone"))
    .values(seq=bindparam("last"))
)

#: The owner of entries, clients and ended links, changed in each: foreign keys hold at the commit.
MOVE_TABLE = Prepared(
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(id=bindparam("to"), code=bindparam("new"), code_until=bindparam("until"))
)
MOVE_OWNED = [
    Prepared(update(owned).where(owned.c.table_id == _TABLE).values(table_id=bindparam("to")))
    for owned in (entries, clients, gone)
]
SET_WATCH = Prepared(
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(watch=bindparam("new"), generation=tables.c.generation + 1)
)
DELETE_TABLE = Prepared(delete(tables).where(tables.c.id == _TABLE))
IDLE_TABLE = Prepared(select(tables.c.id).where(tables.c.touched < bindparam("before")).limit(1))

GONE = Prepared(select(gone.c.why, gone.c.table_id).where(gone.c.hash == bindparam("hashed")))
NEW_GONE = Prepared(gone.insert(), ("hash", "why", "table_id"))

#: Where the bell has looked last: the newest entry, and the newest ended link.
LAST_PLACES = Prepared(
    select(
        select(func.max(entries.c.place)).scalar_subquery().label("entry"),
        select(func.max(gone.c.place)).scalar_subquery().label("ended"),
    )
)
MOVED_AFTER = Prepared(
    select(entries.c.table_id, func.max(entries.c.seq))
    .where(entries.c.place > bindparam("after"))
    .group_by(entries.c.table_id)
)
