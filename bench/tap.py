"""From a tap to the paint that shows it, on a phone four times as slow, while others play too."""

import asyncio
import json
import random
import threading
from collections.abc import Iterator

from playwright.sync_api import Page

from bench.browser import PIXEL, a_table, browsing
from bench.client import Line, Player
from bench.figures import Figure, percentile
from bench.server import serving

SLOWER = 4
SEATS = 8
TAPS = 300
OTHERS = 4  # entries a second by everyone else
# Event Timing: from the touch as the system stamped it to the next frame on the screen, in steps
# of 8 ms. What took less than 16 ms is not reported and counts as that.
WATCH = """() => {
  window.taps = [];
  new PerformanceObserver((list) => {
    for (const { name, duration, target } of list.getEntries())
      if (name === "pointerup" && target?.closest?.("[data-pad]")) taps.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
}"""
# What no page can be faster than: one button, one number, no style to speak of.
BARE = """<!doctype html><meta name="viewport" content="width=device-width">
<button data-pad="1" style="width: 100%; height: 300px; touch-action: manipulation">+</button>
<p data-energy>0</p>
<script>
let n = 0;
const number = document.querySelector("[data-energy]");
document.querySelector("button").addEventListener("pointerup", () => (number.textContent = ++n));
</script>"""


def measure() -> Iterator[Figure]:
    with serving() as server, browsing() as browser:
        bare = browser.new_page(**PIXEL)
        bare.set_content(BARE)
        floor = _times(bare, "body")
        bare.close()
        address = f"http://localhost:{server.port}"
        me, *others = a_table(server.port, SEATS)
        context = browser.new_context(**PIXEL)
        context.add_cookies([{"name": "author", "value": me.client, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/t/{me.table}")
        page.locator('#status[data-state="live"]').wait_for()
        with Table(server.port, others):
            times = _times(page, f"#seat-{me.seat}")
    yield Figure("taps", len(times))
    yield Figure(f"tap to paint at {SLOWER}x, p50", percentile(times, 0.5), "ms")
    yield Figure(f"tap to paint at {SLOWER}x, p99", percentile(times, 0.99), "ms", 50)
    yield Figure("the same on a bare page, p50", percentile(floor, 0.5), "ms")
    yield Figure("the same on a bare page, p99", percentile(floor, 0.99), "ms")


def _times(page: Page, seat: str) -> list[float]:
    """Tap the pad of a seat on a slow phone → ms of each tap; all of them must have counted."""
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    pad = page.locator(f"{seat} [data-pad='1']").bounding_box()
    assert pad
    for _ in range(TAPS):
        page.touchscreen.tap(pad["x"] + pad["width"] / 2, pad["y"] + pad["height"] / 2)
        page.wait_for_timeout(random.uniform(60, 260))
    page.wait_for_timeout(1000)
    shown = page.locator(f"{seat} [data-energy]").text_content()
    assert shown == str(TAPS), f"{shown} after {TAPS} taps"
    told = page.evaluate("taps")
    return [*told, *[16.0] * (TAPS - len(told))]


class Table:
    """The others at the table, who go on playing until it is left."""

    def __init__(self, port: int, players: list[Player]) -> None:
        self._port, self._players = port, players
        self._over = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    async def _play(self) -> None:
        line = Line(self._port)
        while not self._over.is_set():
            player = random.choice(self._players)
            player.hear(json.loads(await line.ask(player.request(player.gain()))))
            await asyncio.sleep(1 / OTHERS)
        line.close()
