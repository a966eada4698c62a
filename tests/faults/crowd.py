"""Forty phones in one event loop: each posts until it is acknowledged, and follows its table."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from webapp.services.links import new_entry_id

BROKEN = (OSError, EOFError, TimeoutError)
LONG = 60.0  # seconds; everything here is there much sooner


Answer = tuple[int, dict[str, str], asyncio.StreamReader]


async def ask(port: int, method: str, path: str, **sent: Any) -> tuple[int, dict[str, str], bytes]:
    """One request on a connection of its own: status, headers, body. Raises one of BROKEN."""
    async with asyncio.timeout(20), connected(port, method, path, **sent) as answer:
        status, head, reader = answer
        return status, head, await reader.readexactly(int(head["content-length"]))


@asynccontextmanager
async def connected(
    port: int,
    method: str,
    path: str,
    version: str = "1.0",
    source: str = "127.0.0.1",
    body: bytes = b"",
    **headers: str,
) -> AsyncIterator[Answer]:
    """The same with the body still to be read; `source` is the address that asks."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        lines = [f"{method} {path} HTTP/{version}", f"Host: 127.0.0.1:{port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {len(body)}", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        named = (line.split(": ", 1) for line in head[1:] if line)
        yield int(head[0].split()[1]), {name.lower(): value for name, value in named}, reader
    finally:
        writer.close()


class Phone:
    """What one phone has sent, what it was told, and since when it has been served."""

    def __init__(self, port: int, table: str, seats: list[str]) -> None:
        self.port, self.table, self.seats = port, table, seats
        self.client = new_entry_id()
        self.sent: list[dict[str, Any]] = []
        self.waiting: list[dict[str, Any]] = []
        self.told: dict[str, dict[str, Any]] = {}
        self.heard = 0  # seq
        self.asked = 0.0  # when the last request that was answered had begun

    async def play(self, stop: asyncio.Event) -> None:
        """Tap and post until it is over and everything is acknowledged."""
        tries = 0
        while self.waiting or not stop.is_set():
            if not stop.is_set():
                self._tap()
            tries = 0 if await self._post() else tries + 1
            await asyncio.sleep(patience(tries) if tries else random.uniform(0.05, 0.25))

    async def follow(self) -> None:
        """Listen, and come back whenever the stream ends."""
        tries = 0
        while True:
            try:
                path = f"/t/{self.table}/events?c={self.client}&after={self.heard}"
                async with connected(self.port, "GET", path) as (status, _, reader):
                    async for line in reader:
                        tries = self._hear(line) if status == 200 else tries
            except BROKEN:
                pass
            tries += 1
            await asyncio.sleep(patience(tries))

    def _hear(self, line: bytes) -> int:
        if line.startswith(b"id: "):
            seq = int(line[4:])
            assert seq >= self.heard, "the ledger went back"
            self.heard = seq
        return 0

    def _tap(self) -> None:
        entry = {
            "id": new_entry_id(),
            "seq": len(self.sent) + 1,
            "type": random.choice(["gain", "gain", "pay"]),
            "seat": random.choice(self.seats),
            "kind": "energy",
            "n": random.randint(1, 3),
        }
        self.sent.append(entry)
        self.waiting.append(entry)

    async def _post(self) -> bool:
        body = {"v": 1, "client": self.client, "entries": self.waiting[:100]}
        began = time.monotonic()
        try:
            status, _, answer = await ask(
                self.port, "POST", f"/t/{self.table}/entries", body=json.dumps(body).encode(),
                Content_Type="application/json", Cookie=f"author={self.client}",
                Sec_Fetch_Site="same-origin",
            )  # fmt: skip
        except BROKEN:
            return False
        if status != 200:
            assert status in (429, 503), answer
            return False
        self.asked = began
        self._learn(json.loads(answer))
        return True

    def _learn(self, answer: dict[str, Any]) -> None:
        for outcome in answer["outcomes"]:
            outcome.pop("replay", None)
            assert self.told.setdefault(outcome["id"], outcome) == outcome
        self.waiting = [entry for entry in self.waiting if entry["seq"] > answer["ack"]]


def patience(tries: int) -> float:
    """As static/js/network.js has it; seconds."""
    return random.random() * min(30, max(1, 2.0 ** (tries - 10)))


class Crowd:
    """Phones at tables of four seats each."""

    def __init__(self, port: int, phones: int = 40, tables: int = 8) -> None:
        self._port, self._many, self._tables = port, phones, tables
        self.phones: list[Phone] = []
        self._over = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []
        self._following: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        tables = [await self._open_table() for _ in range(self._tables)]
        for n in range(self._many):
            table, seats = tables[n % len(tables)]
            self.phones.append(Phone(self._port, table, seats))
        self._playing = [asyncio.create_task(phone.play(self._over)) for phone in self.phones]
        self._following = [asyncio.create_task(phone.follow()) for phone in self.phones]

    async def served_since(self, moment: float) -> float:
        """Wait until every phone had an answer to something it asked since then: how long."""
        while min(phone.asked for phone in self.phones) < moment:
            assert time.monotonic() < moment + LONG, "somebody is not served any more"
            self._see()
            await asyncio.sleep(0.02)
        return time.monotonic() - moment

    async def end(self) -> dict[str, dict[str, Any]]:
        """Let everyone send what is left; then the state of each table with its whole ledger."""
        self._over.set()
        async with asyncio.timeout(LONG):
            await asyncio.gather(*self._playing)
            states = {table: await self.ledger(table) for table in {p.table for p in self.phones}}
            while any(phone.heard < states[phone.table]["seq"] for phone in self.phones):
                self._see()
                await asyncio.sleep(0.05)
        for task in self._following:
            task.cancel()
        return states

    async def ledger(self, table: str) -> dict[str, Any]:
        """The state, with all entries however many there are."""
        status, _, body = await ask(self._port, "GET", f"/t/{table}/state?after=0")
        assert status == 200
        return json.loads(body)

    async def _open_table(self) -> tuple[str, list[str]]:
        status, head, _ = await ask(
            self._port, "POST", "/tables", body=b"seats=4",
            Content_Type="application/x-www-form-urlencoded",
        )  # fmt: skip
        assert status == 303
        table = head["location"].removeprefix("/t/")
        return table, [seat["id"] for seat in (await self.ledger(table))["seats"]]

    def _see(self) -> None:
        """Let a phone's complaint be heard at once."""
        for task in [*self._playing, *self._following]:
            if task.done():
                task.result()
