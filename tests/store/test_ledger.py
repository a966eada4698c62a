"""The ledger as it is kept: nothing lost, nothing doubled, and the snapshot only a shortcut."""

import json
import multiprocessing
import sqlite3
import threading
import time
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import Engine, event, select

from tests.domain.test_golden_ledgers import among, assert_in_force, by_entry
from tests.domain.wishes import AUTHORS, OPENING, raw_entry, some_wishes
from tests.ledger import Ledger, fold
from tests.ledgers_io import Golden, golden_ledgers
from tests.people import ANAS, BENS, TABLE
from webapp.domain.table import to_json
from webapp.services.ports import End
from webapp.services.tables import NoSuchTable, Posted, Tables
from webapp.store.bell import Bell
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger
from webapp.store.schema import entries as kept_entries

KEY = "a key for the tests alone"


@pytest.fixture
def tables(database: Database) -> Tables:
    return Tables(SqlLedger(database), Bell(database), KEY)


def name(word: str) -> str:
    return word.ljust(22, "_")


def post(tables: Tables, client: str, *raws: dict) -> Posted:
    answer = tables.post(TABLE, client, client, raws, now=0)
    assert isinstance(answer, Posted), answer
    return answer


def open_table(tables: Tables) -> None:
    seats = [{"seat": ANAS}, {"seat": BENS}]
    post(tables, name("opener"), {"id": name("open"), "seq": 1, "type": "open", "seats": seats})


def gain(n: int, client: str = "ana") -> dict:
    body = {"type": "gain", "seat": ANAS, "kind": "energy", "n": 1}
    return {"id": name(f"{client}-{n}"), "seq": n, **body}


def kept(database: Database) -> Ledger:
    """What was written, read back as a ledger in memory."""
    reading = SqlLedger(database).read(TABLE, after=0)
    assert reading
    ledger = Ledger()
    ledger.table, ledger.rows = reading.kept.table, [replace(row, by=None) for row in reading.rows]
    return ledger


@pytest.mark.parametrize("golden", golden_ledgers(), ids=lambda golden: golden.name)
def test_a_golden_ledger_is_kept_as_the_domain_decides_it(
    tables: Tables, database: Database, golden: Golden
):
    posts = golden.posts
    if posts[0].raws[0]["type"] != "open":
        pytest.skip("a table that is not opened is never made")
    for one in posts:
        post(tables, one.client, *one.raws)
    ledger = kept(database)
    for what, found in by_entry(ledger).items():
        assert among(golden.expect[what], found) == golden.expect[what], what
    counters = {seat.id: dict(seat.counters) for seat in ledger.table.seats}
    assert among(golden.expect["totals"], counters) == golden.expect["totals"]
    assert_in_force(golden, ledger)
    assert_a_fold(ledger)


@pytest.mark.parametrize("seed", range(12))
def test_a_snapshot_is_what_its_ledger_folds_to(tables: Tables, database: Database, seed: int):
    memory = Ledger()
    posted = Tables(SqlLedger(database), Bell(database), KEY)
    counts = dict.fromkeys(AUTHORS, 0)
    post(posted, name("opener"), OPENING)
    memory = fold(row.entry for row in kept(database).rows)
    for wish in some_wishes(Random(seed), 40):
        author = AUTHORS[wish[1] % len(AUTHORS)]
        counts[author] += 1
        post(posted, name(author), {**raw_entry(memory, wish), "seq": counts[author]})
        memory = fold(row.entry for row in kept(database).rows)
    assert_a_fold(kept(database))


def assert_a_fold(ledger: Ledger) -> None:
    again = fold(row.entry for row in ledger.rows)
    assert [row.seq for row in ledger.rows] == list(range(1, len(ledger.rows) + 1))
    assert again.rows == ledger.rows
    as_kept, as_folded = (json.loads(json.dumps(to_json(x.table))) for x in (ledger, again))
    assert as_kept == as_folded


def test_what_was_received_is_kept_as_it_came(tables: Tables, database: Database):
    open_table(tables)
    dance = {"id": name("dance"), "seq": 1, "type": "dance", "steps": [1, {"left": "ä"}]}
    post(tables, name("ana"), dance)
    with database.reading() as connection:
        query = select(kept_entries.c.body).where(kept_entries.c.id == dance["id"])
        assert connection.scalar(query) == dance


def test_an_undone_row_is_marked_in_the_batch_and_after_it(tables: Tables, database: Database):
    open_table(tables)
    undo = {"id": name("undo"), "seq": 2, "type": "undo", "entry": gain(1)["id"]}
    redo = {"id": name("redo"), "seq": 3, "type": "undo", "entry": undo["id"]}
    post(tables, name("ana"), gain(1), undo)
    assert [row.undone for row in kept(database).rows] == [False, True, False]
    post(tables, name("ana"), redo)
    assert [row.undone for row in kept(database).rows] == [False, False, True, False]


def test_the_next_entry_costs_the_same_however_long_the_ledger(database: Database):
    steps: list[int] = []

    @event.listens_for(Engine, "connect")
    def count(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_progress_handler(lambda: steps.append(1), 20)  # of SQLite's own work

    counted = Database(f"sqlite:///{database.path}")
    tables, costs = Tables(SqlLedger(counted), Bell(counted), KEY), []
    open_table(tables)
    for n in range(1, 121):
        steps.clear()
        post(tables, name("ana"), gain(n))
        costs.append(len(steps))
    event.remove(Engine, "connect", count)
    counted.dispose()
    assert 0 < max(costs[100:]) <= 1.2 * max(costs[5:15])


def test_two_processes_at_once_lose_and_double_nothing(tables: Tables, database: Database):
    open_table(tables)
    each = 20
    context = multiprocessing.get_context("spawn")
    url = f"sqlite:///{database.path}"
    workers = [
        context.Process(target=append_all, args=(url, client, each))
        for client in ("ana", "ben", "ana", "ben")  # two phones, each through two processes
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    ledger = kept(database)
    assert ledger.table.balance(ANAS, "energy") == 2 * each
    assert len(ledger.rows) == 1 + 2 * each
    assert_a_fold(ledger)


def append_all(url: str, client: str, each: int) -> None:
    """Post that many gains of one phone, some of them again as after a lost answer."""
    database = Database(url, limit=60)
    tables = Tables(SqlLedger(database), Bell(database), KEY)
    for n in range(1, each + 1):
        raws = [gain(m, client) for m in range(max(1, n - 2), n + 1)]
        assert post(tables, name(client), *raws).ack >= n
    database.dispose()


@pytest.mark.parametrize("rotated", [False, True], ids=["forgotten", "rotated"])
def test_no_table_begins_under_a_link_that_ends_in_the_same_transaction(
    rotated: bool, tables: Tables, database: Database
):
    open_table(tables)
    opening = {"id": name("open"), "seq": 1, "type": "open", "seats": [{"seat": ANAS}]}
    answers = []

    def open_again() -> None:
        answers.append(tables.post(TABLE, name("opener"), name("opener"), [opening], now=0))

    thread = threading.Thread(target=open_again)
    with SqlLedger(database).writing(TABLE) as writing:
        if rotated:
            writing.move("NEW00000000000000000000000", "NEWC0DE0", 0)
        else:
            writing.forget(End.FORGOTTEN)
        thread.start()
        while not database._turns._line._waiting:
            time.sleep(0.001)
    thread.join()
    assert answers == [NoSuchTable()]
    assert SqlLedger(database).read(TABLE, None) is None
