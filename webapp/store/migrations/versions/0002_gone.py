"""Links that end, and when a table was last used."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("generation", sa.Integer, nullable=False, server_default="0"))
    op.create_index("tables_by_touched", "tables", ["touched"])
    owner = sa.ForeignKey("tables.id", ondelete="SET NULL")
    op.create_table(
        "gone",
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("why", sa.String(10), nullable=False),
        sa.Column("table_id", sa.String(26), owner),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_gone_table_id", "gone", ["table_id"])
