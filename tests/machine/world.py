"""One schedule: phones, commands and faults, step by step, and what must hold after each."""

from typing import Any

from tests.machine.claims import all_agree
from tests.machine.place import Place, keeps

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


class World(Place):
    """Steps are a name and some numbers; whatever the numbers are, they mean something."""

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
                mine = keeps(stores, table) or (
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


def _death(how: int) -> str:
    return "torn" if how % 2 else "clean"
