"""What a phone keeps may hang, be nobody's, or another version's: it is said, and nothing goes."""

import json
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NO_NETWORK, Phone
from tests.browser.road import Road
from tests.browser.table import Table
from tests.browser.test_offline_outbox import crash, rows

BESIDE = "/healthz"  # a page of the same origin, with no script of ours
HOLD = """() => new Promise((held) => {
  const asked = indexedDB.open("reservoir");
  asked.onsuccess = () => {
    const names = [...asked.result.objectStoreNames];
    const transaction = asked.result.transaction(names, "readwrite");
    const again = () => {
      held();
      transaction.objectStore("meta").get("client").onsuccess = again;
    };
    again();
  };
})"""
PUT = """([store, rows]) => new Promise((done) => {
  const asked = indexedDB.open("reservoir");
  asked.onsuccess = () => {
    const transaction = asked.result.transaction(store, "readwrite");
    for (const row of rows) transaction.objectStore(store).put(row);
    transaction.oncomplete = () => { asked.result.close(); done(); };
  };
})"""
BRING_FORWARD = """() => new Promise((done) => {
  const asked = indexedDB.open("reservoir", 99);
  asked.onsuccess = () => { asked.result.close(); done(asked.result.version); };
})"""
IN_JOURNAL = """(taps) => taps === Object.keys(localStorage)
  .filter((key) => /^(outbox|draft):/.test(key))
  .map((key) => JSON.parse(localStorage.getItem(key)))
  .reduce((sum, { n, draft }) => sum + (n ?? draft.n), 0)"""
NEWER = "A newer version has been open here"


@pytest.fixture
def beside(phone, table, road):
    """Ana's phone at her seat, and a tab of hers that the app does not run in."""
    ana = phone(address=road.address)
    ana.expects("favicon.ico", *NO_NETWORK)
    ana.sit(table, "Ana")
    other = ana.in_second_tab()
    other.page.goto(ana.address + BESIDE)
    return ana, other


@contextmanager
def killed(ana: Phone, road: Road):
    """No network; Ana's page is killed at the end, and opened again with one."""
    road.open = False
    road.cut()
    yield
    crash(ana)
    road.open = True
    ana.page = ana.new_tab()


def saved_by(phone: Phone) -> list:
    """What the box of the page gives to keep."""
    with phone.page.expect_download() as saving:
        phone.page.locator('[data-parked] [data-do="save"]').click()
    return json.loads(saving.value.path().read_text())["parked"]


def waits(phone: Phone, entries: int) -> None:
    """Wait until so many entries are on disk, and no draft."""
    while len(rows(phone.page, "entries")) != entries or rows(phone.page, "drafts"):
        phone.page.wait_for_timeout(50)


def test_a_store_that_hangs_keeps_no_tap_from_the_server_and_loses_none(beside, table, road):
    ana, other = beside
    ana.expects("status of 409")  # the next page has to hear what has arrived
    other.page.evaluate(HOLD)
    ana.tap(table, "Ana", times=3)
    table.comes_to(Ana=3)
    with killed(ana, road):
        ana.tap(table, "Ana", times=2)
        ana.shows(table, Ana=5)
        ana.page.wait_for_function(IN_JOURNAL, arg=2)
        other.page.close()
    ana.open(table)
    table.comes_to(Ana=5)
    ana.shows(table, Ana=5)
    assert sum(row["n"] for row in table.rows("gain")) == 5
    expect(ana.status).to_have_text("Live")
    ana.page.wait_for_function(IN_JOURNAL, arg=0)
    assert rows(ana.page, "entries") == []


def test_a_page_that_finds_a_store_which_hangs_says_so_and_plays_on(beside, table: Table):
    ana, other = beside
    other.page.evaluate(HOLD)
    ana.page.reload()
    expect(ana.status).to_contain_text("storage does not answer")
    ana.tap(table, "Ana", times=2)
    table.comes_to(Ana=2)
    ana.shows(table, Ana=2)


def test_rows_that_nobody_can_read_are_told_of_kept_and_in_nobody_s_way(beside, table: Table):
    ana, other = beside
    foreign = [{"id": "foreign", "hello": "world"}, {"id": "x", "table": table.id, "order": 9}]
    draft = {"tab": "t", "table": table.id, "draft": 7}
    other.page.evaluate(PUT, ["entries", foreign])
    other.page.evaluate(PUT, ["drafts", [draft]])
    ana.page.reload()
    box = ana.page.locator("[data-parked]")
    expect(box).to_contain_text("can’t be read any more")
    expect(box).to_be_in_viewport()
    expect(box.locator("[data-count]")).to_have_text("3")
    kept = [row["entry"] for row in saved_by(ana)]
    assert sorted(map(json.dumps, kept)) == sorted(map(json.dumps, [*foreign, draft]))
    expect(box.locator('[data-do="send"]')).to_be_hidden()
    box.locator("summary").click()
    box.locator('[data-do="drop"]').click()
    expect(box).to_be_hidden()
    ana.tap(table, "Ana", times=2)
    table.comes_to(Ana=2)
    assert rows(ana.page, "parked") == rows(ana.page, "drafts") == []


def test_what_the_server_cannot_read_is_told_of_and_kept_and_the_rest_counts(beside, table, road):
    ana, other = beside
    ana.expects("status of 413")
    with killed(ana, road):
        for n in (1, 2):
            ana.tap(table, "Ana")
            waits(ana, n)
        first, _ = sorted(rows(ana.page, "entries"), key=lambda row: row["order"])
        strange = {**first["entry"], "more": "x" * 100_000}
        other.page.evaluate(PUT, ["entries", [{**first, "entry": strange}]])
    ana.open(table)
    table.comes_to(Ana=1)
    box = ana.page.locator("[data-parked]")
    expect(box).to_contain_text("could not read some of what")
    expect(box).to_be_in_viewport()
    assert [row["entry"]["id"] for row in saved_by(ana)] == [first["id"]]


def test_what_a_newer_version_keeps_is_left_alone_and_the_page_says_so(beside, table, road):
    ana, other = beside
    with killed(ana, road):
        ana.tap(table, "Ana")
        waits(ana, 1)
    assert other.page.evaluate(BRING_FORWARD) == 99
    ana.open(table)
    expect(ana.status).to_contain_text(NEWER)
    ana.tap(table, "Ana", times=3)
    table.comes_to(Ana=3)
    assert len(rows(other.page, "entries")) == 1
    assert other.page.evaluate(BRING_FORWARD) == 99


def test_a_page_that_a_newer_one_has_overtaken_says_so_and_its_taps_arrive(beside, table: Table):
    ana, other = beside
    assert other.page.evaluate(BRING_FORWARD) == 99
    ana.tap(table, "Ana", times=2)
    expect(ana.status).to_contain_text(NEWER)
    table.comes_to(Ana=2)
