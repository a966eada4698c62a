"""Where a schedule happens: phones with their tabs, the network, the server, and the time."""

from typing import Any

import orjson

from tests.machine.claims import Wishes
from tests.machine.host import Host
from tests.machine.network import Network, Post
from tests.machine.server import Server

START = 1_796_000_000_000  # ms
SEATS = ("ANA00000", "BEN00000", "C1E00000")
MAKER = "maker".ljust(22, "_")
Step = tuple[Any, ...]


class Place:
    """What the steps of a schedule (world.py) have to do with."""

    def __init__(self, host: Host, server: Server, phones: int = 2, store: str = "memory",
                 locks: bool = True, network: type[Network] = Network) -> None:  # fmt: skip
        self.time = START
        self.script: list[Step] = []
        self.about = f"phones={phones}, store={store!r}, locks={locks}"
        self.server = server
        self.server.now = lambda: self.time
        self.net = network(host, self.server)
        self.wishes = Wishes()
        self.phones = phones
        self.devices: list[str] = []
        self.tabs: dict[str, tuple[str, str]] = {}  # living ones → device, table
        self.tables = [server.begin()]
        self._made = 0
        self._kept: Any = None
        self.restored = self.skewed = False
        self._worn: set[str] = set()  # whose database has failed
        self._open_table(host.run, store, locks)
        for _ in range(phones):
            self._new_device()
            self._open(self.devices[-1], self.tables[0], True)
        self.net.calm()

    def _open_table(self, run: Any, store: str, locks: bool) -> None:
        run(("reset", {"now": START, "store": store, "locks": locks}))
        seats = [{"seat": seat} for seat in SEATS]
        opening = {"id": "open".ljust(22, "_"), "seq": 1, "type": "open", "seats": seats}
        self.net.echo(Post(0, "", "", self.tables[0], _envelope(MAKER, opening)))

    def look(self) -> dict[str, Any]:
        """What every page shows, by tab."""
        return dict(zip(self.tabs, self.net.run(*(("look", t) for t in self.tabs)), strict=True))

    def dump(self) -> dict[str, Any]:
        """What every phone keeps, by device."""
        answers = self.net.run(*(("dump", device) for device in self.devices))
        return dict(zip(self.devices, answers, strict=True))

    def _waits(self) -> bool:
        looks = [("look", tab) for tab in self.tabs]
        told = self.net.run(*looks, *(("dump", device) for device in self.devices))
        pages, kept = told[: len(looks)], told[len(looks) :]
        return any(page["waiting"] or page["draft"] for page in pages) or any(
            stores["entries"] or stores["drafts"] for stores in kept
        )

    def _new_device(self) -> None:
        self.devices.append(f"p{len(self.devices)}")
        self.net.run(("device", self.devices[-1]))

    def _open(self, device: str, table: str, fresh: bool) -> None:
        self._made += 1
        name = f"t{self._made}"
        ledger = self.server.ledgers.get(table)
        seq = ledger.table.seq if ledger and fresh else 0
        self.tabs[name] = device, table
        self.net.run(("open", name, device, table, seq, fresh and device not in self.net.offline))

    def _pass(self, ms: int) -> None:
        self.time += ms
        self.net.run(("pass", ms))
        self.net.refuse()

    def _tab(self, n: int) -> str | None:
        names = list(self.tabs)
        return names[n % len(names)] if names else None

    def _wish(self, name: str, kind: str, *numbers: int) -> None:
        (news,) = self.net.run(("wish", name, kind, *numbers))
        self.wishes.take(name, self.tabs[name], news)

    def _close_drafts(self, device: str) -> None:
        for tab in [tab for tab, at in self.tabs.items() if at[0] == device]:
            self._wish(tab, "close")

    def _has(self, device: str, table: str) -> bool:
        return keeps(self.net.run(("dump", device))[0], table)

    def _device(self, n: int) -> str:
        return self.devices[n % len(self.devices)]

    def _post(self, n: int, fate: Any) -> None:
        if self.net.posts:
            fate(self.net.posts[n % len(self.net.posts)])

    def _body(self, n: int) -> str:
        return self.net.posts[n % len(self.net.posts)].body if self.net.posts else ""


def keeps(stores: dict[str, Any], table: str) -> bool:
    kept = (row for name, rows in stores.items() if name != "meta" for row in rows)
    return any(row["table"] == table for row in kept)


def _envelope(client: str, entry: dict[str, Any]) -> str:
    return orjson.dumps({"v": 1, "client": client, "entries": [entry]}).decode()
