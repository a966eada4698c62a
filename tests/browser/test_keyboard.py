"""Everything can be done by keyboard alone, and nobody loses their place."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands, a_sheet


@pytest.fixture
def hands(phone) -> Hands:
    return Hands(phone())


def test_a_table_is_made_and_joined_by_keyboard_alone(hands, table):
    hands.phone.open("/")
    hands.press('[name="seats"][value="2"]')
    pad = hands.page.locator("[data-mine] [data-pad='1']")
    hands.press(pad, "Space", times=3)
    expect(hands.page.locator("[data-mine] [data-energy]")).to_have_text("3")
    hands.phone.open("/")
    hands.walk('[name="code"]')
    hands.page.keyboard.type(hands.phone.address + table.path)
    hands.page.keyboard.press("Enter")
    hands.press(hands.phone.seat(table, "Ben").locator(".take__button"))
    expect(hands.page.locator("#seats")).not_to_have_attribute("data-layout", "pick")
    hands.are_still_somewhere()


def test_energy_is_got_paid_refused_and_undone_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    hands.press(ana.pad(table, "Ana"), "Space", times=3)
    hands.press(ana.pad(table, "Ana", -1))
    ana.shows(table, Ana=2)
    hands.open(f".acts {a_sheet('pay')}", "Ana")
    assert ana.sheet.locator('[name="n"]').evaluate("(it) => it === document.activeElement")
    hands.page.keyboard.type("9")
    hands.press('#sheet [value="pay"]')
    expect(ana.sheet).to_be_hidden()
    expect(ana.refusal).to_contain_text("Not enough energy")
    hands.walk(ana.refusal.locator(".refusal__ruling"))
    hands.press(ana.refusal.locator("[data-dismiss]"))
    expect(ana.refusal).to_be_empty()
    hands.are_still_somewhere()
    hands.open(f".acts {a_sheet('pay')}", "Ana")
    hands.page.keyboard.type("5")
    hands.press('#sheet [value="gain"]')
    ana.shows(table, Ana=7)
    hands.press("[data-undo]")
    ana.shows(table, Ana=2)
    hands.are_still_somewhere()
    table.comes_to(Ana=2)


def test_after_the_last_step_is_undone_the_keyboard_is_not_lost(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    hands.press(ana.pad(table, "Ana"))
    ana.shows(table, Ana=1)
    hands.press("[data-undo]")
    expect(ana.undo).to_be_disabled()
    expect(ana.pad(table, "Ana")).to_be_focused()


def test_a_seat_is_named_coloured_moved_and_left_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    own = ana.seat(table, "Ana").locator(".seat__open")
    hands.open(own, "Ana")
    hands.walk('#sheet [name="name"]')
    hands.type_over("Anna")
    hands.press('#sheet [name="colour"]:checked', "ArrowRight")
    hands.press("#sheet .button--main")
    expect(ana.seat(table, "Ana")).to_contain_text("Anna")
    expect(ana.seat(table, "Ana")).to_have_attribute("data-colour", "brass")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("order"), "Order")
    hands.press('#sheet [aria-label="Ben: one place up"]')
    expect(ana.page.locator(".seat").first).to_contain_text("Ben")
    hands.are_still_somewhere()
    hands.open(own, "Anna")
    hands.press('#sheet form:has([value="seat_return"]) button')
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "pick")
    hands.are_still_somewhere()


def test_a_conflict_is_settled_and_a_game_begun_by_keyboard_alone(hands, table):
    ana = hands.phone
    table.gain("Ana", 5)
    ana.sit(table, "Ana")
    seen = table.state()["seq"]
    table.pay("Ana", 4)
    table.by_another().write(type="pay", seat=table.seats["Ana"], kind="energy", n=3, seen=seen)
    hands.open(".conflict__open", "What shall count?")
    hands.press('#sheet form:has([value="drop"]) button')
    expect(ana.page.locator(".conflict__open")).to_have_count(0)
    hands.are_still_somewhere()
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("new-game"), "Start a new game?")
    hands.press("#sheet .button--warning")
    ana.shows(table, Ana=0)


def test_escape_leaves_a_sheet_and_leads_back_to_where_one_was(hands, table):
    hands.phone.sit(table, "Ana")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.page.keyboard.press("Escape")
    expect(hands.phone.sheet).to_be_hidden()
    expect(hands.page.locator(".bar " + a_sheet("menu"))).to_be_focused()


def test_a_total_is_corrected_and_a_row_undone_by_keyboard_alone(hands, table):
    ana = hands.phone
    table.gain("Ben", 4)
    ana.sit(table, "Ana")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("correct"), "Correct the total")
    hands.walk('#sheet [name="to"]')
    hands.type_over("7")
    hands.walk('#sheet [name="reason"]')
    hands.page.keyboard.type("Counted twice")
    hands.press("#sheet .button--main")
    ana.shows(table, Ana=7)
    hands.are_still_somewhere()
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("ledger"), "Ledger")
    hands.press('#sheet [aria-label^="Undo: Ben gets 4"]')
    ana.shows(table, Ana=7, Ben=0)
    hands.are_still_somewhere()


def test_a_payment_and_what_came_of_it_are_undone_by_keyboard_alone(hands, table):
    ana = hands.phone
    table.gain("Ana", 4)
    table.pay("Ana", 3)
    ana.sit(table, "Ana")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("ledger"), "Ledger")
    hands.open("#sheet " + a_sheet("undo"), "Undo this?")
    hands.press("#sheet .button--main")
    ana.shows(table, Ana=0)
    hands.are_still_somewhere()


def test_a_seat_is_added_and_a_player_leaves_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("add-seat"), "Add a seat")
    hands.page.keyboard.type("Cleo")
    hands.page.keyboard.press("Enter")
    expect(ana.page.locator(".seat")).to_have_count(3)
    hands.are_still_somewhere()
    own = ana.seat(table, "Ana")
    hands.open(own.locator(".seat__open"), "Ana")
    hands.press('#sheet form:has([value="seat_leave"]) button')
    expect(own).to_have_attribute("data-status", "left")
    hands.are_still_somewhere()
    hands.open(own.locator(".seat__open"), "Ana")
    hands.press('#sheet form:has([value="seat_return"]) button')
    expect(own).to_have_attribute("data-status", "active")
    hands.are_still_somewhere()


def test_a_code_and_both_links_are_made_new_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    hands.open(".bar " + a_sheet("share"), "Share the table")
    code = ana.page.locator("#code").text_content()
    hands.press('#sheet form[action$="/code"] button')
    expect(ana.page.locator("#code")).not_to_have_text(code)
    hands.are_still_somewhere()
    watch = ana.page.locator("#watch-link").input_value()
    for which in ("watch", "play"):
        hands.open("#sheet " + a_sheet("links"), "New links")
        hands.press(f'#sheet form:has([value="{which}"]) button')
        if which == "watch":
            expect(ana.page.locator("#watch-link")).not_to_have_value(watch)
            hands.are_still_somewhere()
    expect(ana.page).to_have_url(re.compile(r"/t/\w{26}/share$"))
    assert table.id not in ana.page.url


def test_a_language_is_chosen_and_a_table_forgotten_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.expects("status of 410")
    ana.sit(table, "Ana")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.press('#sheet [name="lang"][value="de"]')
    expect(ana.page.locator("html")).to_have_attribute("lang", "de")
    ana.page.wait_for_load_state()
    hands.open(".bar " + a_sheet("menu"), "Energie-Tisch")
    hands.open("#sheet " + a_sheet("forget"), "Tisch")
    hands.press('#sheet form[action$="/forget"] .button--warning')
    expect(ana.page.locator("h1")).to_have_text("Tisch gelöscht")
