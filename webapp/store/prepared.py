"""Statements that SQLAlchemy puts together once, and SQLite's driver then runs by itself."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import Select
from sqlalchemy.types import TypeEngine

from webapp.store.transaction import driver

DIALECT = sqlite.dialect()
Change = Callable[[Any], Any]


class Prepared:
    """
    One statement and how its values change on their way in and out.

    What SQLAlchemy does around each run of a statement takes many times as long as SQLite's answer,
    and together it was half of what an entry cost. `keys` are the columns that an insert fills.
    """

    def __init__(self, statement: Select[Any] | UpdateBase, keys: Iterable[str] = ()) -> None:
        compiled = statement.compile(dialect=DIALECT, column_keys=list(keys) or None)
        binds = [(name, compiled.binds[name]) for name in compiled.positiontup or ()]
        self._sql = str(compiled)
        self._constants = {name: bind.value for name, bind in binds if not bind.required}
        self._inwards = [(name, _inwards(bind.type)) for name, bind in binds]
        columns = statement.selected_columns if isinstance(statement, Select) else ()
        self._outwards = [(column.name, _outwards(column.type)) for column in columns]

    def run(self, connection: Connection, **values: object) -> sqlite3.Cursor:
        return driver(connection).execute(self._sql, self._row(values))

    def run_for_each(self, connection: Connection, many: Iterable[Mapping[str, object]]) -> None:
        driver(connection).executemany(self._sql, map(self._row, many))

    def named(self, found: Sequence[Any]) -> dict[str, Any]:
        """One of its rows by the names of the columns, each value as it was before it was kept."""
        return {
            name: change(value) if change else value
            for (name, change), value in zip(self._outwards, found, strict=True)
        }

    def row(self, connection: Connection, **values: object) -> dict[str, Any] | None:
        """The first that is found, named."""
        found = self.run(connection, **values).fetchone()
        return found and self.named(found)

    def value(self, connection: Connection, **values: object) -> Any:
        """The first column of the first row; None when nothing is found."""
        found = self.run(connection, **values).fetchone()
        return found and found[0]

    def _row(self, values: Mapping[str, object]) -> list[object]:
        given = {**self._constants, **values}
        return [change(given[name]) if change else given[name] for name, change in self._inwards]


def _inwards(kind: TypeEngine[Any]) -> Change | None:
    return kind.dialect_impl(DIALECT).bind_processor(DIALECT)


def _outwards(kind: TypeEngine[Any]) -> Change | None:
    return kind.dialect_impl(DIALECT).result_processor(DIALECT, None)
