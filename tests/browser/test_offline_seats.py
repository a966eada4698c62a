"""Seats, home and what there is to settle, with no network; all of it reaches the server later."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.begun import FIRST, SECOND, THIRD, Begun
from tests.browser.installed import installed, offline, online
from tests.browser.phone import Phone
from tests.browser.table import Table
from tests.browser.test_without_scripts import late_payment


@pytest.fixture
def ana(phone) -> Phone:
    """Ana's phone with the app on it."""
    return installed(phone(service_workers="allow"), "en")


def order(phone: Phone) -> list[str]:
    return phone.page.locator("[data-seat]").evaluate_all("all => all.map((it) => it.dataset.seat)")


def shape(seat: Locator) -> str | None:
    return seat.locator(".emblem path").first.get_attribute("d")


def test_seats_change_their_order_colour_and_shape(ana, phone):
    offline(ana)
    table = Begun(ana, 3)
    down = ana.open_sheet("order").locator(".order__row").first.locator("button")
    down.click()
    wanted = [table.seats[name] for name in (SECOND, FIRST, THIRD)]
    expect(ana.page.locator("[data-seat]").first).to_have_id(f"seat-{wanted[0]}")
    ana.page.keyboard.press("Escape")
    before = shape(ana.seat(table, THIRD))
    sheet = ana.open_seat(table, THIRD)
    sheet.locator('[name="colour"][value="slate"]').check(force=True)
    sheet.locator('[name="shape"][value="cross"]').check(force=True)
    ana.send("seat_rename", seat=table.seats[THIRD])
    expect(ana.seat(table, THIRD)).to_have_attribute("data-colour", "slate")
    drawn = shape(ana.seat(table, THIRD))
    assert drawn != before
    online(ana)
    expect(ana.status).to_contain_text("Live")
    ben = phone()
    ben.open(table)
    expect(ben.seat(table, THIRD)).to_have_attribute("data-colour", "slate")
    assert (order(ana), order(ben)) == (wanted, wanted)
    assert shape(ben.seat(table, THIRD)) == drawn


def test_a_player_stands_up_sits_elsewhere_leaves_and_comes_back(ana):
    offline(ana)
    table = Begun(ana, 2)
    ana.open_seat(table, FIRST)
    ana.send("seat_return", seat=table.seats[FIRST])
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "pick")
    ana.take(table, SECOND)
    ana.tap(table, SECOND, times=2)
    ana.open_seat(table, SECOND)
    ana.send("seat_leave", seat=table.seats[SECOND])
    expect(ana.seat(table, SECOND)).to_have_attribute("data-status", "left")
    ana.send("seat_return", seat=table.seats[SECOND])
    ana.take(table, SECOND)
    ana.tap(table, SECOND)
    ana.shows(table, first=0, second=3)
    online(ana)
    expect(ana.status).to_contain_text("Live")
    table.comes_to(first=0, second=3)
    expect(ana.seat(table, SECOND)).to_have_attribute("data-mine", "")
    expect(ana.seat(table, FIRST)).not_to_have_attribute("data-held", "")


def test_one_phone_counts_for_all_and_gives_the_seats_back(ana, phone, table: Table):
    ana.sit(table, "Ana")
    offline(ana)
    ana.one_phone_for_all()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "tiles")
    ana.tap(table, "Ana", times=2)
    ana.tap(table, "Ben", times=3)
    ana.open_sheet("menu").locator("form[data-free-all] button").click()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "pick")
    ana.take(table, "Ana")
    ana.shows(table, Ana=2, Ben=3)
    online(ana)
    table.comes_to(Ana=2, Ben=3)
    ben = phone()
    ben.sit(table, "Ben")
    ben.shows(table, Ana=2, Ben=3)


@pytest.mark.parametrize("answer, total", [("twin", 1), ("drop", 1), ("retry", 2), ("total", 9)])
def test_a_conflict_is_settled_by_each_of_its_answers(ana, table: Table, answer, total):
    late_payment(table)
    ana.sit(table, "Ana")
    expect(ana.page.locator("[data-conflict]")).to_be_visible()
    offline(ana)
    ana.open_sheet("conflict?entry=")
    settle = ana.form("settle", answer=answer)
    if answer == "total":
        settle.locator('[name="to"]').fill("9")
    ana.submit(settle)
    expect(ana.page.locator("[data-conflict]")).to_have_count(0)
    ana.shows(table, Ana=total)
    online(ana)
    table.comes_to(Ana=total)
    expect(ana.status).to_contain_text("Live")
    expect(ana.page.locator("[data-conflict]")).to_have_count(0)
    ana.shows(table, Ana=total)


def test_home_offers_the_last_number_of_seats_first(ana):
    first = ana.page.locator('[name="seats"]').first
    offline(ana)
    Begun(ana, 3)
    ana.open("/")
    expect(first).to_have_attribute("value", "3")
    expect(first).to_have_attribute("data-first", "")
    online(ana)
    ana.open("/")
    expect(first).to_have_attribute("value", "3")
    Begun(ana, 4)
    offline(ana)
    ana.open("/")
    expect(first).to_have_attribute("value", "4")
    expect(ana.page.locator("[data-first]")).to_have_count(1)
