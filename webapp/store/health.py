"""Whether the database can do its work."""

import secrets

from webapp.services.ports import Unavailable
from webapp.store.engine import Database
from webapp.store.migrate import up_to_date


def fit(database: Database) -> bool:
    """
    Whether it is up to date, undamaged as far as this process has seen, and open to writers.

    Where something failed before, it is written to: only that shows whether the fault is gone.
    """
    try:
        return up_to_date(database) and not database.faults.damaged and _writes(database)
    except Unavailable:
        return False


def _writes(database: Database) -> bool:
    with database.writing() as connection:
        if database.faults.last:
            # user_version means nothing here. It changes, so that a page is really written.
            connection.exec_driver_sql(f"PRAGMA user_version = {secrets.randbits(31)}")
    if database.faults.last:
        database.faults.mended()
    return True
