"""The tables of the database. Changes are made in migrations; a test holds the two together."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()

#: `epoch`: random, changed when the database was restored from a copy.
meta = Table(
    "meta",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(80), nullable=False),
)

#: One group playing together. `snapshot` is the fold of its entries up to `seq`.
tables = Table(
    "tables",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("watch", String(26), nullable=False, unique=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("code_until", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("snapshot", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("generation", Integer, nullable=False, server_default="0"),
    Index("tables_by_touched", "touched"),
)

#: Links to play or to watch and join codes that were replaced; of each only its hash is kept.
#: `table_id` is the table that a rotated link to play belonged to, while it lives.
gone = Table(
    "gone",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("why", String(10), nullable=False),
    Column("table_id", String(26), ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    sqlite_autoincrement=True,
)

#: The ledger. `place` counts all entries of all tables and finds what is new; times are in ms.
entries = Table(
    "entries",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("table_id", String(26), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("id", String(22), nullable=False),
    Column("client", String(27), nullable=False),
    Column("client_seq", BigInteger, nullable=False),
    Column("author", String(22), nullable=False),
    Column("by", String(8)),
    Column("type", String(32), nullable=False),
    Column("game", String(22), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("received", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),
    Column("outcome", String(10), nullable=False),
    Column("delta", JSON, nullable=False),
    Column("totals", JSON, nullable=False),
    Column("flags", JSON, nullable=False),
    Column("refusal", JSON(none_as_null=True)),
    Column("compensates", JSON, nullable=False),
    Column("undone", Boolean, nullable=False),
    UniqueConstraint("table_id", "seq", name="entries_by_seq"),
    UniqueConstraint("table_id", "id", name="entries_by_id"),
    Index("entries_by_author", "table_id", "author", "seq"),
    sqlite_autoincrement=True,
)

#: How far each phone's own count has come at each table.
clients = Table(
    "clients",
    metadata,
    Column("table_id", String(26), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("client", String(22), primary_key=True),
    Column("seq", BigInteger, nullable=False),
)
