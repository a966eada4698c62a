"""kill -9 in mid-burst: whatever dies, what was acknowledged is there, once."""

import asyncio
import os
import signal
import sqlite3
import time
from collections import Counter
from typing import Any

import pytest

from tests.browser.server import Server
from tests.faults.conftest import ROUNDS
from tests.faults.crowd import Crowd, ask

pytestmark = pytest.mark.faults
#: Seconds until phones are served again. `make test` shares the machine with browsers.
BACK = 2.0 if ROUNDS >= 10 else 20.0


def kill_one_worker(server: Server) -> None:
    os.kill(server.workers[0], signal.SIGKILL)


def kill_all_workers(server: Server) -> None:
    for worker in server.workers:
        os.kill(worker, signal.SIGKILL)


def kill_the_master(server: Server) -> None:
    server.process.kill()
    server.process.wait()
    server.spawn()


def kill_everything(server: Server) -> None:
    server.kill()
    server.spawn()


KILLS = [kill_one_worker, kill_all_workers, kill_the_master, kill_everything]


@pytest.mark.parametrize("kill", KILLS)
def test_no_acknowledged_entry_is_lost_and_none_counts_twice(server: Server, kill: Any):
    waits, phones, states = asyncio.run(killed_in_mid_burst(server, kill))
    told = {id: outcome for phone in phones for id, outcome in phone.told.items()}
    kept = {row["id"]: row for state in states.values() for row in state["entries"]}
    assert told and sum(len(phone.sent) for phone in phones) == len(told)
    for id, outcome in told.items():
        assert {name: kept[id][name] for name in outcome} == outcome
    for state in states.values():
        seqs = [row["seq"] for row in state["entries"]]
        assert seqs == list(range(1, state["seq"] + 1))
        assert energy(state["seats"]) == moved(state["entries"])
    accepted_by_phones = moved(told.values())
    assert accepted_by_phones == sum((energy(s["seats"]) for s in states.values()), Counter())
    assert sound(server)
    log = server.log.read_text()
    assert "Traceback" not in log and "not ready" not in log
    print(f"{kill.__name__}: {len(told)} entries, served again after", *(f"{w:.2f}" for w in waits))
    assert max(waits) <= BACK


async def killed_in_mid_burst(server: Server, kill: Any) -> tuple[list[float], Any, Any]:
    """How long phones waited after the server was there again, the phones, the tables."""
    crowd, waits = Crowd(server.port), []
    await crowd.begin()
    for _ in range(ROUNDS):
        await crowd.served_since(time.monotonic())
        await asyncio.sleep(0.5)
        await asyncio.to_thread(kill, server)
        waits.append(await crowd.served_since(await answers(server.port)))
    return waits, crowd.phones, await crowd.end()


async def answers(port: int) -> float:
    """When the server is there (again)."""
    while True:
        try:
            if (await ask(port, "GET", "/healthz"))[0] == 200:
                return time.monotonic()
        except (OSError, EOFError):
            pass
        await asyncio.sleep(0.02)


def energy(seats: list[dict[str, Any]]) -> Counter[str]:
    return +Counter({seat["id"]: seat["counters"]["energy"] for seat in seats})


def moved(rows: Any) -> Counter[str]:
    """The sum of what was accepted, by seat."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update({seat: kinds["energy"] for seat, kinds in row["delta"].items()})
    return +total


def sound(server: Server) -> bool:
    connection = sqlite3.connect(server.instance / "reservoir.sqlite3")
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
