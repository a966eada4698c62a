"""Four people with a phone each: Ana owns the table, Ben sits, Cleo watches, Dan is a stranger."""

import itertools
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

TABLE = "TAB1E0TAB1E0TAB1E0TAB1E000"
ANAS, BENS, FREE = "ANA00000", "BEN00000", "FREE0000"
START = 1_796_000_000_000  # ms


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> int:
        return self.time


class Person:
    """One person's phone: it counts its entries as phones do."""

    def __init__(self, name: str, app: Flask) -> None:
        self.name = name
        self.client = name.ljust(22, "-")
        self.web = app.test_client()
        self.web.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        self._count = itertools.count(1)

    def entry(self, type: str, **fields: Any) -> dict[str, Any]:
        """The next entry of this phone."""
        n = next(self._count)
        return {"id": f"{self.name}-{n}-".ljust(22, "_"), "seq": n, "type": type, **fields}

    def gain(self, seat: str, n: Any, **fields: Any) -> dict[str, Any]:
        return self.entry("gain", seat=seat, kind="energy", n=n, **fields)

    def pay(self, seat: str, n: Any, **fields: Any) -> dict[str, Any]:
        return self.entry("pay", seat=seat, kind="energy", n=n, **fields)

    def opening(self) -> list[dict[str, Any]]:
        """Three seats, of which this person takes the first."""
        seats = [{"seat": ANAS, "name": "Ana"}, {"seat": BENS, "name": "Ben"}, {"seat": FREE}]
        return [self.entry("open", seats=seats), self.entry("seat_take", seat=ANAS)]

    def post(self, *entries: dict[str, Any], table: str = TABLE, **changes: Any) -> TestResponse:
        """Post entries as a phone does."""
        envelope = {"v": 1, "client": self.client, "entries": list(entries), **changes}
        return self.web.post(f"/t/{table}/entries", json=envelope)

    def outcome(self, *entries: dict[str, Any]) -> dict[str, Any]:
        """Post, and see what became of the last one."""
        answer = self.post(*entries)
        assert answer.status_code == 200, answer.text
        return answer.json["outcomes"][-1]

    def form(self, table: str = TABLE, **fields: Any) -> TestResponse:
        """Send a plain form."""
        return self.web.post(f"/t/{table}/entries", data=fields)

    def fragment(self, table: str = TABLE, **fields: Any) -> TestResponse:
        """Send the same form with htmx."""
        return self.web.post(f"/t/{table}/entries", data=fields, headers={"HX-Request": "true"})

    def state(self, address: str = f"/t/{TABLE}", **asked: Any) -> dict[str, Any]:
        answer = self.web.get(f"{address}/state", query_string=asked)
        assert answer.status_code == 200, answer.text
        return answer.json

    def energy(self) -> dict[str, int]:
        """What everyone has, by seat."""
        return {seat["id"]: seat["counters"]["energy"] for seat in self.state()["seats"]}
