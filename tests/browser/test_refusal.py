"""A payment that can't be made is refused, and the official ruling says why."""

import re

from playwright.sync_api import expect

IN_GERMAN = "Du kannst nicht mehr Energiemarken bezahlen, als du hast."


def test_a_refused_payment_shows_the_german_ruling_its_date_and_a_link(phone, table):
    table.gain("Ana", 2)
    ana = phone(language="de-DE")
    ana.sit(table, "Ana")
    ana.type_amount(table, "Ana", 3, "pay")
    expect(ana.refusal).to_contain_text(IN_GERMAN)
    expect(ana.refusal).to_contain_text(re.compile(r"07\.06\.2024|7\. Juni 2024"))
    ana.shows(table, Ana=2)
    assert table.energy("Ana") == 2
    ana.refusal.locator('a[href*="/de/rulings/energy-get-pay-lose"]').first.click()
    expect(ana.page.locator("main")).to_contain_text(IN_GERMAN)


def test_a_minus_at_zero_is_refused_on_the_spot_and_makes_no_entry(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=1)
    ana.tap(table, "Ana", -1, times=2)
    expect(ana.refusal).to_contain_text("You can't pay more energy counters than you have.")
    ana.page.wait_for_timeout(1_000)
    ana.shows(table, Ana=0)
    assert not table.rows("pay")


def test_fast_taps_never_follow_a_link_that_the_refusal_lays_under_the_finger(phone, table):
    ana = phone(viewport=(320, 568), is_mobile=True)
    ana.sit(table, "Ana")
    pad = ana.pad(table, "Ana", -1).bounding_box() or {}
    for y in range(int(pad["y"]) + 8, int(pad["y"] + pad["height"]), 40):
        for _ in range(2):
            ana.page.touchscreen.tap(pad["x"] + 20, y)
        expect(ana.refusal).to_contain_text("You can't pay more energy counters than you have.")
        expect(ana.refusal).not_to_have_attribute("data-fresh", "")
        ana.page.locator('[data-dismiss="refusal"]').click()
    assert ana.page.url.endswith(table.path)


def test_a_chinese_phone_reads_our_own_words_marked_as_unofficial(phone, table):
    ana = phone(language="zh-CN")
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", -1)
    expect(ana.refusal).to_contain_text("能量指示物")
    expect(ana.refusal).to_contain_text("非官方")


def test_without_javascript_a_refused_payment_says_the_same(phone, table):
    table.gain("Ana", 2)
    ana = phone(language="de-DE", java_script_enabled=False)
    ana.open(table)
    ana.form("seat_take", seat=table.seats["Ana"]).locator("button").first.click()
    pay_one = ana.pad(table, "Ana", -1)
    for _ in range(3):
        pay_one.click()
    expect(ana.refusal).to_contain_text(IN_GERMAN)
    assert table.energy("Ana") == 0
