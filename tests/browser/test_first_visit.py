"""The first visit of a table on a phone with nothing in its cache."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE, PORTRAIT
from tests.views.test_weight import BYTES, REQUESTS

SMALL = (320, 568)
# Chromium fetches icon and manifest without telling, after `load`.
UNTOLD, UNTOLD_BYTES = 2, 2_000
BEFORE_LOAD = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource");
  const first = files.filter(({ startTime }) => startTime <= page.loadEventStart);
  return Object.fromEntries([page, ...first].map(({ name, transferSize }) => [name, transferSize]));
}"""
WATCH_SHIFTS = """
window.shifts = [];
addEventListener("load", () =>
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => String(node?.className))]);
  }).observe({ type: "layout-shift" }));
"""


def test_up_to_load_a_table_brings_at_most_45_kb_in_30_requests(phone, table):
    dan = phone()
    dan.open(table)
    expect(dan.page.locator("live-table[data-outbox]")).to_be_visible()
    files = dan.page.evaluate(BEFORE_LOAD)
    assert any(name.endswith("/app.css") for name in files)
    assert not any(name.endswith("/live-table.js") for name in files)
    assert len(files) + UNTOLD <= REQUESTS
    assert sum(files.values()) + UNTOLD_BYTES <= BYTES, files


@pytest.mark.parametrize("viewport", [PORTRAIT, LANDSCAPE, SMALL], ids=str)
@pytest.mark.parametrize(("language", "scheme"), [("de-DE", "dark"), ("zh-CN", "light")])
def test_nothing_moves_when_the_late_scripts_come(phone, table, viewport, language, scheme):
    ana = phone(language=language, viewport=viewport, color_scheme=scheme)
    ana.sit(table, "Ana")
    table.gain("Ben", 12)
    ana.page.add_init_script(WATCH_SHIFTS)
    ana.page.reload()
    expect(ana.status).to_have_attribute("data-state", "live")
    ana.shows(table, Ana=0, Ben=12)
    ana.page.wait_for_load_state("networkidle")
    assert ana.page.evaluate("shifts") == []
