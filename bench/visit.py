"""The first visit of a phone with nothing in its cache: bytes and requests up to `load`."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Browser, CDPSession

from bench.browser import CARD, PIXEL, a_table, browsing
from bench.figures import Figure
from bench.server import serving

SEATS = 4
LATER = 2000  # ms in which a page fetches what it has put off


@dataclass
class Wire:
    """What the browser says of the wire; times are its own, in seconds."""

    began: dict[str, float] = field(default_factory=dict)
    bodies: dict[str, int] = field(default_factory=dict)
    heads: dict[str, int] = field(default_factory=dict)
    load: float = 0.0

    def listen(self, session: CDPSession) -> None:
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.responseReceived", self._head)
        session.on("Network.dataReceived", self._body)
        session.on("Network.loadingFinished", self._end)
        session.on("Page.loadEventFired", self._loaded)
        for part in ("Network.enable", "Page.enable"):
            session.send(part)

    def _begin(self, event: dict) -> None:
        if event["request"]["url"].startswith("http"):
            self.began.setdefault(event["requestId"], event["timestamp"])

    def _head(self, event: dict) -> None:
        self.heads[event["requestId"]] = event["response"]["encodedDataLength"]

    def _body(self, event: dict) -> None:
        asked = event["requestId"]
        self.bodies[asked] = self.bodies.get(asked, 0) + event["encodedDataLength"]

    # The page's own body is told only here.
    def _end(self, event: dict) -> None:
        asked = event["requestId"]
        self.bodies[asked] = int(event["encodedDataLength"]) - self.heads.get(asked, 0)

    def _loaded(self, event: dict) -> None:
        self.load = event["timestamp"]

    @property
    def requests(self) -> int:
        return len(self.first)

    @property
    def first(self) -> set[str]:
        """What was asked for up to `load`."""
        return {asked for asked, at in self.began.items() if at <= self.load}

    def up_to_load(self, parts: dict[str, int]) -> int:
        return sum(parts.get(asked, 0) for asked in self.first)


def measure() -> Iterator[Figure]:
    with serving() as server, browsing() as browser:
        table = a_table(server.port, SEATS)[0].table
        for name, path in (("table", f"/t/{table}"), ("card", CARD)):
            wire = _visit(browser, f"http://localhost:{server.port}{path}")
            bodies, heads = _kb(wire, wire.bodies), _kb(wire, wire.heads)
            everything = sum(wire.bodies.values()) + sum(wire.heads.values())
            yield Figure(f"{name}: bytes up to load, bodies and heads", bodies + heads, "KB", 45)
            yield Figure(f"{name}: requests up to load", wire.requests, "", 30)
            yield Figure(f"{name}: of the bytes, plain heads", heads, "KB")
            yield Figure(f"{name}: bytes with what comes after load", everything / 1000, "KB")


def _visit(browser: Browser, address: str) -> Wire:
    context = browser.new_context(locale="en-GB", **PIXEL)
    page, wire = context.new_page(), Wire()
    wire.listen(context.new_cdp_session(page))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(LATER)
    context.close()
    return wire


def _kb(wire: Wire, parts: dict[str, int]) -> float:
    return wire.up_to_load(parts) / 1000
