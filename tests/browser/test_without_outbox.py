"""With htmx alone, where the outbox never comes up: the same forms, answered in place."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NO_NETWORK, Phone
from tests.browser.table import Table
from tests.browser.test_weather import answered

NO_STORAGE = """
for (const name of ["indexedDB", "Worker", "SharedWorker"]) {
  Object.defineProperty(window, name, { value: undefined });
}
"""


def only_markup(route) -> None:
    body = "export class LiveTable extends HTMLElement {}"
    route.fulfill(body=body, content_type="text/javascript")


@pytest.fixture
def bare(phone):
    """Makes phones on which a table is markup, forms and htmx."""

    def make(**options):
        ana = phone(**options)
        ana.context.route("**/js/elements/live-table.js", only_markup)
        return ana

    return make


def sit(ana: Phone, table: Table, name: str) -> None:
    ana.open(table)
    ana.page.wait_for_load_state("networkidle")
    ana.take(table, name)
    ana.page.wait_for_load_state()
    ana.ready()
    ana.page.wait_for_load_state("networkidle")


def stays(ana: Phone) -> None:
    """Mark the page, to see that it is still the same one afterwards."""
    ana.page.evaluate("window.same = true")


def test_thirty_fast_taps_on_a_slow_road_all_count_once_and_in_order(bare, table, road):
    ana = bare(address=road.address)
    sit(ana, table, "Ana")
    stays(ana)
    road.delay = 0.15
    for step in (1, 1, -1) * 9 + (1, 1, 1):
        ana.pad(table, "Ana", step).evaluate("pad => pad.click()")
    ana.shows(table, Ana=12, within=30)
    kinds = [row["type"] for row in table.rows("gain", "pay")]
    assert kinds == ["gain", "gain", "pay"] * 9 + ["gain"] * 3
    assert {row["outcome"] for row in table.rows("gain", "pay")} == {"accepted"}
    assert ana.page.evaluate("window.same")


def test_undo_names_the_last_step_and_takes_it_back_in_place(bare, table):
    ana = bare()
    sit(ana, table, "Ana")
    stays(ana)
    ana.tap(table, "Ana", times=2)
    expect(ana.undo).to_contain_text("+1")
    ana.shows(table, Ana=2)
    ana.undo.click()
    ana.shows(table, Ana=1)
    ana.undo.click()
    ana.shows(table, Ana=0)
    expect(ana.undo).to_be_disabled()
    assert ana.page.evaluate("window.same")


def test_sheets_open_and_their_answers_fill_the_table(bare, table):
    ana = bare()
    sit(ana, table, "Ana")
    stays(ana)
    ana.tap(table, "Ana")
    expect(ana.sheet).to_be_hidden()  # a new table's half open one
    ana.type_amount(table, "Ben", 6, "gain")
    ana.shows(table, Ana=1, Ben=6)
    expect(ana.sheet).to_be_hidden()
    ana.open_sheet("new-game")
    ana.send("new_game")
    ana.shows(table, Ana=0, Ben=0)
    assert ana.page.evaluate("window.same")


def test_a_new_join_code_stands_in_the_bar(bare, table):
    ana = bare()
    sit(ana, table, "Ana")
    shown = ana.page.locator("#code")
    old = shown.inner_text()
    ana.open_sheet("share").get_by_role("button", name="New code").click()
    expect(shown).not_to_have_text(old)
    expect(ana.sheet.locator(".share__digits")).to_have_text(shown.inner_text())


def test_a_refusal_stands_above_the_table_and_goes(bare, table):
    ana = bare(language="de-DE")
    ana.expects("422")
    sit(ana, table, "Ana")
    ana.tap(table, "Ana")
    ana.shows(table, Ana=1)
    ana.type_amount(table, "Ana", 3, "pay")
    expect(ana.refusal).to_contain_text("Du kannst nicht mehr Energiemarken bezahlen, als du hast.")
    ana.refusal.locator(".refusal__close").click()
    expect(ana.refusal).to_be_hidden()
    ana.shows(table, Ana=1)


def test_a_held_seat_is_taken_over_after_asking(bare, table):
    ana, ben = bare(), bare()
    ben.expects("422")
    ben.open(table)
    sit(ana, table, "Ana")
    ben.page.wait_for_load_state("networkidle")
    ben.submit(ben.form("seat_take", seat=table.seats["Ana"]))
    ben.refusal.locator('[href*="/sheet/seat"]').click()
    ben.send("seat_take", seat=table.seats["Ana"], over="true")
    expect(ben.seat(table, "Ana")).to_have_attribute("data-mine", "")


def test_without_storage_and_workers_every_tap_counts(phone, table):
    ana = phone()
    ana.context.add_init_script(NO_STORAGE)
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=5)
    ana.tap(table, "Ana", -1, times=2)
    ana.shows(table, Ana=3)
    table.comes_to(Ana=3)


def test_what_breaks_on_the_way_is_sent_again_in_order_and_the_line_says_so(bare, table, road):
    ana = bare(address=road.address)
    ana.expects(*NO_NETWORK)
    sit(ana, table, "Ana")
    stays(ana)
    ana.tap(table, "Ana", times=2)
    ana.shows(table, Ana=2)
    road.open = False
    road.cut()
    for step in (1, 1, -1, 1, 1):
        ana.pad(table, "Ana", step).evaluate("pad => pad.click()")
    expect(ana.status).to_have_text("Offline · 5 taps waiting")
    assert table.energy("Ana") == 2
    road.open = True
    ana.shows(table, Ana=5)
    expect(ana.status).to_have_text("")
    kinds = [row["type"] for row in table.rows("gain", "pay")]
    assert kinds == ["gain"] * 4 + ["pay", "gain", "gain"]
    assert ana.page.evaluate("window.same")


@pytest.mark.parametrize("status", [500, 503, 429])
def test_what_a_tired_server_turns_away_is_sent_again(bare, table, status):
    ana = bare()
    ana.expects(str(status))
    sit(ana, table, "Ana")
    with answered(ana.page, "**/entries", status=status, body="no", headers={"Retry-After": "1"}):
        ana.tap(table, "Ana", times=3)
        expect(ana.status).to_have_text("Offline · 3 taps waiting")
    ana.shows(table, Ana=3)
    assert len(table.rows("gain")) == 3


def test_after_long_failure_a_message_offers_to_try_again(bare, table, road):
    ana = bare(address=road.address)
    ana.expects(*NO_NETWORK)
    ana.page.clock.install()
    sit(ana, table, "Ana")
    road.open = False
    road.cut()
    ana.tap(table, "Ana")
    expect(ana.status).to_have_text("Offline · 1 tap waiting")
    message = ana.page.locator("[data-stuck]")
    expect(message).to_be_hidden()
    with ana.page.expect_event("requestfailed"):
        ana.page.clock.pause_at(ana.page.evaluate("Date.now() / 1000") + 20)
    expect(message).to_contain_text("has not reached the server yet")
    road.open = True
    with ana.page.expect_response("**/entries"):
        message.get_by_role("button", name="Try again").click()
    expect(message).to_be_hidden()
    ana.page.clock.resume()
    ana.shows(table, Ana=1)
    assert len(table.rows("gain")) == 1


def test_forms_that_are_gone_when_their_answer_comes_are_waited_for_no_longer(bare, table, road):
    ana = bare(address=road.address)
    ana.expects(*NO_NETWORK)
    sit(ana, table, "Ana")
    ana.tap(table, "Ana")
    ana.type_amount(table, "Ben", 3, "gain")
    ana.shows(table, Ana=1, Ben=3)
    road.open = False
    road.cut()
    ana.tap(table, "Ana")
    expect(ana.status).to_have_text("Offline · 1 tap waiting")
    road.open = True
    ana.shows(table, Ana=2)


def test_a_seat_taken_while_taps_wait_brings_its_new_page_after_the_last_of_them(bare, table, road):
    ana = bare(address=road.address)
    ana.expects(*NO_NETWORK)
    ana.open(table)
    ana.page.wait_for_load_state("networkidle")
    road.open = False
    road.cut()
    ana.form("seat_take", seat=table.seats["Ana"]).locator("button").evaluate("it => it.click()")
    for _ in range(3):
        ana.pad(table, "Ana").evaluate("pad => pad.click()")
    expect(ana.status).to_have_text("Offline · 4 taps waiting")
    road.open = True
    expect(ana.seat(table, "Ana")).to_have_attribute("data-mine", "")
    ana.shows(table, Ana=3)
    assert len(table.rows("gain")) == 3
