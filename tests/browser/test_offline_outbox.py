"""What is tapped outlives its page: reloads, killed tabs, dead servers, tables that are gone."""

import contextlib
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.phone import GONE, NO_NETWORK, Phone
from tests.browser.table import Table
from tests.browser.test_links import make_new_link
from tests.browser.test_weather import PORTAL, answered

LIVE = re.compile(r"/(entries|events|state)(\?|$)")
CLICK = """([selector, times]) => new Promise((done) => {
  let left = times;
  const timer = setInterval(() => {
    document.querySelector(selector).click();
    if (--left) return;
    clearInterval(timer);
    done();
  }, 30);
})"""


ENTRIES = re.compile(r"/entries$")
NOTE_STATES = """() => {
  window.states = [];
  const look = () => {
    const line = document.getElementById("status");
    if (line?.dataset.state !== states.at(-1)) states.push(line?.dataset.state);
  };
  const all = { attributes: true, childList: true, subtree: true };
  new MutationObserver(look).observe(document, all);
}"""


@contextlib.contextmanager
def cut(phone: Phone):
    """Pages come, but nothing goes to the server and no state comes from it, in any tab."""
    phone.expects(*NO_NETWORK)
    phone.context.route(LIVE, lambda route: route.abort())
    yield
    phone.context.unroute(LIVE)


def crash(phone: Phone) -> None:
    """The page is killed, and gets no chance to tidy up."""
    with contextlib.suppress(Error):
        phone.page.goto("chrome://crash", timeout=5_000)
    phone.page.close()


READ = """(name) => new Promise((done) => {
  const asked = indexedDB.open("reservoir");
  asked.onsuccess = () => {
    const rows = asked.result.transaction(name).objectStore(name).getAll();
    rows.onsuccess = () => { asked.result.close(); done(rows.result); };
  };
})"""


def rows(page: Page, store: str) -> list[Any]:
    """What the browser keeps in a store of its database."""
    return page.evaluate(READ, store)


def saved(page: Page, taps: int) -> None:
    """Wait until so many taps are on disk, as a draft or as its entry."""
    for _ in range(300):
        drafts = [row["draft"]["n"] for row in rows(page, "drafts")]
        if sum([*drafts, *(row["entry"].get("n", 0) for row in rows(page, "entries"))]) == taps:
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"not {taps} taps on disk")


def test_taps_that_wait_are_there_again_after_a_reload_with_no_network(phone, table: Table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap(table, "Ana")
    table.comes_to(Ana=1)
    with cut(ana):
        ana.tap(table, "Ana", times=3)
        ana.shows(table, Ana=4)
        expect(ana.status).to_contain_text("1 tap waiting · saved here")
        ana.page.reload()
        ana.shows(table, Ana=4)
        expect(ana.status).to_contain_text("1 tap waiting · saved here")
    ana.page.reload()
    ana.shows(table, Ana=4)
    table.comes_to(Ana=4)
    assert len(table.rows("gain")) == 2


def test_a_page_with_a_connection_says_at_once_what_has_waited_for_long(phone, table: Table):
    ana = phone()
    ana.sit(table, "Ana")
    held: list[Any] = []
    with cut(ana):
        ana.set_clock(-0.001)
        ana.tap(table, "Ana", times=3)
        expect(ana.status).to_contain_text("1 tap waiting · saved here")
        ana.context.route(ENTRIES, lambda route: held.append(route))
        crash(ana)
    ana.page = ana.new_tab()
    ana.page.add_init_script(f"({NOTE_STATES})()")
    ana.open(table)
    expect(ana.status).to_have_attribute("data-state", "waiting")
    expect(ana.status).to_have_text("Live · 1 tap waiting · saved here")
    assert "live" not in ana.page.evaluate("states")
    held[-1].continue_()
    table.comes_to(Ana=3)


def test_a_page_killed_in_the_middle_of_a_burst_comes_back_with_it(phone, table: Table):
    ana = phone()
    ana.sit(table, "Ana")
    with cut(ana):
        ana.tap(table, "Ana", times=3)
        saved(ana.page, 3)
        crash(ana)
        again = ana.in_second_tab()
        again.open(table)
        again.shows(table, Ana=3)
        assert len(rows(again.page, "drafts")) == 0
    again.page.reload()
    table.comes_to(Ana=3)
    assert [row["n"] for row in table.rows("gain")] == [3]


def test_two_tabs_tap_fifty_times_each_and_all_count(phone, table: Table):
    ana = phone()
    ana.sit(table, "Ana")
    other = ana.in_second_tab()
    other.open(table)
    expect(other.status).to_contain_text("Live")
    pad = f'#seat-{table.seats["Ana"]} [data-pad="1"]'
    for each in (ana, other):
        each.page.evaluate(f"({CLICK})({json.dumps([pad, 50])}); 0")
    for each in (ana, other):
        each.shows(table, Ana=100, within=30)
    table.comes_to(Ana=100)
    assert sum(row["n"] for row in table.rows("gain")) == 100
    assert len(rows(ana.page, "entries")) == 0


def test_a_captive_portal_and_a_500_leave_the_taps_on_disk(phone, table: Table):
    ana = phone()
    ana.expects("500")
    ana.sit(table, "Ana")
    for total, answer in enumerate((PORTAL, {"status": 500, "body": "down"}), start=1):
        with answered(ana.page, "**/entries", **answer):
            with ana.page.expect_response("**/entries"):
                ana.tap(table, "Ana")
            assert len(rows(ana.page, "entries")) == 1
            ana.shows(table, Ana=total)
        table.comes_to(Ana=total)
    assert len(table.rows("gain")) == 2


def test_a_server_killed_in_the_middle_of_a_burst_gets_every_tap_once(phone, own_server):
    table = Table(own_server.address, "Ana", "Ben")
    ana = phone(address=own_server.address)
    ana.expects(*NO_NETWORK)
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=4)
    own_server.kill()
    ana.tap(table, "Ana", times=4)
    ana.shows(table, Ana=8)
    expect(ana.status).to_contain_text("saved here")
    own_server.start()
    table.comes_to(Ana=8, within=40)
    ana.shows(table, Ana=8)
    assert sum(row["n"] for row in table.rows("gain")) == 8


def too_late(phone, table: Table, road) -> Phone:
    """Ben's phone, whose two taps could not be sent before Ana deleted the table."""
    ana, ben = phone(), phone(address=road.address)
    ana.expects(GONE)
    ben.expects(GONE, *NO_NETWORK)
    for each, name in ((ana, "Ana"), (ben, "Ben")):
        each.sit(table, name)
    road.open = False
    road.cut()
    ben.tap(table, "Ben", times=2)
    ben.page.wait_for_timeout(1_000)
    ana.open_sheet("forget")
    ana.page.locator('#sheet form[action$="/forget"] button:not([type])').click()
    expect(ana.page.locator("h1")).to_have_text("Table deleted")
    road.open = True
    expect(ben.page.locator("[data-parked]")).to_be_visible(timeout=30_000)
    return ben


def test_taps_for_a_deleted_table_are_kept_until_somebody_decides(phone, table: Table, road):
    ben = too_late(phone, table, road)
    box = ben.page.locator("[data-parked]")
    expect(box).to_contain_text("no longer at this link")
    expect(ben.status).to_have_text("No longer at this link")
    ben.page.locator("[data-gone] a").click()
    expect(ben.page.locator("h1")).to_have_text("Table deleted")
    expect(box).to_be_visible()
    expect(box.locator("[data-count]")).to_have_text("1")
    with ben.page.expect_download() as saving:
        box.locator('[data-do="save"]').click()
    kept = json.loads(saving.value.path().read_text())
    assert [row["entry"]["n"] for row in kept["parked"]] == [2]
    box.locator("[data-copy]").click()
    expect(box.locator("[data-copy]")).to_have_text("Copied")
    box.locator("summary").click()
    box.locator('[data-do="drop"]').click()
    expect(box).to_be_hidden()
    assert len(rows(ben.page, "parked")) == 0


def test_home_has_what_could_not_be_sent_until_somebody_decides(phone, table: Table, road):
    ben = too_late(phone, table, road)
    ben.open("/")
    row = ben.page.locator(".recent__row")
    box = row.locator("[data-parked]")
    expect(box.locator("h2")).to_have_text("Not sent (1)")
    with ben.page.expect_download() as saving:
        box.locator('[data-do="save"]').click()
    kept = json.loads(saving.value.path().read_text())
    assert [row["entry"]["n"] for row in kept["parked"]] == [2]
    box.locator("[data-copy]").click()
    expect(box.locator("[data-copy]")).to_have_text("Copied")
    box.locator('[data-do="send"]').click()
    expect(ben.page.locator("h1")).to_have_text("Table deleted")
    expect(ben.page.locator("[data-parked]")).to_be_visible()
    ben.open("/")
    row.locator("[data-leave]").click()
    expect(ben.page.locator("dialog [data-waiting]")).to_be_visible()
    ben.page.locator("dialog button").first.click()
    box.locator("summary").click()
    box.locator('[data-do="drop"]').click()
    expect(box).to_be_hidden()
    assert len(rows(ben.page, "parked")) == 0


def test_without_a_seat_a_new_link_leaves_the_taps_here_in_the_phone_s_language(
    phone, table: Table, road
):
    ana, dan = phone(), phone(language="de-DE", address=road.address)
    dan.expects(GONE, *NO_NETWORK)
    ana.sit(table, "Ana")
    dan.open(table)
    dan.sit(table, "Ben")
    dan.open_seat(table, "Ben")
    dan.page.keyboard.press("Escape")
    road.open = False
    road.cut()
    dan.tap(table, "Ben")
    dan.page.wait_for_timeout(1_000)
    ana.take_over(table, "Ben")
    make_new_link(ana, "play")
    expect(ana.page).to_have_url(re.compile("/share$"))
    road.open = True
    box = dan.page.locator("[data-parked]")
    expect(box).to_be_visible(timeout=30_000)
    expect(box.locator("h2")).to_contain_text("Nicht gesendet")
    box.locator('[data-do="send"]').click()
    dan.page.reload()
    expect(dan.page.locator("[data-parked]")).to_be_visible()
    assert len(rows(dan.page, "parked")) == 1


@pytest.mark.parametrize("language, words", [("en-GB", "only while"), ("de-DE", "nur erhalten")])
def test_a_browser_that_stores_nothing_says_so_and_plays_on(phone, table: Table, language, words):
    ana = phone(language=language)
    ana.page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    ana.sit(table, "Ana")
    expect(ana.status).to_contain_text(words)
    ana.tap(table, "Ana", times=2)
    table.comes_to(Ana=2)
    ana.shows(table, Ana=2)


def test_after_the_first_tap_the_browser_is_asked_to_keep_it_all(phone, table: Table):
    ana = phone()
    ana.page.add_init_script(
        "window.asked = 0; navigator.storage.persist = async () => { asked += 1; return true; }"
    )
    ana.sit(table, "Ana")
    ana.page.reload()
    assert ana.page.evaluate("asked") == 0
    ana.tap(table, "Ana", times=2)
    ana.shows(table, Ana=2)
    assert ana.page.evaluate("asked") == 1
