"""Entries made with no network: from its return until the server has told the phone of them all."""

from collections.abc import Iterator

from playwright.sync_api import Browser, expect

from bench.app import MINE, SLOWER, phone_at_table, slow_down
from bench.browser import browsing
from bench.figures import Figure, percentile
from bench.server import serving
from tests.browser.installed import offline, online

TIMES = 5
WAITING = 500
# By the page's own pads: a tap, and the draft closed by a click beside it.
MAKE = """([pad, n]) => {
  for (let i = 0; i < n; i++) {
    document.querySelector(pad).click();
    document.body.click();
  }
}"""
STORED = """() => new Promise((done, fail) => {
  const asked = indexedDB.open("reservoir");
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const count = asked.result.transaction("entries").objectStore("entries").count();
    count.onsuccess = () => { asked.result.close(); done(count.result); };
  };
})"""
# A connected page says nothing of what waits for less than a moment: the store is asked, too.
WATCH = """() => {
  window.tasks = [0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask" });
  const status = document.getElementById("status");
  addEventListener("online", () => {
    const from = performance.now();
    const look = async () => {
      if (status.dataset.state === "live" && (await (STORED)()) === 0)
        window.merged = performance.now() - from;
      else setTimeout(look, 50);
    };
    look();
  }, { once: true, capture: true });
}""".replace("STORED", STORED)


def measure() -> Iterator[Figure]:
    with serving() as server, browsing() as browser:
        told = [_merge(browser, f"http://localhost:{server.port}") for _ in range(TIMES)]
    times, tasks = ([each[i] for each in told] for i in (0, 1))
    what = f"{WAITING} entries that waited, at {SLOWER}x"
    yield Figure(f"{what}: merged, p50", percentile(times, 0.5), "ms")
    yield Figure(f"{what}: merged, worst of {TIMES}", max(times), "ms")
    yield Figure(f"{what}: longest task meanwhile, p50", percentile(tasks, 0.5), "ms")


def _merge(browser: Browser, address: str) -> tuple[float, float]:
    """A phone and a table of their own → ms until nothing waits, ms of the longest task."""
    phone, table = phone_at_table(browser, address)
    offline(phone)
    phone.page.evaluate(MAKE, [f'#seat-{table.seats[MINE]} [data-pad="1"]', WAITING])
    phone.shows(table, **{MINE: WAITING})
    expect(phone.status).to_contain_text(f"{WAITING}")
    phone.page.wait_for_function(f"async () => await ({STORED})() === {WAITING}")
    slow_down(phone)
    phone.page.evaluate(WATCH)
    online(phone)
    phone.page.wait_for_function("() => window.merged", timeout=120_000)
    merged, longest = phone.page.evaluate("[window.merged, Math.max(...window.tasks)]")
    assert table.state()["seq"] >= WAITING and table.energy(MINE) == WAITING
    assert phone.page.evaluate(STORED) == 0
    assert not phone.problems, phone.problems
    phone.context.close()
    return merged, longest
