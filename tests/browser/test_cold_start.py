"""The installed app opened with no network: what counts from its first look on."""

from playwright.sync_api import expect

from tests.browser.installed import installed, offline, online
from tests.browser.table import Table

# The first frame that has the number taps twice, where nothing waits before the rules are there;
# each frame is noted as it is going to be painted.
TAP_AT_ONCE = """(() => {
  window.seen = [];
  const look = () => {
    const number = document.querySelector("live-table[data-outbox] [data-mine] [data-energy]");
    const pad = number?.closest("[data-seat]").querySelector('[data-pad="1"]');
    if (number && !seen.length) for (const _ of [1, 2]) pad.click();
    if (number) queueMicrotask(() => seen.push(number.textContent));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


def test_taps_on_the_first_numbers_are_seen_in_every_frame_and_count_once(phone, table: Table):
    ana = installed(phone(service_workers="allow"), "en")
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=3)
    table.comes_to(Ana=3)
    expect(ana.status).to_have_attribute("data-state", "live")
    offline(ana)
    ana.page.add_init_script(TAP_AT_ONCE)
    ana.open(table)
    expect(ana.status).to_contain_text("2 taps waiting")
    ana.shows(table, Ana=5)
    assert set(ana.page.evaluate("seen")) == {"5"}
    online(ana)
    table.comes_to(Ana=5)


def test_a_table_for_which_taps_wait_is_shown_with_them_from_its_first_frame(phone, table: Table):
    ana = installed(phone(service_workers="allow"), "en")
    ana.sit(table, "Ana")
    expect(ana.status).to_have_attribute("data-state", "live")
    offline(ana)
    ana.tap(table, "Ana", times=4)
    expect(ana.status).to_contain_text("waiting · saved here")
    ana.page.add_init_script(TAP_AT_ONCE)
    ana.open(table)
    ana.shows(table, Ana=6)
    assert set(ana.page.evaluate("seen")) == {"6"}
    online(ana)
    table.comes_to(Ana=6)
