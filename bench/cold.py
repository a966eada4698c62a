"""From a tap on the installed app, with no network, to a table and a home that can be used."""

from collections.abc import Iterator

from playwright.sync_api import expect

from bench.app import MINE, OTHER, SLOWER, phone_at_table, slow_down
from bench.browser import browsing
from bench.figures import Figure, percentile
from bench.server import serving
from tests.browser.installed import offline
from tests.browser.phone import Phone
from tests.browser.table import Table

TIMES = 15
ROWS = 40
USABLE = {
    "table": """() => document.querySelector("live-table[data-outbox]")
      && document.querySelector("[data-seat] [data-energy]")?.checkVisibility()""",
    "home": """() => document.querySelector(".recent__row")?.checkVisibility()""",
    "words": """() => document.querySelector("h1")?.checkVisibility()""",
}
# Looked at before each frame; the time is that after the frame which shows it, since the navigation
# began. The page tells of it by itself: whoever asks a page puts a large script of theirs into it,
# which a slow phone reads for long.
WATCH = """(() => {
  const isUsable = %s;
  const tell = () => {
    window.usable = performance.now();
    console.debug("usable");
  };
  const look = () => {
    if (isUsable()) setTimeout(tell);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
TOLD = """() => {
  const [navigation] = performance.getEntriesByType("navigation");
  return [window.usable, navigation.responseStart];
}"""


def measure() -> Iterator[Figure]:
    with serving() as server, browsing() as browser:
        phone, table = phone_at_table(browser, f"http://localhost:{server.port}", ROWS)
        offline(phone)
        for name, path in (("table", table.path), ("home", "/")):
            starts = [_start(phone, name, path) for _ in range(TIMES)]
            usable, answered = ([start[i] for start in starts] for i in (0, 1))
            what = f"{name}: cold start with no network at {SLOWER}x"
            yield Figure(f"{what}, p50", percentile(usable, 0.5), "ms", 500)
            yield Figure(f"{what}, worst of {TIMES}", max(usable), "ms")
            worker = percentile(answered, 0.5)
            yield Figure(f"{name}: of it until the worker's first byte, p50", worker, "ms")
        words = [_start(phone, "words", "/en/offline")[0] for _ in range(TIMES)]
        yield Figure(
            f"a page of a few words, as cold at {SLOWER}x, p50", percentile(words, 0.5), "ms"
        )
        _prove(phone, table)
        assert not phone.problems, phone.problems


def _start(phone: Phone, name: str, path: str) -> tuple[float, float]:
    """In a new page, with the worker stopped → ms until usable, ms until the first byte."""
    phone.page.close()
    phone.page = phone.new_tab()
    devtools = phone.context.new_cdp_session(phone.page)
    devtools.send("ServiceWorker.enable")
    devtools.send("ServiceWorker.stopAllWorkers")
    slow_down(phone)
    phone.page.add_init_script(WATCH % USABLE[name])
    with phone.page.expect_console_message(lambda message: message.text == "usable"):
        phone.page.goto(phone.address + path, wait_until="commit")
    usable, answered = phone.page.evaluate(TOLD)
    return usable, answered


def _prove(phone: Phone, table: Table) -> None:
    """What counted as a table that can be used is one."""
    _start(phone, "table", table.path)
    phone.tap(table, MINE)
    phone.shows(table, **{MINE: 1, OTHER: ROWS})
    expect(phone.status).to_contain_text("Offline")
