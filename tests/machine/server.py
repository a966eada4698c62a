"""The server: the real services over a real SQLite file, and beside it the fold it must equal."""

import shutil
from collections.abc import Callable, Mapping
from copy import copy
from pathlib import Path
from typing import Any

import orjson

from tests.ledger import Ledger
from webapp import Reservoir, assemble
from webapp.domain.entries import read_entry
from webapp.services.batch import Answered, Gap, SeqConflict
from webapp.services.state import VERSION, outcome_json, state_json
from webapp.services.tables import NoSuchTable, Posted, TableView, view_of
from webapp.settings import Settings
from webapp.store import migrate
from webapp.store.backup import backup
from webapp.views.envelope import read_json

RENEWED = 100  # schedules; a small file is copied quickly


class Server:
    """What phones reach over the network; every answer is held against a fold of its own."""

    def __init__(self, folder: Path, now: Callable[[], int]) -> None:
        env = {"RESERVOIR_INSTANCE": str(folder), "SECRET_KEY": "for the machine alone"}
        self._settings = Settings.from_env(env | {"LIMITS": "off"})
        self.now = now
        self._folder = folder
        self._empty = folder / "empty.sqlite3"
        self._backups = 0
        self._begun = 0
        self.ledgers: dict[str, Ledger] = {}
        #: (table, client) → the seqs under which it has sent what was there already
        self.replayed: dict[tuple[str, str], set[int]] = {}
        self._reservoir: Reservoir = assemble(self._settings, now)
        migrate.upgrade(self._reservoir.database)
        backup(self._reservoir.database, self._empty)

    def begin(self) -> str:
        """Another schedule → the id of its table; now and then with an empty file."""
        self._begun += 1
        self.ledgers, self.replayed = {}, {}
        if self._begun % RENEWED == 0:
            self._put_back(self._empty)
        return f"TAB1E{self._begun:021}"

    @property
    def file(self) -> Path:
        return self._reservoir.database.path

    def close(self) -> None:
        self._reservoir.database.dispose()

    def post(self, table_id: str, body: str) -> tuple[dict[str, Any], list[tuple[str, int]]]:
        """A post → the answer, and (entry id, seq) of everything that it has decided."""
        envelope = read_json(body.encode())
        client = envelope.client
        tables, now = self._reservoir.tables, self.now()
        posted = tables.post(table_id, client, client, envelope.entries, now)
        match posted:
            case NoSuchTable():
                return {"status": 404, "body": {"error": "not_found"}}, []
            case Gap(expect):
                return {"status": 409, "body": {"error": "gap", "expect": expect}}, []
            case SeqConflict():
                return {"status": 409, "body": {"error": "seq_conflict"}}, []
        raws = {str(raw["id"]): raw for raw in reversed(envelope.entries)}
        fresh = [self._fold(table_id, client, raws, told) for told in posted.outcomes]
        self.agrees(table_id, posted.view)
        return {"status": 200, "body": self._told(posted, client)}, [f for f in fresh if f]

    def reading(self, table_id: str, after: int) -> Callable[[str, int], TableView] | None:
        """One snapshot for several readers: client and `after` → its view."""
        reading = self._reservoir.tables._ledger.read(table_id, after)
        return reading and (lambda client, since: view_of(reading, client, since))

    def backup(self) -> tuple[Path, dict[str, Ledger]]:
        self._backups += 1
        file = self._folder / f"backup-{self._backups}.sqlite3"
        backup(self._reservoir.database, file)
        return file, {id: _copied(ledger) for id, ledger in self.ledgers.items()}

    def restore(self, kept: tuple[Path, dict[str, Ledger]]) -> None:
        """As `flask db backup` tells operators to."""
        self._put_back(kept[0])
        migrate.restored(self._reservoir.database)
        self.ledgers = {id: _copied(ledger) for id, ledger in kept[1].items()}

    def _put_back(self, file: Path) -> None:
        self.close()
        for end in ("-wal", "-shm"):
            Path(f"{self.file}{end}").unlink(missing_ok=True)
        shutil.copy(file, self.file)
        self._reservoir = assemble(self._settings, self.now)

    def agrees(self, table_id: str, view: TableView) -> None:
        """Server = fold of the ledger (I2), and nothing is below zero (N1, I1)."""
        table = self.ledgers[table_id].table
        assert view.table == table, f"the server has {view.table}, its ledger makes {table}"
        assert all(n >= 0 for seat in table.seats for n in seat.counters.values())

    def _fold(
        self, table_id: str, client: str, raws: Mapping[str, Any], answered: Answered
    ) -> tuple[str, int] | None:
        ledger = self.ledgers.setdefault(table_id, Ledger())
        row, id = answered.row, answered.row.entry.id
        if answered.replay:
            known = ledger.find(id)
            assert known and known.outcome == row.outcome, f"a replay of {id} changes it (R1)"
            self.replayed.setdefault((table_id, client), set()).add(raws[id]["seq"])
            return None
        assert ledger.find(id) is None, f"{id} is decided twice (N3)"
        table = ledger.table
        entry = read_entry(
            raws[id], client=client, author=client, game=table.game, seen=table.seq, now=self.now()
        )
        folded = ledger.add(entry)
        same = (folded.outcome, folded.delta, folded.seq) == (row.outcome, row.delta, row.seq)
        assert same, f"the server decides {row}, its ledger {folded}"
        return id, row.seq

    def _told(self, posted: Posted, client: str) -> dict[str, Any]:
        return {
            "v": VERSION,
            "seq": posted.seq,
            "ack": posted.ack,
            "outcomes": [outcome_json(answered) for answered in posted.outcomes],
            "state": state_json(posted.view, client),
        }


def _copied(ledger: Ledger) -> Ledger:
    other = copy(ledger)
    other.rows = list(ledger.rows)
    other._places = dict(ledger._places)
    return other


def in_json(view: TableView, client: str) -> str:
    """A state as the stream sends it."""
    return orjson.dumps(state_json(view, client)).decode()
