"""One schedule: phones, commands and faults, step by step, and what must hold after each."""

from typing import Any

import orjson

from tests.machine.claims import Wishes, all_agree
from tests.machine.host import Host
from tests.machine.network import Network, Post
from tests.machine.server import Server

START = 1_796_000_000_000  # ms
SEATS = ("ANA00000", "BEN00000", "C1E00000")
MAKER = "maker".ljust(22, "_")
MOST_TABS, MOST_PHONES = 6, 4

WAITS = (50, 200, 800, 800, 3000, 8000, 16_000, 45_000, 130_000)  # ms
SKEWS = (0, 5_000, -5_000, 3_600_000, -3_600_000, 30_000_000, -400_000_000)
ANSWERS: tuple[dict[str, Any], ...] = (
    {"status": 500},
    {"status": 200},  # a captive portal's page: no JSON
    {"status": 429, "after": 2000},
    {"status": 503, "body": {"error": "busy"}, "after": 1000},
    {"status": 413, "body": {"error": "too_large"}},
    {"status": 302},
)
Step = tuple[Any, ...]


class World:
    """Steps are a name and some numbers; whatever the numbers are, they mean something."""

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

    # Steps. Each returns nothing; all numbers are taken modulo what there is.

    def do(self, name: str, *numbers: int) -> None:
        """One step, and what must hold after it."""
        self.script.append((name, *numbers))
        getattr(self, name)(*numbers)
        self.net.refuse()
        assert not self.net.problems, self.net.problems[:3]

    def wish(self, tab: int, kind: str, *numbers: int) -> None:
        """Somebody does something at a tab."""
        if name := self._tab(tab):
            self._wish(name, kind, *numbers)

    def torn(self, tab: int, how: int, kind: str, *numbers: int) -> None:
        """The app dies in the middle of what somebody does: before, or while it is written."""
        if name := self._tab(tab):
            wish, kill = ("rush", "wish", name, kind, *numbers), ("kill", name, _death(how))
            (news, _) = self.net.run(wish, kill)
            self.wishes.take(name, self.tabs.pop(name), news, torn=True)

    def kill(self, tab: int) -> None:
        if name := self._tab(tab):
            del self.tabs[name]
            self.net.run(("kill", name, "clean"))

    def die(self, post: int, how: int) -> None:
        """An answer comes to a phone that dies while it takes it."""
        if posts := [p for p in self.net.posts if p.tab in self.tabs and self.net.is_up(p)]:
            chosen = posts[post % len(posts)]
            del self.tabs[chosen.tab]
            self.net.deliver(chosen, ("kill", chosen.tab, _death(how)))

    def open(self, phone: int, table: int, fresh: int) -> None:
        """A page opens, from the server (then it knows who asks) or from what is kept offline."""
        device, at = self._device(phone), self.tables[table % len(self.tables)]
        if len(self.tabs) < MOST_TABS and (at in self.server.ledgers or self._has(device, at)):
            self._open(device, at, bool(fresh % 2))

    def clone(self, phone: int) -> None:
        """Everything that one phone keeps is copied to another."""
        if len(self.devices) < MOST_PHONES:
            device = self._device(phone)
            self._close_drafts(device)
            self.devices.append(f"p{len(self.devices)}")
            self.net.run(("clone", self.devices[-1], device))
            for table in self.tables:
                if any(at == (device, table) for at in self.tabs.values()):
                    self._open(self.devices[-1], table, False)

    def start(self, phone: int) -> None:
        """A table is begun on a phone, with or without a network."""
        device = self._device(phone)
        room = len(self.tables) < 3 and len(self.tabs) < MOST_TABS
        if room and self._kept is None and device not in self._worn:
            (begun,) = self.net.run(("start", device, 2 + phone % 2))
            self.tables.append(begun["table"])
            self._open(device, begun["table"], False)

    def hide(self, tab: int) -> None:
        if name := self._tab(tab):
            self.net.run(("hide", name))

    def wake(self, tab: int) -> None:
        if name := self._tab(tab):
            self.net.run(("wake", name))

    def wait(self, n: int) -> None:
        self._pass(WAITS[n % len(WAITS)])

    def clock(self, phone: int, n: int) -> None:
        """Somebody sets a phone's clock."""
        self.skewed = True
        self._close_drafts(self._device(phone))
        self.net.run(("set", self._device(phone), {"skew": SKEWS[n % len(SKEWS)]}))

    def flow(self) -> None:
        """The network is quick for a moment."""
        self.net.calm()

    def deliver(self, n: int) -> None:
        self._post(n, self.net.deliver)

    def commit(self, n: int) -> None:
        """A post arrives; its answer takes its time."""
        self._post(n, lambda post: self.net.run(*self.net.commit(post)))

    def drop(self, n: int) -> None:
        self._post(n, self.net.drop)

    def fail(self, n: int, how: int) -> None:
        answer = ANSWERS[how % len(ANSWERS)]
        many = '"seq":' in self._body(n) and self._body(n).count('"seq":') > 1
        if answer["status"] != 413 or many:
            self._post(n, lambda post: self.net.fail(post, answer))

    def echo(self, n: int) -> None:
        """Something on the way sends an old post once more."""
        if self.net.before:
            self.net.echo(self.net.before[n % len(self.net.before)])

    def stream(self, n: int, most: int) -> None:
        """One stream gets on."""
        if streams := [s for s in self.net.streams if self.net.is_up(s)]:
            self.net.flow(streams[n % len(streams)], most % 4 or 99)

    def cut(self, n: int) -> None:
        if self.net.streams:
            self.net.cut(self.net.streams[n % len(self.net.streams)])

    def away(self, phone: int) -> None:
        """A phone loses its connection."""
        self.net.sever(self._device(phone))

    def back(self, phone: int) -> None:
        self.net.offline.discard(self._device(phone))

    def disk(self, phone: int, broken: int) -> None:
        """A phone's database fails, or is well again."""
        if all(table in self.server.ledgers for table in self.tables):
            self._worn.add(self._device(phone))
            self.net.run(("set", self._device(phone), {"broken": bool(broken % 2)}))

    def backup(self) -> None:
        if self._kept is None and all(table in self.server.ledgers for table in self.tables):
            self._kept = self.server.backup()

    def restore(self) -> None:
        """The server comes back as it was at the backup."""
        if self._kept and not self.restored:
            self.server.restore(self._kept)
            self.restored = True
            self.net.run(*self.net.known(self.tables))
            for stream in list(self.net.streams):
                self.net.cut(stream)

    # The end: the network is well, everybody comes back, and time goes on.

    def finish(self) -> None:
        """Come to rest, then hold all phones, the server and the ledger together."""
        self.net.offline.clear()
        self.net.run(*(("set", device, {"broken": False}) for device in self.devices))
        self.net.calm()
        for name in [name for name, at in self.tabs.items() if at[0] in self._worn]:
            del self.tabs[name]  # what is in a journal is taken up by the next page
            self.net.run(("kill", name, "clean"))
        for device, stores in self.dump().items():
            for table in self.tables:
                mine = _keeps(stores, table) or (
                    device in self._worn and table in self.server.ledgers
                )
                if mine and (device, table) not in self.tabs.values():
                    self._open(device, table, False)
        for turn in range(1, 60):
            self.net.calm()
            self._pass((1000, 8000)[turn % 2])
            self.net.calm()
            if turn % 4 == 2 or (rests := not self._waits()):
                self.net.run(*(("wake", name) for name in self.tabs))
                self.net.calm()
            if turn > 1 and rests and not self._waits():
                break
        assert not self.net.problems, self.net.problems[:3]
        all_agree(self)

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
        return _keeps(self.net.run(("dump", device))[0], table)

    def _device(self, n: int) -> str:
        return self.devices[n % len(self.devices)]

    def _post(self, n: int, fate: Any) -> None:
        if self.net.posts:
            fate(self.net.posts[n % len(self.net.posts)])

    def _body(self, n: int) -> str:
        return self.net.posts[n % len(self.net.posts)].body if self.net.posts else ""


def _keeps(stores: dict[str, Any], table: str) -> bool:
    kept = (row for name, rows in stores.items() if name != "meta" for row in rows)
    return any(row["table"] == table for row in kept)


def _death(how: int) -> str:
    return "torn" if how % 2 else "clean"


def _envelope(client: str, entry: dict[str, Any]) -> str:
    return orjson.dumps({"v": 1, "client": client, "entries": [entry]}).decode()
