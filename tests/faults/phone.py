"""One phone without a screen: taps, posts until all is acknowledged, and follows its table."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

from tests.faults.wire import BROKEN, ask, connected
from webapp.services.links import new_entry_id

DEBOUNCE = 0.15  # seconds, as static/js/offline/outbox.js has it
BATCH = 100  # entries, the same
PAUSE = (0.1, 0.7)  # seconds between two taps: forty phones make a hundred entries a second


def back_off(tries: int, chance: Callable[[], float] = random.random) -> float:
    """Seconds until the next try: `backOff` of static/js/offline/clockwork.js."""
    return chance() * (min(30.0, 2.0 ** max(0, tries - 20)) if tries else 0.5)


class Phone:
    """What one phone has sent, and what it was told about it by answers and by its stream."""

    def __init__(self, port: int, table: str, seats: list[str]) -> None:
        self.port, self.table, self.seats = port, table, seats
        self.client = new_entry_id()
        self.sent: list[dict[str, Any]] = []
        self.waiting: list[dict[str, Any]] = []
        self.told: dict[str, dict[str, Any]] = {}
        self.heard = 0  # seq of the table
        self.confirmed = 0  # own seq, as the stream has it

    def tap(self) -> int:
        """Make an entry; its own seq."""
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
        return len(self.sent)

    def knows(self, seq: int) -> bool:
        """Whether it was told that all it has tapped so far is in the ledger, twice over."""
        return self.confirmed >= seq and not any(entry["seq"] <= seq for entry in self.waiting)

    async def play(self, over: asyncio.Event) -> None:
        """Tap until it is over, whatever becomes of it."""
        while not over.is_set():
            self.tap()
            await asyncio.sleep(random.uniform(*PAUSE))

    async def send(self, over: asyncio.Event) -> None:
        """Post what waits, one flight at a time, until it is over and everything acknowledged."""
        tries = 0
        while self.waiting or not over.is_set():
            later = await self._post() if self.waiting else None
            if later is None:
                tries = 0
                await asyncio.sleep(DEBOUNCE)
            else:
                await asyncio.sleep(later or back_off(tries))
                tries += 1

    async def follow(self) -> None:
        """Listen, and come back whenever the stream ends, as static/js/live.js does."""
        tries = 0
        while True:
            try:
                path = f"/t/{self.table}/events?c={self.client}&after={self.heard}"
                async with connected(self.port, "GET", path) as (status, _, reader):
                    async for line in reader:
                        if status == 200 and line.startswith(b"data: "):
                            tries = 0
                            self._hear(json.loads(line[6:]))
            except BROKEN:
                pass
            await asyncio.sleep(back_off(tries))
            tries += 1

    def _hear(self, state: dict[str, Any]) -> None:
        """A state, or a heartbeat."""
        assert state["seq"] >= self.heard, "the ledger went back"
        self.heard = state["seq"]
        self.confirmed = max(self.confirmed, state.get("ack", 0))

    async def _post(self) -> float | None:
        """None when it was taken; else the seconds that the server asks for, or 0."""
        body = {"v": 1, "client": self.client, "entries": self.waiting[:BATCH]}
        try:
            status, head, answer = await ask(
                self.port, "POST", f"/t/{self.table}/entries", body=json.dumps(body).encode(),
                Content_Type="application/json", Cookie=f"author={self.client}",
                Sec_Fetch_Site="same-origin",
            )  # fmt: skip
        except BROKEN:
            return 0
        if status != 200:
            assert status in (429, 503), answer
            return float(head.get("retry-after", 0))
        self._learn(json.loads(answer))
        return None

    def _learn(self, answer: dict[str, Any]) -> None:
        for outcome in answer["outcomes"]:
            outcome.pop("replay", None)
            assert self.told.setdefault(outcome["id"], outcome) == outcome
        self.waiting = [entry for entry in self.waiting if entry["seq"] > answer["ack"]]
