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
    bodies: list[tuple[float, int]] = field(default_factory=list)
    heads: list[tuple[float, int]] = field(default_factory=list)
    load: float = 0.0

    def listen(self, session: CDPSession) -> None:
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.responseReceived", self._head)
        session.on("Network.dataReceived", self._body)
        session.on("Page.loadEventFired", self._loaded)
        for part in ("Network.enable", "Page.enable"):
            session.send(part)

    def _begin(self, event: dict) -> None:
        if event["request"]["url"].startswith("http"):
            self.began.setdefault(event["requestId"], event["timestamp"])

    def _head(self, event: dict) -> None:
        self.heads.append((event["timestamp"], event["response"]["encodedDataLength"]))

    def _body(self, event: dict) -> None:
        self.bodies.append((event["timestamp"], event["encodedDataLength"]))

    def _loaded(self, event: dict) -> None:
        self.load = event["timestamp"]

    @property
    def requests(self) -> int:
        return sum(at <= self.load for at in self.began.values())

    def up_to_load(self, parts: list[tuple[float, int]]) -> int:
        return sum(size for at, size in parts if at <= self.load)


def measure() -> Iterator[Figure]:
    with serving() as server, browsing() as browser:
        table = a_table(server.port, SEATS)[0].table
        for name, path in (("table", f"/t/{table}"), ("card", CARD)):
            wire = _visit(browser, f"http://localhost:{server.port}{path}")
            everything = sum(size for _, size in wire.bodies)
            yield Figure(f"{name}: compressed bytes up to load", _kb(wire, wire.bodies), "KB", 45)
            yield Figure(f"{name}: requests up to load", wire.requests, "", 30)
            yield Figure(f"{name}: heads beside them, uncompressed", _kb(wire, wire.heads), "KB")
            yield Figure(f"{name}: bytes with what comes after load", everything / 1000, "KB")


def _visit(browser: Browser, address: str) -> Wire:
    context = browser.new_context(locale="en-GB", **PIXEL)
    page, wire = context.new_page(), Wire()
    wire.listen(context.new_cdp_session(page))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(LATER)
    context.close()
    return wire


def _kb(wire: Wire, parts: list[tuple[float, int]]) -> float:
    return wire.up_to_load(parts) / 1000
