"""Ways that are slow, or crowded, or come and go: there is a page, and taps get through."""

import pytest
from playwright.sync_api import expect

from tests.browser.gate import Gate
from tests.browser.installed import installed
from tests.browser.phone import NO_NETWORK

HELD_FOR_EVER = """(name) => new Promise((held) =>
  navigator.locks.request(name, () => { held(); return new Promise(() => {}); }))"""


@pytest.fixture
def gate(server):
    gate = Gate(server.port)
    yield gate
    gate.close()


@pytest.fixture
def app(phone, gate):
    """Ana's phone with the app on it, behind the gate."""
    ana = phone(address=gate.address, service_workers="allow")
    ana.expects("ERR_", *NO_NETWORK, "status of 50", "MIME type")
    return installed(ana, "en")


def test_a_network_that_comes_and_goes_never_loads_the_page_again(app, table, gate):
    app.sit(table, "Ana")
    expect(app.status).to_have_attribute("data-state", "live")
    visits = []
    app.page.on("framenavigated", lambda frame: visits.append(frame.url))
    for _ in range(8):
        gate.open = False
        gate.cut()
        app.tap(table, "Ana")
        app.page.wait_for_timeout(300)
        gate.open = True
        app.page.wait_for_timeout(300)
    table.comes_to(Ana=8)
    app.shows(table, Ana=8)
    assert visits == []


def test_back_and_forward_without_a_network_lead_from_table_to_ruling_and_back(app, table, gate):
    app.sit(table, "Ana")
    app.tap(table, "Ana", times=2)
    table.comes_to(Ana=2)
    app.open("/en/rulings/energy-symbol")
    gate.open = False
    gate.cut()
    app.page.go_back()
    app.shows(table, Ana=2)
    app.page.go_forward()
    expect(app.page.locator(".ruling")).to_be_visible()
    expect(app.page.locator("html")).to_have_attribute("lang", "en")


def test_with_eight_tabs_at_one_table_a_tap_still_gets_through_at_once(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    tabs = [ana]
    for _ in range(7):
        tabs[-1].hide()
        tabs.append(ana.in_second_tab())
        tabs[-1].page.goto(table.address + table.path, wait_until="domcontentloaded")
    expect(tabs[-1].page.locator("live-table[data-outbox]")).to_be_visible()
    tabs[-1].tap(table, "Ana")
    table.comes_to(within=4, Ana=1)


def test_a_tab_that_died_with_the_turn_to_send_stops_nobody(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    dead = ana.in_second_tab()
    dead.open("/en/")
    dead.page.evaluate(HELD_FOR_EVER, f"reservoir outbox {table.id}")
    ana.tap(table, "Ana", times=2)
    table.comes_to(within=30, Ana=2)
