"""A table as a simple client sees it: opened, read and written through the public addresses."""

import contextlib
import copy
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
COLOURS = ["aether", "brass", "rose", "leaf", "violet", "ember", "sand", "slate"]
SHAPES = ["circle", "diamond", "triangle", "hexagon", "square", "star", "drop", "cross"]


def base32(length: int) -> str:
    return "".join(secrets.choice(CROCKFORD) for _ in range(length))


def entry_id() -> str:
    return secrets.token_urlsafe(16)


class Table:
    """A fresh table with a seat for each name; nobody holds one yet."""

    def __init__(self, address: str, *names: str) -> None:
        self.address = address
        self.id = base32(26)
        self.path = f"/t/{self.id}"
        self.seats = {name: base32(8) for name in names}
        self._client, self._seq = entry_id(), 0
        seats = zip(names, COLOURS, SHAPES, strict=False)
        self.write(
            type="open",
            seats=[
                {"seat": self.seats[name], "name": name, "colour": colour, "shape": shape}
                for name, colour, shape in seats
            ],
        )

    def write(self, **fields: Any) -> Mapping[str, Any]:
        """One entry by a player who uses no page at all. Returns its outcome."""
        self._seq += 1
        entry = {"id": entry_id(), "seq": self._seq, **fields}
        body = json.dumps({"v": 1, "client": self._client, "entries": [entry]}).encode()
        request = urllib.request.Request(
            f"{self.address}{self.path}/entries", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)["outcomes"][0]

    def by_another(self) -> "Table":
        """The same table, written by a second client."""
        other = copy.copy(self)
        other._client, other._seq = entry_id(), 0
        return other

    def make_new_link(self, which: str) -> None:
        """A new link to play or to watch, as a page without scripts asks for it."""
        body = f"which={which}".encode()
        with urllib.request.urlopen(f"{self.address}{self.path}/rotate", body, timeout=10) as page:
            assert page.status == 200

    def forget(self) -> None:
        """Delete it for good. Its address says so from then on."""
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"{self.address}{self.path}/forget", b"", timeout=10)

    def gain(self, name: str, n: int) -> Mapping[str, Any]:
        return self.write(type="gain", seat=self.seats[name], kind="energy", n=n)

    def pay(self, name: str, n: int) -> Mapping[str, Any]:
        return self.write(type="pay", seat=self.seats[name], kind="energy", n=n)

    def state(self) -> Mapping[str, Any]:
        address = f"{self.address}{self.path}/state?after=0"
        with urllib.request.urlopen(address, timeout=10) as answer:
            return json.load(answer)

    def energy(self, name: str) -> int:
        counters = {seat["id"]: seat["counters"] for seat in self.state()["seats"]}
        return counters[self.seats[name]]["energy"]

    def comes_to(self, within: float = 15, **energy: int) -> None:
        """The server's totals by name, waited for so many seconds."""
        end = time.monotonic() + within
        while (totals := {name: self.energy(name) for name in energy}) != energy:
            assert time.monotonic() < end, f"the server has {totals}, not {energy}"
            time.sleep(0.05)

    def rows(self, *types: str) -> list[Mapping[str, Any]]:
        """The ledger's rows of these types (of all without any), oldest first."""
        return [row for row in self.state()["entries"] if not types or row["type"] in types]
