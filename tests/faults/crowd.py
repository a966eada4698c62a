"""Forty phones in one event loop."""

import asyncio
import json
import time
from typing import Any

from tests.faults.phone import Phone
from tests.faults.wire import ask

LONG = 60.0  # seconds; everything here is there much sooner
LOOK = 0.005  # seconds between two looks at the phones


class Crowd:
    """Phones at tables of four seats each."""

    def __init__(self, port: int, phones: int = 40, tables: int = 8) -> None:
        self._port, self._many, self._tables = port, phones, tables
        self.phones: list[Phone] = []
        self._over = asyncio.Event()
        self._busy: list[asyncio.Task[None]] = []
        self._following: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        tables = [await self._open_table() for _ in range(self._tables)]
        for n in range(self._many):
            table, seats = tables[n % len(tables)]
            self.phones.append(Phone(self._port, table, seats))
        for phone in self.phones:
            self._busy += map(asyncio.create_task, (phone.play(self._over), phone.send(self._over)))
            self._following.append(asyncio.create_task(phone.follow()))

    async def back_since(self, moment: float) -> float:
        """
        Seconds from the moment until the slowest phone is back.

        Each taps once more now. It is back when this tap, and so all before it, is confirmed by an
        answer and shown by its stream: one that died can't show it.
        """
        missing = [(phone, phone.tap()) for phone in self.phones]
        while missing := [(phone, tap) for phone, tap in missing if not phone.knows(tap)]:
            assert time.monotonic() < moment + LONG, "somebody is not served any more"
            self._see()
            await asyncio.sleep(LOOK)
        return time.monotonic() - moment

    async def end(self) -> set[str]:
        """Let everyone send what is left, and hear of it; the ids of their tables."""
        self._over.set()
        async with asyncio.timeout(LONG):
            await asyncio.gather(*self._busy)
            tables = {phone.table for phone in self.phones}
            last = {table: (await self._state(table))["seq"] for table in tables}
            while any(phone.heard < last[phone.table] for phone in self.phones):
                self._see()
                await asyncio.sleep(LOOK)
        for task in self._following:
            task.cancel()
        return tables

    async def _state(self, table: str) -> dict[str, Any]:
        status, _, body = await ask(self._port, "GET", f"/t/{table}/state")
        assert status == 200
        return json.loads(body)

    async def _open_table(self) -> tuple[str, list[str]]:
        status, head, _ = await ask(
            self._port, "POST", "/tables", body=b"seats=4",
            Content_Type="application/x-www-form-urlencoded",
        )  # fmt: skip
        assert status == 303
        table = head["location"].removeprefix("/t/")
        return table, [seat["id"] for seat in (await self._state(table))["seats"]]

    def _see(self) -> None:
        """Let a phone's complaint be heard at once."""
        for task in [*self._busy, *self._following]:
            if task.done():
                task.result()
