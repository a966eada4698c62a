"""kill -9 in mid-burst: whatever dies, what was acknowledged is there, once."""

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import Server
from tests.faults.conftest import ROUNDS, Note
from tests.faults.crowd import LONG, LOOK, Crowd
from tests.faults.disks import FILE
from tests.faults.phone import Phone
from webapp.services.state import state_json
from webapp.services.tables import view_of
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger

pytestmark = pytest.mark.faults
#: Seconds until phones are back. `make test` shares the machine with browsers.
BACK = 2.0 if ROUNDS >= 10 else 20.0

Kill = Callable[[Server], float]


def kill_one_worker(server: Server) -> float:
    return kill_workers([random.choice(server.workers)])


def kill_all_workers(server: Server) -> float:
    return kill_workers(server.workers)


def kill_the_master(server: Server) -> float:
    workers = server.workers
    server.process.kill()
    server.process.wait()
    server.spawn()
    return accepts_without(workers, server.port)


def kill_everything(server: Server) -> float:
    workers = server.workers
    server.kill()
    server.spawn()
    return accepts_without(workers, server.port)


KILLS = [kill_one_worker, kill_all_workers, kill_the_master, kill_everything]


def kill_workers(workers: list[int]) -> float:
    """The master goes on listening and replaces them: this moment is what counts."""
    moment = time.monotonic()
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    return moment


def accepts_without(workers: list[int], port: int) -> float:
    """
    When the new server takes a connection for the first time.

    Old workers hold the port until they end, and serve on until they see that they are alone.
    """
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        with socket.socket() as probe:
            if not any(map(alive, workers)) and probe.connect_ex(("127.0.0.1", port)) == 0:
                return time.monotonic()
        time.sleep(LOOK)
    raise AssertionError("the server does not come again")


def alive(process: int) -> bool:
    """Whether it runs; one that has ended may wait for somebody to ask how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@dataclass(frozen=True)
class Burst:
    """
    What came of it.

    For every round: `before`, seconds from a tap until it was confirmed, for the slowest phone and
    with nothing killed; `away`, seconds without a server, which for workers is none; `back`,
    seconds from there until the slowest phone was back.
    """

    before: list[float]
    away: list[float]
    back: list[float]
    phones: list[Phone]
    states: list[dict[str, Any]]

    @property
    def told(self) -> dict[str, dict[str, Any]]:
        """What phones were told about each entry."""
        return {id: outcome for phone in self.phones for id, outcome in phone.told.items()}

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [row for state in self.states for row in state["entries"]]

    @property
    def lost(self) -> int:
        """Acknowledged entries that are not in the ledger, or otherwise than was told."""
        kept = {row["id"]: row for row in self.rows}
        return sum(
            id not in kept or {name: kept[id][name] for name in outcome} != outcome
            for id, outcome in self.told.items()
        )

    @property
    def doubled(self) -> int:
        """Entries that are in the ledger more than once."""
        return len(self.rows) - len({row["id"] for row in self.rows})


@pytest.mark.parametrize("kill", KILLS)
def test_no_acknowledged_entry_is_lost_and_none_counts_twice(
    server: Server, kill: Kill, note: Note
):
    burst = asyncio.run(killed_in_mid_burst(server, kill))
    note(
        f"{kill.__name__:16} {ROUNDS} rounds, {len(burst.told)} entries acknowledged, "
        f"{burst.lost} lost, {burst.doubled} doubled; phones back after {max(burst.back):.2f} s "
        f"at worst (without a server {max(burst.away):.2f} s before that; "
        f"a tap took {max(burst.before):.2f} s at worst with nothing killed)"
    )
    assert burst.told and sum(len(phone.sent) for phone in burst.phones) == len(burst.told)
    assert (burst.lost, burst.doubled) == (0, 0)
    for state in burst.states:
        assert [row["seq"] for row in state["entries"]] == list(range(1, state["seq"] + 1))
        assert energy(state["seats"]) == moved(state["entries"])
    totals = sum((energy(state["seats"]) for state in burst.states), Counter[str]())
    assert totals == moved(burst.told.values())
    assert sound(server)
    log = server.log.read_text()
    assert "Traceback" not in log and "not ready" not in log
    assert len(burst.back) == ROUNDS and max(burst.back) <= BACK


async def killed_in_mid_burst(server: Server, kill: Kill) -> Burst:
    crowd = Crowd(server.port)
    before, away, back = [], [], []
    await crowd.begin()
    for _ in range(ROUNDS):
        before.append(await crowd.back_since(time.monotonic()))
        await asyncio.sleep(random.uniform(0.2, 0.7))  # somewhere in the burst
        began = time.monotonic()
        moment = await asyncio.to_thread(kill, server)
        away.append(max(0.0, moment - began))
        back.append(await crowd.back_since(moment))
    tables = await crowd.end()
    return Burst(before, away, back, crowd.phones, states_of(server, tables))


def states_of(server: Server, tables: set[str]) -> list[dict[str, Any]]:
    """What is kept, with all entries: the server tells only the newest thousand."""
    database = Database(f"sqlite:///{server.instance / FILE}")
    ledger, states = SqlLedger(database), []
    for table in tables:
        reading = ledger.read(table, None)
        assert reading
        rows = ledger.page(table, limit=reading.kept.table.seq + 1000, before=None)
        whole = replace(reading, rows=tuple(reversed(rows)))
        state = state_json(view_of(whole, client=None, after=0))
        states.append(json.loads(json.dumps(state)))  # as phones were told
    database.dispose()
    return states


def energy(seats: list[dict[str, Any]]) -> Counter[str]:
    return +Counter({seat["id"]: seat["counters"]["energy"] for seat in seats})


def moved(rows: Any) -> Counter[str]:
    """The sum of what was accepted, by seat."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update({seat: kinds["energy"] for seat, kinds in row["delta"].items()})
    return +total


def sound(server: Server) -> bool:
    with closing(sqlite3.connect(server.instance / FILE)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
