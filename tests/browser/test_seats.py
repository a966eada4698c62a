"""Sitting down, standing up, and who holds what."""

from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE


def test_a_second_phone_picks_its_seat_over_the_running_table(phone, table):
    table.gain("Ana", 3)
    ben = phone()
    ben.open(table)
    ben.shows(table, Ana=3, Ben=0)
    ben.take(table, "Ben")
    ben.tap(table, "Ben", times=2)
    table.comes_to(Ana=3, Ben=2)


def test_a_seat_taken_over_tells_the_phone_that_lost_it(phone, table):
    old, new = phone(), phone()
    old.sit(table, "Ana")
    old.tap(table, "Ana", times=2)
    new.open(table)
    new.shows(table, Ana=2)
    new.take_over(table, "Ana")
    new.tap(table, "Ana")
    new.shows(table, Ana=3)
    expect(old.seat(table, "Ana")).not_to_have_attribute("data-mine", "")
    expect(old.page.locator("[data-ousted]")).to_be_visible()
    old.submit(old.page.locator("[data-ousted] form"))
    old.tap(table, "Ana")
    old.shows(table, Ana=4)
    expect(new.page.locator("[data-ousted]")).to_be_visible()


def test_a_player_leaves_and_comes_back_with_the_same_total(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.tap(table, "Ana", times=5)
    ben.shows(table, Ana=5)
    ana.open_seat(table, "Ana")
    ana.send("seat_leave", seat=table.seats["Ana"])
    expect(ben.seat(table, "Ana")).to_have_attribute("data-status", "left")
    ana.send("seat_return", seat=table.seats["Ana"])
    ana.take(table, "Ana")
    ana.shows(table, Ana=5)
    expect(ben.seat(table, "Ana")).to_have_attribute("data-status", "active")


def test_whoever_sat_down_wrongly_stands_up_and_picks_another_seat(phone, table):
    ana, ben = phone(), phone()
    ben.open(table)
    ana.sit(table, "Ben")
    ana.open_seat(table, "Ben")
    ana.send("seat_return", seat=table.seats["Ben"])
    ana.take(table, "Ana")
    ben.take(table, "Ben")
    ana.tap(table, "Ana")
    ben.shows(table, Ana=1)


def test_a_player_moves_to_a_free_seat_with_one_tap(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ben")
    ben.open(table)
    ana.open_seat(table, "Ana").locator("form:has([data-free]) button").click()
    expect(ana.seat(table, "Ana")).to_have_attribute("data-mine", "")
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "seat")
    ben.take(table, "Ben")


def test_one_phone_for_all_ends_and_everyone_picks_a_seat_of_their_own(phone, table):
    ana, ben = phone(), phone()
    ana.open(table)
    ana.one_phone_for_all()
    ana.tap(table, "Ana", times=2)
    ana.open_sheet("menu").locator("form[data-free-all] button").click()
    ben.sit(table, "Ben")
    ana.take(table, "Ana")
    ana.shows(table, Ana=2, Ben=0)


def test_a_player_renames_the_seat_and_everyone_reads_it(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    sheet = ana.open_seat(table, "Ana")
    sheet.locator('[name="name"]').first.fill("Ana on=1 <b>")
    ana.send("seat_rename", seat=table.seats["Ana"])
    for each in (ana, ben):
        expect(each.seat(table, "Ana")).to_contain_text("Ana on=1 <b>")
    ana.tap(table, "Ana")
    ben.shows(table, Ana=1)


def test_one_phone_for_all_counts_for_every_seat(phone, table):
    ana = phone(viewport=LANDSCAPE)
    ana.open(table)
    ana.one_phone_for_all()
    for name in ("Ana", "Ben"):
        expect(ana.pad(table, name)).to_be_visible()
    ana.tap(table, "Ana", times=2)
    ana.tap(table, "Ben", times=3)
    ana.shows(table, Ana=2, Ben=3)
    table.comes_to(Ana=2, Ben=3)
