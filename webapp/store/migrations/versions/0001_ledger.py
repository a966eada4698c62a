"""Tables, their ledgers, and how far each phone has come."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    meta = op.create_table(
        "meta",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(80), nullable=False),
    )
    op.bulk_insert(meta, [{"name": "epoch", "value": secrets.token_urlsafe(6)}])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("watch", sa.String(26), nullable=False, unique=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        sa.Column("code_until", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.JSON, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    _create_entries()
    op.create_table(
        "clients",
        _of_table(primary_key=True),
        sa.Column("client", sa.String(22), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("place", sa.Integer, primary_key=True),
        _of_table(nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("client", sa.String(27), nullable=False),
        sa.Column("client_seq", sa.BigInteger, nullable=False),
        sa.Column("author", sa.String(22), nullable=False),
        sa.Column("by", sa.String(8)),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("game", sa.String(22), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("received", sa.BigInteger, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("delta", sa.JSON, nullable=False),
        sa.Column("totals", sa.JSON, nullable=False),
        sa.Column("flags", sa.JSON, nullable=False),
        sa.Column("refusal", sa.JSON(none_as_null=True)),
        sa.Column("compensates", sa.JSON, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "seq", name="entries_by_seq"),
        sa.UniqueConstraint("table_id", "id", name="entries_by_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("entries_by_author", "entries", ["table_id", "author", "seq"])


def _of_table(**options: bool) -> sa.Column:
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(26), owner, **options)
